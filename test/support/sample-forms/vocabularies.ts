import type { FormLanguage } from './form-sheet.js';
import { ENGLISH } from './vocabulary-en.js';
import { SPANISH } from './vocabulary-es.js';
import type { Vocabulary } from './vocabulary.js';

export const VOCABULARY: Record<FormLanguage, Vocabulary> = { en: ENGLISH, es: SPANISH };
