import { IsName } from '../validation.js';

/** Characters of a form's name, at most. */
export const longestName = 200;

/** A field that holds a form's name, or what one may hold. */
export const IsFormName = () => IsName(longestName);
