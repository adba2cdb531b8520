import { FormSheet, type FormField, type FormLanguage, type SheetOptions } from './form-sheet.js';

/** A blank form of the invented authority. */
export interface SampleForm {
  /** Short and unique: letters, digits, dashes. */
  key: string;
  /** As an operator would know it. */
  name: string;
  language: FormLanguage;
  /** Number of pages. */
  pages: number;
  /** Where it is to be filled in: PDF points from the top left corner of the page. */
  fields: FormField[];
  /** The same bytes every time. */
  pdf(): Promise<Buffer>;
}

/** A form as it is drawn: `draw` lays out all pages on the sheet. */
export interface FormDefinition extends Omit<SheetOptions, 'title'> {
  key: string;
  name: string;
  draw(sheet: FormSheet): void;
}

/** Draws a form; its PDF is kept. @throws RangeError when the layout runs over a page */
export function drawForm(definition: FormDefinition): SampleForm {
  const sheet = new FormSheet({ ...definition, title: definition.name });
  definition.draw(sheet);
  const bytes = sheet.finish();
  return {
    key: definition.key,
    name: definition.name,
    language: definition.language,
    pages: sheet.page,
    fields: sheet.fields,
    pdf: () => bytes,
  };
}
