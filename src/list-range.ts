import { IsIntegerFrom } from './validation.js';

/** Items that a list gives at one time, and that may be left out before them, at most. */
export const listLimits = { take: 500, skip: 10_000_000 };

/** A field that holds how many items of a list to leave out at its start. */
export const IsSkip = () => IsIntegerFrom(0, listLimits.skip);

/** A field that holds how many items of a list to give at most. */
export const IsTake = () => IsIntegerFrom(1, listLimits.take);
