import type { FormSheet } from './form-sheet.js';

const TURN = 2 * Math.PI;

function star(cx: number, cy: number, outer: number, inner: number, points: number): [number, number][] {
  return Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = (i / (points * 2)) * TURN - TURN / 4;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** A round seal: rings, a star and rays between them. `radius` in points. */
function drawSeal(sheet: FormSheet, cx: number, cy: number, radius: number, color: string): void {
  sheet.circle(cx, cy, radius, { line: 1.4, color });
  sheet.circle(cx, cy, radius * 0.84, { line: 0.5, color });
  for (let i = 0; i < 24; i++) {
    const a = (i / 24) * TURN;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    sheet.rule(
      cx + c * radius * 0.6,
      cy + s * radius * 0.6,
      cx + c * radius * 0.8,
      cy + s * radius * 0.8,
      0.6,
      color,
    );
  }
  sheet.polygon(star(cx, cy, radius * 0.55, radius * 0.24, 5), color);
}

/** A shield of four quarters with a crown of balls. `height` in points. */
function drawShield(sheet: FormSheet, x: number, y: number, height: number, color: string): void {
  const w = height * 0.78;
  const point: [number, number] = [x + w / 2, y + height];
  sheet.polygon(
    [
      [x, y + 4],
      [x + w / 2, y + 4],
      [x + w / 2, y + height * 0.55],
      [x, y + height * 0.55],
    ],
    color,
  );
  sheet.polygon(
    [[x + w / 2, y + height * 0.55], [x + w, y + height * 0.55], [x + w * 0.9, y + height * 0.75], point],
    color,
  );
  sheet.rule(x, y + 4, x + w, y + 4, 1, color);
  sheet.rule(x, y + 4, x, y + height * 0.55, 1, color);
  sheet.rule(x + w, y + 4, x + w, y + height * 0.55, 1, color);
  sheet.rule(x, y + height * 0.55, x + w * 0.1, y + height * 0.75, 1, color);
  sheet.rule(x + w * 0.1, y + height * 0.75, ...point, 1, color);
  sheet.rule(x + w, y + height * 0.55, x + w * 0.9, y + height * 0.75, 1, color);
  sheet.rule(x + w * 0.9, y + height * 0.75, ...point, 1, color);
  for (let i = 0; i < 5; i++) sheet.circle(x + (w * (i + 0.5)) / 5, y, 2, { fill: color });
}

/** A mountain over waves in a box. `size` in points. */
function drawMountain(sheet: FormSheet, x: number, y: number, size: number, color: string): void {
  sheet.box(x, y, size, size, { line: 1, color });
  const at = (px: number, py: number): [number, number] => [x + px * size, y + py * size];
  sheet.polygon([at(0.08, 0.68), at(0.36, 0.18), at(0.52, 0.46), at(0.64, 0.3), at(0.92, 0.68)], color);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 8; k++) {
      const [x1, y1] = at(0.08 + k * 0.105, 0.76 + i * 0.07 + (k % 2) * 0.025);
      const [x2, y2] = at(0.08 + (k + 1) * 0.105, 0.76 + i * 0.07 + ((k + 1) % 2) * 0.025);
      sheet.rule(x1, y1, x2, y2, 0.8, color);
    }
}

export type EmblemKind = 'seal' | 'shield' | 'mountain';

/** An emblem within a square of `size` points whose top left corner is (x, y). */
export function drawEmblem(
  sheet: FormSheet,
  kind: EmblemKind,
  x: number,
  y: number,
  size: number,
  color: string,
): void {
  if (kind === 'seal') drawSeal(sheet, x + size / 2, y + size / 2, size / 2, color);
  else if (kind === 'shield') drawShield(sheet, x + size * 0.11, y + 2, size - 2, color);
  else drawMountain(sheet, x, y, size, color);
}
