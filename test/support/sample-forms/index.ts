import { ENGLISH_APPLICATIONS } from './english-applications.js';
import { ENGLISH_RETURNS } from './english-returns.js';
import { drawForm, type SampleForm } from './sample-form.js';
import { SPANISH_FORMS } from './spanish-forms.js';

export type { FormField, FormLanguage } from './form-sheet.js';
export type { SampleForm } from './sample-form.js';

let drawn: SampleForm[] | undefined;

/** The sample forms of the invented authority, always in the same order. */
export function sampleForms(): SampleForm[] {
  drawn ??= [...ENGLISH_RETURNS, ...ENGLISH_APPLICATIONS, ...SPANISH_FORMS].map(drawForm);
  return [...drawn];
}
