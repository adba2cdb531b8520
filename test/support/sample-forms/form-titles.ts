import { drawEmblem, type EmblemKind } from './emblem.js';
import type { FormSheet } from './form-sheet.js';

/** What a title block says. */
export interface TitleBlock {
  /** Number of the form, such as `RV-120`. */
  number: string;
  year: string;
  title: string;
  subtitle: string;
  /** The authority and the office of it that issues the form. */
  office: readonly [string, string];
  /** A register or control number. */
  control: string;
  emblem: EmblemKind;
}

/** Three fields side by side: number at the left, title in the middle, year at the right. */
export function ruledTitle(sheet: FormSheet, block: TitleBlock): void {
  const { bold, accent } = sheet.style;
  const [x, y, side] = [sheet.left, sheet.y, 96];
  sheet.say(block.control.startsWith('N') ? 'Modelo' : 'Form', x, y + 6, { size: 7 });
  sheet.say(block.number, x + 26, y, { font: bold, size: 19, color: accent });
  drawEmblem(sheet, block.emblem, x, y + 26, 26, accent);
  sheet.say(block.office[0], x + 30, y + 29, { size: 6.5, width: side - 32 });
  const mid = sheet.width - 2 * side;
  sheet.say(block.title, x + side, y + 2, { font: bold, size: 14, width: mid, align: 'center' });
  const down = sheet.heightOf(block.title, { font: bold, size: 14, width: mid });
  sheet.say(block.subtitle, x + side, y + 4 + down, { size: 7.5, width: mid, align: 'center' });
  sheet.say(block.office[1], x + side, y + 45, { font: bold, size: 7, width: mid, align: 'center' });
  sheet.rule(x + side - 4, y, x + side - 4, y + 56, 0.8);
  sheet.rule(sheet.right - side + 4, y, sheet.right - side + 4, y + 56, 0.8);
  sheet.say(block.control, sheet.right - side + 6, y + 2, { size: 6.5, width: side - 6, align: 'center' });
  sheet.rule(sheet.right - side + 4, y + 12, sheet.right, y + 12, 0.5);
  sheet.say(block.year, sheet.right - side + 6, y + 16, {
    font: bold,
    size: 26,
    width: side - 6,
    align: 'center',
  });
  sheet.rule(x, y + 58, sheet.right, y + 58, 1.2);
  sheet.y = y + 62;
}

/** A dark bar with the title in white and the number in a box at its end. */
export function bannerTitle(sheet: FormSheet, block: TitleBlock): void {
  const { bold, accent } = sheet.style;
  sheet.box(sheet.left, sheet.y, sheet.width, 44, { fill: accent, line: 0 });
  drawEmblem(sheet, block.emblem, sheet.left + 7, sheet.y + 5, 34, '#ffffff');
  sheet.say(block.title, sheet.left + 52, sheet.y + 8, { font: bold, size: 15, color: '#ffffff' });
  sheet.say(block.subtitle, sheet.left + 52, sheet.y + 28, { size: 8, color: '#ffffff' });
  sheet.box(sheet.right - 88, sheet.y + 6, 80, 32, { fill: '#ffffff', line: 0 });
  sheet.say(block.number, sheet.right - 88, sheet.y + 9, {
    font: bold,
    size: 15,
    width: 80,
    align: 'center',
    color: accent,
  });
  sheet.say(block.year, sheet.right - 88, sheet.y + 26, { size: 8, width: 80, align: 'center' });
  sheet.say(`${block.office[0]} · ${block.office[1]}`, sheet.left, sheet.y + 49, { size: 7.5 });
  sheet.say(block.control, sheet.left, sheet.y + 49, { size: 7.5, width: sheet.width, align: 'right' });
  sheet.y += 64;
}

/** The emblem in the middle over the authority's name, the title beneath, all centred. */
export function centredTitle(sheet: FormSheet, block: TitleBlock): void {
  const { bold, accent, italic } = sheet.style;
  const full = { width: sheet.width, align: 'center' as const };
  drawEmblem(sheet, block.emblem, sheet.left + sheet.width / 2 - 21, sheet.y, 42, accent);
  sheet.say(block.number, sheet.left, sheet.y, { font: bold, size: 12 });
  sheet.say(block.control, sheet.left, sheet.y + 15, { size: 7 });
  sheet.say(block.year, sheet.left, sheet.y, { font: bold, size: 12, width: sheet.width, align: 'right' });
  let y = sheet.y + 47;
  y += sheet.say(block.office[0].toUpperCase(), sheet.left, y, { ...full, size: 9 }) + 1;
  y += sheet.say(block.office[1], sheet.left, y, { ...full, font: italic, size: 9 }) + 6;
  y += sheet.say(block.title, sheet.left, y, { ...full, font: bold, size: 16, color: accent }) + 2;
  y += sheet.say(block.subtitle, sheet.left, y, { ...full, size: 8.5 }) + 6;
  sheet.rule(sheet.left + 60, y, sheet.right - 60, y, 1.2, accent);
  sheet.y = y + 8;
}

/** A tall box at the left holds emblem and office, the title stands in a frame, the number in a box at the right. */
export function boxedTitle(sheet: FormSheet, block: TitleBlock): void {
  const { bold, accent, shade } = sheet.style;
  const [y, h] = [sheet.y, 66];
  sheet.box(sheet.left, y, 120, h, { color: accent, line: 1 });
  drawEmblem(sheet, block.emblem, sheet.left + 6, y + 8, 30, accent);
  sheet.say(block.office[0], sheet.left + 40, y + 8, { font: bold, size: 7.5, width: 78 });
  sheet.say(block.office[1], sheet.left + 40, y + 36, { size: 6.5, width: 78 });
  const mid = sheet.width - 120 - 92;
  sheet.box(sheet.left + 124, y, mid - 8, h, { fill: shade, color: accent, line: 1 });
  sheet.say(block.title, sheet.left + 130, y + 10, {
    font: bold,
    size: 13,
    width: mid - 20,
    align: 'center',
  });
  sheet.say(block.subtitle, sheet.left + 130, y + 46, { size: 8, width: mid - 20, align: 'center' });
  sheet.box(sheet.right - 92, y, 92, h, { color: accent, line: 1 });
  sheet.say(block.number, sheet.right - 92, y + 8, {
    font: bold,
    size: 24,
    width: 92,
    align: 'center',
    color: accent,
  });
  sheet.say(block.year, sheet.right - 92, y + 36, { font: bold, size: 11, width: 92, align: 'center' });
  sheet.say(block.control, sheet.right - 92, y + 53, { size: 6.5, width: 92, align: 'center' });
  sheet.y = y + h + 8;
}

/** The plain line that opens a following page. */
export function runningTitle(
  sheet: FormSheet,
  left: string,
  right: string,
  look: 'plain' | 'bar' | 'box' = 'plain',
): void {
  const { bold, accent } = sheet.style;
  if (look === 'bar') {
    sheet.box(sheet.left, sheet.y, sheet.width, 16, { fill: accent, line: 0 });
    sheet.say(left, sheet.left + 6, sheet.y + 4, { font: bold, color: '#ffffff' });
    sheet.say(right, sheet.left, sheet.y + 4, { color: '#ffffff', width: sheet.width - 6, align: 'right' });
    sheet.y += 22;
    return;
  }
  if (look === 'box') sheet.box(sheet.left, sheet.y - 4, sheet.width, 18, { line: 1, color: accent });
  sheet.say(left, sheet.left + 4, sheet.y, { font: bold });
  sheet.say(right, sheet.left, sheet.y, { width: sheet.width - 4, align: 'right' });
  if (look === 'plain') sheet.rule(sheet.left, sheet.y + 12, sheet.right, sheet.y + 12, 1);
  sheet.y += 20;
}
