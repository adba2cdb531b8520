import type { FormField, FormSheet, TextOptions } from './form-sheet.js';

/** The bar that opens a part of a form. */
export function partBar(
  sheet: FormSheet,
  tag: string,
  title: string,
  look: 'tag' | 'bar' | 'rule' | 'band' = 'tag',
): void {
  const { bold, accent, size } = sheet.style;
  const h = size + 5;
  const textY = sheet.y + 3;
  if (look === 'tag') {
    const w = sheet.widthOf(tag, { font: bold, size }) + 14;
    sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, 0.8);
    sheet.box(sheet.left, sheet.y, w, h, { fill: accent, line: 0 });
    sheet.say(tag, sheet.left + 7, textY, { font: bold, color: '#ffffff' });
    sheet.say(title, sheet.left + w + 8, textY, { font: bold });
    sheet.rule(sheet.left, sheet.y + h, sheet.right, sheet.y + h, 0.8);
  } else if (look === 'bar') {
    sheet.box(sheet.left, sheet.y, sheet.width, h, { fill: accent, line: 0 });
    sheet.say(`${tag}  ${title}`, sheet.left + 6, textY, { font: bold, color: '#ffffff' });
  } else if (look === 'band') {
    sheet.box(sheet.left, sheet.y, sheet.width, h, { fill: sheet.style.shade, line: 0.5 });
    sheet.say(`${tag}  ${title}`, sheet.left, textY, { font: bold, width: sheet.width, align: 'center' });
  } else {
    sheet.say(`${tag}  ${title}`, sheet.left, textY, { font: bold, size: size + 1.5, color: accent });
    sheet.rule(sheet.left, sheet.y + h + 2, sheet.right, sheet.y + h + 2, 1.5, accent);
  }
  sheet.y += h + 5;
}

export interface LabelledBox {
  label: string;
  /** Share of the row's width, in any unit. */
  share: number;
  kind?: FormField['kind'];
  /** Draws a comb of so many cells. */
  cells?: number;
}

/** A row of boxes across the page, the label small in each one's top left corner. */
export function fieldRow(
  sheet: FormSheet,
  boxes: readonly LabelledBox[],
  height = 27,
  look: 'boxed' | 'underlined' = 'boxed',
): void {
  const total = boxes.reduce((sum, box) => sum + box.share, 0);
  let x = sheet.left;
  for (const box of boxes) {
    const w = (box.share / total) * sheet.width;
    const labelSize = Math.min(sheet.style.size - 1.5, 7);
    const used = sheet.say(box.label, x + 3, sheet.y + 2.5, { size: labelSize, width: w - 5 });
    if (look === 'boxed') sheet.box(x, sheet.y, w, height);
    else sheet.rule(x + 3, sheet.y + height, x + w - 5, sheet.y + height, 0.6);
    const top = sheet.y + 2 + used;
    if (box.cells) {
      const cell = Math.min((w - 8) / box.cells, 16);
      const h = Math.min(height - used - 4, 15);
      sheet.comb(x + 4, sheet.y + height - h - 1.5, cell, box.cells, h);
    } else if (height - used > 8) sheet.field(box.kind ?? 'text', x + 4, top, w - 8, height - used - 3);
    x += w;
  }
  sheet.y += height;
}

export interface NumberedLine {
  no: string;
  text: string;
  /** `box`: an amount in the outer column; `inner`: in the inner one; `none`: text only; `comb`: amount cells. */
  entry?: 'box' | 'inner' | 'none' | 'comb';
  bold?: boolean;
}

/** The numbered lines of a return: number, text with leader dots, and a column of boxes for amounts. */
export function numberedLines(
  sheet: FormSheet,
  lines: readonly NumberedLine[],
  options: { amount?: number; leading?: number; ruled?: boolean } = {},
): void {
  const { size, bold, body } = sheet.style;
  const amount = options.amount ?? 78;
  const noWidth = 20;
  const top = sheet.y;
  for (const line of lines) {
    const entry = line.entry ?? 'box';
    const inner = entry === 'inner' ? amount + noWidth + 6 : 0;
    const width = sheet.width - noWidth - 6 - (entry === 'none' ? 0 : amount + noWidth + inner);
    const font = line.bold ? bold : body;
    const height = Math.max(sheet.heightOf(line.text, { font, width }), size) + (options.leading ?? 5);
    const textX = sheet.left + noWidth + 4;
    sheet.say(line.no, sheet.left + (/^\d/.test(line.no) ? 0 : 11), sheet.y + 2.5, { font: bold });
    sheet.say(line.text, textX, sheet.y + 2.5, { font, width });
    if (entry !== 'none') {
      const x = sheet.right - amount - inner;
      leaders(
        sheet,
        textX + Math.min(sheet.widthOf(line.text, { font }), width),
        x - noWidth - 6,
        sheet.y + height - size,
        line.text,
        width,
      );
      sheet.box(x - noWidth, sheet.y, noWidth, height, { line: 0.5 });
      sheet.say(line.no, x - noWidth, sheet.y + height - size - 2, {
        font: bold,
        width: noWidth,
        align: 'center',
      });
      if (entry === 'comb') sheet.comb(x + 1, sheet.y + 1, (amount - 2) / 9, 9, height - 2);
      else {
        sheet.box(x, sheet.y, amount, height, { line: 0.5 });
        sheet.field('amount', x + 2, sheet.y + 1, amount - 4, height - 2);
      }
      if (inner)
        sheet.box(sheet.right - amount - noWidth, sheet.y, noWidth, height, {
          fill: sheet.style.shade,
          line: 0.5,
        });
    }
    sheet.y += height;
    if (options.ruled) sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, 0.3, '#555555');
  }
  sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, 0.5);
  if (options.ruled) sheet.box(sheet.left, top, sheet.width, sheet.y - top, { line: 0.8 });
}

function leaders(sheet: FormSheet, from: number, to: number, y: number, text: string, width: number): void {
  // Only a text of one line has its dots after it.
  if (sheet.widthOf(text) >= width) return;
  for (let x = Math.ceil((from + 6) / 9) * 9; x < to; x += 9)
    sheet.circle(x, y + 3, 0.45, { fill: '#000000' });
}

export interface TableColumn {
  head: string;
  share: number;
  kind?: FormField['kind'];
  shaded?: boolean;
}

/** A table with a head; rows are empty, or begin with the given labels. */
export function formTable(
  sheet: FormSheet,
  columns: readonly TableColumn[],
  rows: number | readonly string[],
  options: { row?: number; head?: string; zebra?: boolean; headColor?: string } = {},
): void {
  const { bold, size, shade } = sheet.style;
  const labels = typeof rows === 'number' ? undefined : rows;
  const count = typeof rows === 'number' ? rows : rows.length;
  const total = columns.reduce((sum, column) => sum + column.share, 0);
  const widths = columns.map((column) => (column.share / total) * sheet.width);
  const head: TextOptions = { font: bold, size: size - 1, align: 'center', color: options.headColor };
  const headHeight =
    Math.max(...columns.map((c, i) => sheet.heightOf(c.head, { ...head, width: widths[i] - 4 }))) + 6;
  const rowHeight = options.row ?? 18;
  let x = sheet.left;
  columns.forEach((column, i) => {
    sheet.box(x, sheet.y, widths[i], headHeight, { fill: options.head ?? shade });
    sheet.say(column.head, x + 2, sheet.y + 3, { ...head, width: widths[i] - 4 });
    for (let r = 0; r < count; r++) {
      const y = sheet.y + headHeight + r * rowHeight;
      const fill = column.shaded || (options.zebra && r % 2) ? shade : undefined;
      sheet.box(x, y, widths[i], rowHeight, { fill });
      if (i === 0 && labels)
        sheet.say(labels[r], x + 3, y + (rowHeight - size) / 2 + 0.5, {
          size: size - 0.5,
          width: widths[i] - 5,
        });
      else if (!column.shaded) sheet.field(column.kind ?? 'text', x + 2, y + 1, widths[i] - 4, rowHeight - 2);
    }
    x += widths[i];
  });
  sheet.y += headHeight + count * rowHeight;
}

/** Squares to tick with their labels, in columns. */
export function checkList(sheet: FormSheet, labels: readonly string[], columns: number, lead?: string): void {
  const { size, bold } = sheet.style;
  if (lead) sheet.y += sheet.say(lead, sheet.left, sheet.y, { font: bold, width: sheet.width }) + 3;
  const w = sheet.width / columns;
  labels.forEach((label, i) =>
    sheet.checkbox(sheet.left + 6 + (i % columns) * w, sheet.y + Math.floor(i / columns) * (size + 6), label),
  );
  sheet.y += Math.ceil(labels.length / columns) * (size + 6) + 2;
}

/** Questions with two squares to tick at the right. */
export function yesNoQuestions(
  sheet: FormSheet,
  questions: readonly string[],
  words: readonly [string, string],
  first = 1,
  leading = 7,
): void {
  const { size, bold } = sheet.style;
  const answers = 84;
  questions.forEach((question, i) => {
    const width = sheet.width - 24 - answers;
    const height = sheet.heightOf(question, { width }) + leading;
    sheet.say(String(first + i), sheet.left, sheet.y + 3, { font: bold });
    sheet.say(question, sheet.left + 20, sheet.y + 3, { width });
    sheet.checkbox(sheet.right - answers + 4, sheet.y + 3, words[0]);
    sheet.checkbox(sheet.right - answers / 2 + 6, sheet.y + 3, words[1]);
    sheet.y += height;
    sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, 0.25, '#777777');
  });
  sheet.y += size * 0.4;
}

/** Paragraphs in one or more columns, set from `sheet.y`; columns are filled one after another. */
export function prose(
  sheet: FormSheet,
  paragraphs: readonly string[],
  options: TextOptions & { columns?: number; gutter?: number; after?: number; until?: number } = {},
): void {
  const { columns = 1, gutter = 16, after = 4, until = sheet.bottom, ...text } = options;
  const width = (sheet.width - gutter * (columns - 1)) / columns;
  const lookOf = (paragraph: string): TextOptions & { words: string } => {
    const heading = paragraph.startsWith('# ');
    return {
      align: heading ? 'left' : 'justify',
      ...text,
      width,
      ...(heading ? { font: sheet.style.bold } : {}),
      words: heading ? paragraph.slice(2) : paragraph,
    };
  };
  const heights = paragraphs.map((paragraph) => {
    const look = lookOf(paragraph);
    return sheet.heightOf(look.words, look) + after;
  });
  const share = heights.reduce((sum, height) => sum + height, 0) / columns;
  const top = sheet.y;
  let column = 0;
  let y = top;
  let lowest = top;
  paragraphs.forEach((paragraph, i) => {
    const look = lookOf(paragraph);
    // The columns come out about equally long; a heading never stands alone at the foot of one.
    const next = paragraph.startsWith('# ') ? heights[i] + (heights[i + 1] ?? 0) : heights[i];
    if (column < columns - 1 && (y + next > until || y - top + next / 2 > share)) {
      column++;
      y = top;
    }
    sheet.say(look.words, sheet.left + column * (width + gutter), y, look);
    y += heights[i];
    lowest = Math.max(lowest, y);
  });
  sheet.y = lowest;
}

/** Lines to sign on, with what each is for beneath. */
export function signatureLines(
  sheet: FormSheet,
  labels: readonly { label: string; share: number; kind?: FormField['kind'] }[],
  height = 34,
): void {
  const total = labels.reduce((sum, label) => sum + label.share, 0);
  let x = sheet.left;
  for (const { label, share, kind } of labels) {
    const w = (share / total) * sheet.width;
    sheet.rule(x, sheet.y + height, x + w - 14, sheet.y + height, 0.7);
    sheet.say(label, x, sheet.y + height + 2, { size: sheet.style.size - 1.5 });
    sheet.field(kind ?? 'signature', x + 2, sheet.y + 4, w - 18, height - 5);
    x += w;
  }
  sheet.y += height + 14;
}

/** A shaded box for the authority's own use. */
export function officeUse(sheet: FormSheet, title: string, captions: readonly string[], height = 44): void {
  sheet.box(sheet.left, sheet.y, sheet.width, height, { fill: sheet.style.shade });
  sheet.say(title, sheet.left + 4, sheet.y + 3, { font: sheet.style.bold, size: sheet.style.size - 1 });
  const w = sheet.width / captions.length;
  captions.forEach((caption, i) => {
    sheet.box(sheet.left + i * w + 4, sheet.y + 14, w - 8, height - 18, { fill: '#ffffff' });
    sheet.say(caption, sheet.left + i * w + 7, sheet.y + 16, { size: sheet.style.size - 2 });
  });
  sheet.y += height + 4;
}

/** The last line of a page: notice at the left, number and revision, page of pages. */
export function pageFooter(sheet: FormSheet, notice: string, identity: string, page: string): void {
  const y = sheet.bottom - 8;
  const { bold, size } = sheet.style;
  sheet.rule(sheet.left, y - 3, sheet.right, y - 3, 0.8);
  sheet.say(notice, sheet.left, y, { size: size - 1.5 });
  sheet.say(page, sheet.left, y, { size: size - 1.5, width: sheet.width, align: 'center' });
  sheet.say(identity, sheet.left, y, { font: bold, size: size - 1, width: sheet.width, align: 'right' });
}
