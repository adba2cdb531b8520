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

/**
 * A form that is drawn when it is first asked for its pages, fields or PDF, and then kept: most tests need a few of
 * them. These @throw RangeError when the layout runs over a page.
 */
export function drawForm(definition: FormDefinition): SampleForm {
  const { key, name, language } = definition;
  let drawn: { sheet: FormSheet; bytes: Promise<Buffer> } | undefined;
  const draw = () => {
    if (drawn) return drawn;
    const sheet = new FormSheet({ ...definition, title: name });
    definition.draw(sheet);
    return (drawn = { sheet, bytes: sheet.finish() });
  };
  return {
    key,
    name,
    language,
    get pages() {
      return draw().sheet.page;
    },
    get fields() {
      return draw().sheet.fields;
    },
    pdf: async () => draw().bytes,
  };
}
