import PDFDocument from 'pdfkit';

/** Where a form is to be filled in: PDF points, origin at the page's top left corner. */
export interface FormField {
  /** Counted from 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  kind: 'text' | 'comb' | 'checkbox' | 'amount' | 'date' | 'signature';
  /** Number of the comb's cells, for a comb. */
  cells?: number;
}

export type FormLanguage = 'en' | 'es';

/** The look that all pages of a form share. Fonts are PDF standard fonts, colours `#rrggbb`. */
export interface FormStyle {
  body: string;
  bold: string;
  italic: string;
  /** Colour of bars and titles. */
  accent: string;
  /** Colour of shaded cells. */
  shade: string;
  /** Type size of lines and labels, in points. */
  size: number;
  /** Width of ordinary rules, in points. */
  line: number;
}

export const HELVETICA = { body: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' };
export const TIMES = { body: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' };
export const COURIER = { body: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique' };

export interface SheetOptions {
  title: string;
  language: FormLanguage;
  /** Width and height in points. */
  size: readonly [number, number];
  margin: number;
  style: FormStyle;
}

export interface TextOptions {
  font?: string;
  size?: number;
  width?: number;
  align?: 'left' | 'center' | 'right' | 'justify';
  color?: string;
  /** Points between lines, on top of the font's own. */
  gap?: number;
}

/** Width and height in points. */
export const PAPER = {
  letter: [612, 792],
  legal: [612, 1008],
  a4: [595.28, 841.89],
  a4Landscape: [841.89, 595.28],
  a5: [419.53, 595.28],
} as const;

// Any fixed instant: with it, pdfkit's file identifier and so all bytes are the same every time.
const CREATED = new Date(Date.UTC(2024, 0, 15));

/**
 * Pages of a form under construction. Drawing goes down the page: parts draw at `y` and move it. What can be
 * filled in is remembered as fields.
 */
export class FormSheet {
  readonly fields: FormField[] = [];
  readonly style: FormStyle;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  page = 0;
  y = 0;
  private readonly doc: PDFKit.PDFDocument;
  private readonly bytes: Promise<Buffer>;
  private pagesOfPaper = 0;

  constructor(private readonly options: SheetOptions) {
    this.style = options.style;
    this.left = options.margin;
    this.right = options.size[0] - options.margin;
    this.bottom = options.size[1] - options.margin;
    this.doc = new PDFDocument({
      autoFirstPage: false,
      size: [...options.size],
      margin: 0,
      lang: options.language,
      info: { Title: options.title, CreationDate: CREATED, ModDate: CREATED },
    });
    this.doc.on('pageAdded', () => this.pagesOfPaper++);
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.bytes = new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
    });
  }

  get width(): number {
    return this.right - this.left;
  }

  newPage(): this {
    this.doc.addPage();
    this.page++;
    this.y = this.options.margin;
    return this;
  }

  /** Ends the document. @throws RangeError when text has run over the end of a page. */
  finish(): Promise<Buffer> {
    this.doc.end();
    if (this.pagesOfPaper !== this.page) throw new RangeError(`${this.options.title} runs over its page`);
    return this.bytes;
  }

  /** Writes text with its top left corner at (x, y); returns the height it takes. */
  say(text: string, x: number, y: number, options: TextOptions = {}): number {
    const { font = this.style.body, size = this.style.size, color = '#000000', gap = 0 } = options;
    const layout = { width: options.width, align: options.align, lineGap: gap };
    this.doc.font(font).fontSize(size).fillColor(color);
    const height = this.doc.heightOfString(text, layout);
    this.doc.text(text, x, y, options.width === undefined ? { lineBreak: false, lineGap: gap } : layout);
    return height;
  }

  /** Height that `say` would take. */
  heightOf(text: string, options: TextOptions): number {
    this.doc.font(options.font ?? this.style.body).fontSize(options.size ?? this.style.size);
    return this.doc.heightOfString(text, { width: options.width, lineGap: options.gap ?? 0 });
  }

  widthOf(text: string, options: TextOptions = {}): number {
    this.doc.font(options.font ?? this.style.body).fontSize(options.size ?? this.style.size);
    return this.doc.widthOfString(text);
  }

  rule(x1: number, y1: number, x2: number, y2: number, line = this.style.line, color = '#000000'): void {
    this.doc.lineWidth(line).strokeColor(color).moveTo(x1, y1).lineTo(x2, y2).stroke();
  }

  dashedRule(x1: number, y1: number, x2: number, y2: number): void {
    this.doc.lineWidth(0.6).strokeColor('#000000').dash(4, { space: 3 });
    this.doc.moveTo(x1, y1).lineTo(x2, y2).stroke().undash();
  }

  box(
    x: number,
    y: number,
    w: number,
    h: number,
    look: { fill?: string; line?: number; color?: string } = {},
  ) {
    if (look.fill) this.doc.rect(x, y, w, h).fill(look.fill);
    const line = look.line ?? this.style.line;
    if (line > 0)
      this.doc
        .lineWidth(line)
        .strokeColor(look.color ?? '#000000')
        .rect(x, y, w, h)
        .stroke();
  }

  roundBox(x: number, y: number, w: number, h: number, radius: number, color = '#000000'): void {
    this.doc.lineWidth(this.style.line).strokeColor(color).roundedRect(x, y, w, h, radius).stroke();
  }

  circle(x: number, y: number, radius: number, look: { fill?: string; line?: number; color?: string }): void {
    if (look.fill) this.doc.circle(x, y, radius).fill(look.fill);
    if (look.line)
      this.doc
        .lineWidth(look.line)
        .strokeColor(look.color ?? '#000000')
        .circle(x, y, radius)
        .stroke();
  }

  /** A closed polygon, filled. */
  polygon(points: readonly (readonly [number, number])[], fill: string): void {
    this.doc.polygon(...points.map(([x, y]) => [x, y])).fill(fill);
  }

  /** Remembers a place to be filled in; draws nothing. */
  field(kind: FormField['kind'], x: number, y: number, width: number, height: number, cells?: number): void {
    this.fields.push({ page: this.page, x, y, width, height, kind, ...(cells ? { cells } : {}) });
  }

  /** An empty square to tick, with what it stands for at its right. */
  checkbox(x: number, y: number, label: string, size = 8): void {
    this.box(x, y, size, size, { line: 0.7 });
    this.field('checkbox', x, y, size, size);
    if (label) this.say(label, x + size + 4, y + (size - this.style.size) / 2, {});
  }

  /** One cell a character; `height` in points. */
  comb(x: number, y: number, cell: number, cells: number, height: number): void {
    this.box(x, y, cell * cells, height);
    for (let i = 1; i < cells; i++) this.rule(x + i * cell, y + height * 0.45, x + i * cell, y + height, 0.4);
    this.field('comb', x, y, cell * cells, height, cells);
  }
}
