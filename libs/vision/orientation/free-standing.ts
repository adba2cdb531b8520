import type { InkBox } from './ink-boxes.js';

const { floor, max } = Math;

/** What encloses a letter is at most so many times as large: a ring, a tick box. Else it is a frame around text. */
const MOST_LARGER = 3;
/** Side of the cells by which what encloses is found, px: of the size of a large letter. */
const CELL = 48;
/** Longest side of what encloses letters, px. */
const MOST = MOST_LARGER * CELL;

/**
 * The pieces of ink that neither lie within another one about their size nor have one within them: a letter in a ring,
 * as answer sheets have them by the hundred, does not look like a letter, nor does the ring.
 */
export function freeStanding(boxes: readonly InkBox[]): InkBox[] {
  const cells = new Map<number, number[]>();
  boxes.forEach((box, k) => {
    const { left, top, right, bottom } = box;
    if (longSide(box) > MOST) return;
    for (let j = floor(top / CELL); j <= floor(bottom / CELL); j++)
      for (let i = floor(left / CELL); i <= floor(right / CELL); i++) {
        const cell = cells.get(keyOf(i, j));
        if (cell) cell.push(k);
        else cells.set(keyOf(i, j), [k]);
      }
  });
  const isNested = new Uint8Array(boxes.length);
  boxes.forEach((inner, k) => {
    for (const other of cells.get(keyOf(floor(inner.left / CELL), floor(inner.top / CELL))) ?? [])
      if (encloses(boxes[other], inner)) isNested[k] = isNested[other] = 1;
  });
  return boxes.filter((_, k) => !isNested[k]);
}

function encloses(outer: InkBox, inner: InkBox): boolean {
  return (
    outer.left < inner.left &&
    outer.top < inner.top &&
    outer.right > inner.right &&
    outer.bottom > inner.bottom &&
    longSide(outer) <= MOST_LARGER * longSide(inner)
  );
}

function longSide({ left, top, right, bottom }: InkBox): number {
  return max(right - left, bottom - top) + 1;
}

function keyOf(i: number, j: number): number {
  return (j << 16) | i;
}
