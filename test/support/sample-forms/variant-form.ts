import { Random } from '../random.js';
import {
  checkList,
  fieldRow,
  formTable,
  numberedLines,
  officeUse,
  pageFooter,
  partBar,
  prose,
  signatureLines,
  yesNoQuestions,
  type LabelledBox,
} from './form-parts.js';
import { COURIER, FormSheet, HELVETICA, PAPER, TIMES, type FormField } from './form-sheet.js';
import {
  bannerTitle,
  boxedTitle,
  centredTitle,
  ruledTitle,
  runningTitle,
  type TitleBlock,
} from './form-titles.js';
import { drawForm, type SampleForm } from './sample-form.js';
import { VOCABULARY } from './vocabularies.js';
import type { Vocabulary } from './vocabulary.js';

const MAX_PAGES = 4;
const TITLES = [ruledTitle, bannerTitle, centredTitle, boxedTitle];
const ACCENTS = ['#000000', '#12324f', '#7a1f1f', '#0b5d2b', '#4a3a8c', '#333333', '#8a5a00', '#005a6e'];
const SHADES = ['#e6e6e6', '#dde5ec', '#f3e6e6', '#dcefdf', '#f4efdc', '#e7e4f3'];

/**
 * One more form, made up by seed: its size, faces, title block, parts, wording and number of pages (1 to 4)
 * all follow from it. Two seeds give forms as different as those of two offices.
 */
export function variantForm(seed: number): SampleForm {
  const random = new Random(seed);
  const language = random.pick(['en', 'es'] as const);
  const words = VOCABULARY[language];
  const letters = Array.from({ length: 2 }, () => 'ABCDEFGHJKLMNPRSTUVW'[random.int(0, 19)]).join('');
  const number = `${letters}-${random.int(1, 999)}`;
  const year = String(random.int(2015, 2026));
  const title = `${random.pick(words.acts)} ${random.pick(words.of)} ${random.pick(words.matters)}`;
  const pages = random.pick([1, 1, 2, 2, 3, MAX_PAGES]);
  const style = {
    ...random.pick([HELVETICA, HELVETICA, TIMES, TIMES, COURIER]),
    accent: random.pick(ACCENTS),
    shade: random.pick(SHADES),
    size: random.between(7.4, 10),
    line: random.between(0.4, 0.9),
  };
  if (style.body === COURIER.body) style.size = Math.min(style.size, 8);
  const block: TitleBlock = {
    number,
    year,
    title,
    subtitle: sentence(words, random),
    office: [random.pick(words.offices), random.pick(words.departments)],
    control: `${random.int(1000, 9999)}-${random.int(1000, 9999)}`,
    emblem: random.pick(['seal', 'shield', 'mountain']),
  };
  const look = random.pick(['tag', 'bar', 'rule', 'band'] as const);
  const drawTitle = random.pick(TITLES);
  return drawForm({
    key: `variant-${seed}`,
    name: `${number} ${title} ${year}`,
    language,
    size: random.pick([PAPER.a4, PAPER.a4, PAPER.letter, PAPER.letter, PAPER.legal]),
    margin: random.between(28, 56),
    style,
    draw(sheet) {
      let part = 1;
      for (let page = 1; page <= pages; page++) {
        sheet.newPage();
        if (page === 1) drawTitle(sheet, block);
        else
          runningTitle(
            sheet,
            `${number}  ${title}`.slice(0, 60),
            `${page} / ${pages}`,
            random.pick(['plain', 'bar', 'box']),
          );
        // The last page may end early, as they do.
        const end = sheet.bottom - 20 - (page === pages ? random.between(0, 200) : random.between(0, 40));
        for (let tries = 0; tries < 24 && sheet.y < end - 40; tries++) {
          const height = drawPart(undefined, sheet, words, random.fork(`${page}.${tries}`));
          if (sheet.y + height + 30 > end) continue;
          const own = random.fork(`${page}.${tries}`);
          partBar(sheet, String(part++), phrase(words, random.fork(`head ${part}`)), look);
          drawPart(sheet, sheet, words, own);
          sheet.y += 8;
        }
        pageFooter(
          sheet,
          random.pick(words.notices),
          `${number} (${year})`,
          pages > 1 ? `${page}/${pages}` : '',
        );
      }
    },
  });
}

function phrase(words: Vocabulary, random: Random): string {
  return `${random.pick(words.things)} ${random.pick(words.qualifiers)}`;
}

function sentence(words: Vocabulary, random: Random): string {
  return `${random.pick(words.commands)} ${random.pick(words.things).toLowerCase()} ${random.pick(words.qualifiers)} ${random.pick(words.conditions)}`;
}

/**
 * Draws one part, or, with no sheet to draw on, only says how high it would be. Both take the same numbers
 * from a generator in the same state.
 */
function drawPart(target: FormSheet | undefined, like: FormSheet, words: Vocabulary, random: Random): number {
  const { size } = like.style;
  const list = (low: number, high: number, make: () => string): string[] =>
    Array.from({ length: random.int(low, high) }, make);
  const kind = random.pick([
    'lines',
    'lines',
    'rows',
    'rows',
    'table',
    'checks',
    'questions',
    'prose',
    'signature',
    'office',
  ] as const);
  const kinds: FormField['kind'][] = ['text', 'amount', 'date'];
  if (kind === 'lines') {
    const first = random.int(1, 40);
    const entries = list(3, 10, () => sentence(words, random));
    const inner = entries.map(() => random.chance(0.2));
    const leading = random.between(4, 9);
    const ruled = random.chance(0.3);
    if (target)
      numberedLines(
        target,
        entries.map((text, i) => ({ no: String(first + i), text, entry: inner[i] ? 'inner' : 'box' })),
        { leading, ruled, amount: 84 },
      );
    return entries.length * (2 * size + leading + 2);
  }
  if (kind === 'rows') {
    const rows = Array.from({ length: random.int(1, 4) }, () =>
      Array.from({ length: random.int(1, 4) }, (): LabelledBox => ({
        label: random.pick(words.labels),
        share: random.between(1, 3),
        ...(random.chance(0.25) ? { cells: random.int(5, 14) } : { kind: random.pick(kinds) }),
      })),
    );
    const height = random.between(26, 36);
    const look = random.pick(['boxed', 'boxed', 'underlined'] as const);
    if (target) for (const row of rows) fieldRow(target, row, height, look);
    return rows.length * height;
  }
  if (kind === 'table') {
    const columns = Array.from({ length: random.int(3, 7) }, () => ({
      head: random.pick(words.labels),
      share: random.between(0.7, 3),
      kind: random.pick(kinds),
    }));
    const rows = random.int(3, 12);
    const row = random.between(15, 26);
    const zebra = random.chance(0.3);
    if (target) formTable(target, columns, rows, { row, zebra });
    return (rows + 3) * row;
  }
  if (kind === 'checks') {
    const labels = list(4, 12, () => random.pick(words.labels));
    const columns = random.int(2, 3);
    const lead = sentence(words, random);
    if (target) checkList(target, labels, columns, lead);
    return (Math.ceil(labels.length / columns) + 3) * (size + 6);
  }
  if (kind === 'questions') {
    const questions = list(2, 7, () => sentence(words, random));
    if (target) yesNoQuestions(target, questions, words.yesNo);
    return questions.length * (2 * size + 12);
  }
  if (kind === 'prose') {
    const paragraphs = list(1, 4, () => list(2, 5, () => `${sentence(words, random)}.`).join(' '));
    const small = random.between(6, 8);
    if (target) prose(target, paragraphs, { size: small });
    return paragraphs.length * 5 * small * 1.3;
  }
  if (kind === 'signature') {
    const labels = list(2, 3, () => random.pick(words.labels)).map((label) => ({
      label,
      share: random.between(1, 2),
    }));
    if (target) signatureLines(target, labels);
    return 52;
  }
  const captions = list(2, 5, () => random.pick(words.labels));
  const height = random.between(40, 80);
  if (target) officeUse(target, random.pick(words.notices), captions, height);
  return height + 6;
}
