import sharp from 'sharp';
import { isAccepted, type Outcome } from './classify-outcome.js';

/** A line of the chart: shares, 0..1, by the highest score accepted. */
interface Line {
  colour: string;
  /** Of how many, which count when accepted. */
  outcomes: Outcome[];
  counts: (outcome: Outcome) => boolean;
  /** Factor by which the share is drawn larger: risks are small. */
  times: number;
}

const WIDTH = 900;
const HEIGHT = 480;
const MARGIN = 30;
const STEPS = 200;

/** Figures of one threshold. */
export interface CurvePoint {
  maxScore: number;
  recognized: number;
  wrongAccepted: number;
  strangersAccepted: number;
}

/**
 * Shares of frames recognized and right, taken for a wrong page, and of strangers accepted, by the highest score
 * accepted.
 */
export function curvePoints(
  known: Outcome[],
  strangers: Outcome[],
  minConfidence: number,
  limits: number[],
): CurvePoint[] {
  return limits.map((maxScore) => {
    const taken = (o: Outcome) => isAccepted(o, { maxScore, minConfidence });
    return {
      maxScore,
      recognized: known.filter((o) => o.right && taken(o)).length / known.length,
      wrongAccepted: known.filter((o) => !o.right && taken(o)).length / known.length,
      strangersAccepted: strangers.filter(taken).length / strangers.length,
    };
  });
}

/**
 * Draws the risk/coverage curve as PNG, without letters, since no fonts may be counted on. Across: the highest score
 * accepted, 0 to 1, a grid line each 0.1. Up: shares, a grid line each tenth. Green: frames recognized and right.
 * Red and blue: wrong pages and strangers accepted, ten times as high as they are. Dashed: the threshold.
 */
export async function drawCurve(
  file: string,
  known: Outcome[],
  strangers: Outcome[],
  { maxScore, minConfidence }: { maxScore: number; minConfidence: number },
): Promise<void> {
  const lines: Line[] = [
    { colour: '#1a8f3c', outcomes: known, counts: (o) => o.right, times: 1 },
    { colour: '#c62828', outcomes: known, counts: (o) => !o.right, times: 10 },
    { colour: '#1565c0', outcomes: strangers, counts: () => true, times: 10 },
  ];
  const x = (score: number) => MARGIN + score * (WIDTH - 2 * MARGIN);
  const y = (share: number) => HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  const grid = Array.from({ length: 11 }, (_, i) => {
    const width = i % 5 === 0 ? 2 : 1;
    return (
      `<path d="M${x(i / 10)} ${y(0)}V${y(1)}" stroke="#ccc" stroke-width="${width}"/>` +
      `<path d="M${x(0)} ${y(i / 10)}H${x(1)}" stroke="#ccc" stroke-width="${width}"/>`
    );
  });
  const paths = lines.map(({ colour, outcomes, counts, times }) => {
    const points = Array.from({ length: STEPS + 1 }, (_, i) => {
      const taken = outcomes.filter(
        (o) => counts(o) && isAccepted(o, { maxScore: i / STEPS, minConfidence }),
      );
      const share = Math.min(1, (times * taken.length) / Math.max(1, outcomes.length));
      return `${x(i / STEPS).toFixed(1)},${y(share).toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="3"/>`;
  });
  const threshold = `<path d="M${x(maxScore)} ${y(0)}V${y(1)}" stroke="#333" stroke-width="2" stroke-dasharray="8 6"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${grid.join('')}${paths.join('')}${threshold}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
