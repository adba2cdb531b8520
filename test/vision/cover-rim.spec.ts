import { borneOutPrint, isPrintReplaced } from '../../libs/vision/revision/replaced-print.js';

const [COLS, ROWS] = [40, 40];
/** What covers the page hides the rows above this one... */
const HIDDEN_ROWS = 8;
/** ...and cuts these letters of the next ones. */
const CUT = [8, 9, 18, 19, 30, 31].flatMap((x) => [HIDDEN_ROWS * COLS + x, (HIDDEN_ROWS + 1) * COLS + x]);

/** A page printed all over, the upper rows of which show none of its print. @param strokes part that shows other ink */
function isTold(strokes: number): boolean {
  const cells = Uint16Array.from({ length: COLS * ROWS }, (_, k) => k);
  const lacks = cells.map((k) => (k < HIDDEN_ROWS * COLS || CUT.includes(k) ? 1 : 0));
  // A shadow along the rim passes for strokes.
  const shows = cells.map((k) => (lacks[k] && (CUT.indexOf(k) === 0 || k % 100 < 100 * strokes) ? 1 : 0));
  const agreement = {
    missing: Float32Array.from(lacks),
    added: Float32Array.from(shows),
    alike: Float32Array.from(lacks, (none) => 1 - none),
  };
  const print = { width: 0, height: 0, strokes: new Uint8Array(0), cols: COLS, rows: ROWS, cells };
  return isPrintReplaced(
    print,
    borneOutPrint(print, agreement, () => true),
  );
}

describe('print that is missing in the midst of print', () => {
  it('at the rim of what covers a page is no other revision', () => {
    expect(isTold(0)).toBe(false);
  });

  it('is one where other print stands in its place, however much of the page', () => {
    expect(isTold(0.4)).toBe(true);
  });
});
