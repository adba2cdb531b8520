import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

/**
 * Pages to learn from which way up letters stand: those of a corpus, and text set in given fonts, as photographs of
 * some density would give them, upright but for a degree or two, a little sharp, blurred or shaken, light evened.
 */

/** Languages whose names of regions, languages and currencies make the text, by what a font's file name ends in. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/Hebrew|Alef|Assistant|DavidLibre|FrankRuhl|Heebo/, ['he']],
  [/Arabic|Amiri|Cairo|Lateef/, ['ar', 'fa']],
  [/Devanagari|Mukta/, ['hi']],
  [/Thai|Sarabun/, ['th']],
  [/Georgian/, ['ka']],
  [/Armenian/, ['hy']],
  [/JP$|Kosugi/, ['ja']],
  [/[ST]C$/, ['zh', 'zh-Hant']],
  [/KR$|Gowun/, ['ko']],
  [/(?:)/, ['en', 'de', 'pl', 'tr', 'vi', 'cs', 'ru', 'uk', 'sr', 'kk', 'el', 'el']],
];
/** The same of handwriting, whose fonts have fewer letters. */
const HAND_SCRIPTS: typeof SCRIPTS = [
  [/^(Klee|Yomogi)/, ['ja']],
  [/^(ZhiMang|MaShan|LiuJian)/, ['zh']],
  [/^(Nanum|Gaegu)/, ['ko']],
  [/^(BadScript|Caveat$|MarckScript|Neucha|Pangolin)/, ['en', 'de', 'ru', 'uk']],
  [/(?:)/, ['en', 'de', 'fr', 'es']],
];

/** What is written with fonts of some kind. */
interface Writing {
  scripts: typeof SCRIPTS;
  /** Pages a language, of fonts of many; those of one or two languages have PAGES_OF_ONE_SCRIPT. */
  pages: number;
  /** Share of words that are numbers. */
  numbers: number;
}
export const PRINT: Writing = { scripts: SCRIPTS, pages: 1, numbers: 0.14 };
/** Hands fill in dates and amounts. */
export const HAND: Writing = { scripts: HAND_SCRIPTS, pages: 2, numbers: 0.3 };
const PAGES_OF_ONE_SCRIPT = 4;
const REGIONS =
  'AT BE BR CA CH CN CZ DE DK EG ES FI FR GB GR HU IE IN IT JP KE KR MX NG NL NO PL PT RO RU SE TR UA US ZA'.split(
    ' ',
  );
const LANGUAGES =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  );
const CURRENCIES = 'USD EUR GBP JPY CHF SEK PLN CZK HUF TRY RUB UAH INR CNY KRW BRL ZAR MXN'.split(' ');

/** A page in its letters' language or form. */
export interface TextPage {
  /** What it is reported under. */
  name: string;
  page: Raster;
}

/** Pages of text in each font of a folder (`Family_400Regular.ttf` and the like). */
export async function* textPages(folder: string, writing: Writing, random: Random): AsyncGenerator<TextPage> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ttf')).sort();
  for (const file of files) {
    const font = join(folder, file);
    const family = file.replace(/_.*/, '');
    const [, languages] = writing.scripts.find(([pattern]) => pattern.test(family))!;
    const pages = languages.length > 2 ? writing.pages : PAGES_OF_ONE_SCRIPT;
    for (const language of languages)
      for (let k = 0; k < pages; k++) {
        const lines = linesIn(language, writing.numbers, random);
        yield {
          name: language,
          page: await asPhotographed(await typeset(font, family, lines, random), random),
        };
      }
  }
}

/** A page of a corpus. */
export async function corpusPage(file: string, random: Random): Promise<Raster> {
  return asPhotographed(sharp(await readFile(file)), random);
}

/** Columns of text, black on white. */
async function typeset(
  fontfile: string,
  name: string,
  lines: readonly string[],
  random: Random,
): Promise<Sharp> {
  const family = name.replace(/([a-z])([A-Z0-9])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  const bold = fontfile.includes('Bold') ? ' Bold' : '';
  const text = await sharp({
    text: {
      text: lines.join('\n'),
      font: `${family}${bold} ${random.int(8, 15)}`,
      fontfile,
      width: random.int(600, 1100),
      spacing: random.int(0, 14),
      wrap: 'word',
      dpi: 150,
    },
  })
    .png()
    .toBuffer();
  return sharp(
    await sharp(text)
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#000' })
      .greyscale()
      .negate()
      .png()
      .toBuffer(),
  );
}

function linesIn(language: string, numbers: number, random: Random): string[] {
  const words = wordsOf(language);
  return Array.from({ length: random.int(14, 40) }, () => lineOf(words, numbers, random));
}

/** Names in a language, of which lines are made. */
function wordsOf(language: string): string[] {
  const named = (type: Intl.DisplayNamesType, codes: readonly string[]): string[] => {
    const names = new Intl.DisplayNames([language], { type });
    return codes.map((code) => names.of(code) ?? code);
  };
  return [...named('region', REGIONS), ...named('language', LANGUAGES), ...named('currency', CURRENCIES)];
}

/** Words of one case, and a number now and then. */
function lineOf(words: readonly string[], numbers: number, random: Random): string {
  const upper = random.chance(0.25);
  return Array.from({ length: random.int(1, 9) }, () => {
    if (random.chance(numbers)) return String(random.int(0, 99999));
    const word = random.pick(words);
    return upper ? word.toLocaleUpperCase() : random.chance(0.6) ? word.toLocaleLowerCase() : word;
  })
    .join(random.chance(0.2) ? ', ' : ' ')
    .replace(/[<>&]/g, ' ');
}

async function asPhotographed(picture: Sharp, random: Random): Promise<Raster> {
  const long = Math.round(random.between(900, 1700));
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .greyscale()
    .rotate(random.between(-2.5, 2.5), { background: '#fff' })
    .resize(long, long, { fit: 'inside' })
    .blur(0.3 + 1.6 * random.next() ** 1.5 * (long / 1500))
    .convolve(motion(Math.max(0.1, random.between(-2, 3)), random.between(0, Math.PI)))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const gain = random.between(0.75, 1.35);
  const noise = random.between(0, 14);
  const pixels = Uint8Array.from(data, (v) =>
    Math.max(0, Math.min(255, 250 - (250 - v) * gain + noise * (random.next() - random.next()))),
  );
  return { data: pixels, width: info.width, height: info.height, channels: 1 };
}

/** A straight stroke of some length (px) and direction: what a shaken hand blurs by. */
function motion(length: number, angle: number): { width: number; height: number; kernel: number[] } {
  const side = 9;
  const kernel = Array<number>(side * side).fill(0);
  const steps = 40;
  for (let i = 0; i <= steps; i++) {
    const t = (i / steps - 0.5) * length;
    kernel[Math.round(4 + t * Math.sin(angle)) * side + Math.round(4 + t * Math.cos(angle))]++;
  }
  return { width: side, height: side, kernel };
}
