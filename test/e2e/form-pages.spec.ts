import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { softPicture } from '../support/noisy-picture.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage, scanPdf } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const threads = 2;
/** Of a page in points and of its picture in px: 300 dpi. */
const pages = [
  { points: 360, px: 1500 },
  { points: 192, px: 800 },
  { points: 168, px: 700 },
  { points: 144, px: 600 },
  { points: 120, px: 500 },
  { points: 96, px: 400 },
];
const dpi = 150;
/** Gradients one upon the other: the page is drawn in a second or so, after the ones behind it. */
const layers = 8;

let service: ServiceProcess;
let api: ApiClient;

beforeAll(async () => {
  service = await ServiceProcess.start({ env: { VISION_THREADS: String(threads) } });
  api = await ApiClient.for(service, ['RegisterFormCommand']);
});

afterAll(() => service?.stop());

/** A PDF of pages that can be told by their widths, of which the first takes the longest to draw. */
async function slowFirst(): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  for (const [index, { points }] of pages.entries()) {
    document.addPage({ size: [points, points], margin: 12 }).text(`Page ${index + 1}`);
    if (index > 0) continue;
    const gradient = document.radialGradient(0, 0, 0, points / 2, points / 2, points);
    gradient.stop(0, 'red').stop(1, 'blue');
    for (let layer = 0; layer < layers; layer++) document.rect(0, 0, points, points).fill(gradient);
  }
  document.end();
  await done;
  return Buffer.concat(chunks);
}

it('pages of a form keep the order of their files, whichever is drawn first', async () => {
  const cover = await softPicture(300, 200).png().toBuffer();
  const { Id } = payloadOf(await api.registerForm('In order', [await slowFirst(), cover]));
  const widths: number[] = [];
  for (let number = 1; number <= pages.length + 1; number++) {
    const picture = await api.fetch('GET', `/api/Form/${Id}/pages/${number}/image`);
    widths.push((await sharp(await picture.arrayBuffer()).metadata()).width);
  }
  expect(widths).toEqual([...pages.map(({ px }) => px), 300]);
});

it('a page that was photographed is cut out, and frames are laid onto it', async () => {
  const pdf = await sampleForms()[7].pdf();
  const page = await renderPdfPage(pdf, 1, dpi);
  const photograph = await photographPage(page, dpi, { level: 'easy', seed: 5, megapixels: 4 });
  const { Id, Pages } = payloadOf(await api.registerForm('Photographed', [await photograph.jpeg()]));
  const [{ Width, Height, Notes }] = Pages;
  expect(Notes).toEqual(['cut_out']);
  expect(Math.abs(Width / Height / (page.width / page.height) - 1)).toBeLessThan(0.01);
  const kept = await sharp(await (await api.fetch('GET', `/api/Form/${Id}/pages/1/image`)).arrayBuffer());
  expect(await kept.metadata()).toMatchObject({ format: 'jpeg', width: Width, height: Height });

  const { Id: packet } = payloadOf(await api.createPacket([{ bytes: await scanPdf(pdf, dpi) }]));
  const [{ FormId, PageNumber }] = (await api.classified(packet)).Frames;
  expect([FormId, PageNumber]).toEqual([Id, 1]);
  expect(payloadOf(await api.normalize(packet, 1)).Frames).toMatchObject([{ HasImage: true, Flag: null }]);
});

it('a page with nothing on it to know it by says so, and one of a few strokes does not', async () => {
  const shapes = [0, 1, 2, 3].map(
    (i) => `<path d="M${60 + 90 * i} 60h40v50h-25v-20h25M${70 + 90 * i} 120l20 30"/>`,
  );
  const sheet = (content: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="white"/>
       <g fill="none" stroke="black" stroke-width="6">${content}</g></svg>`,
    );
  const notesOf = async (content: string) => {
    const page = await sharp(sheet(content)).png().toBuffer();
    return payloadOf(await api.registerForm('Sheet', [page])).Pages[0].Notes;
  };
  expect(await notesOf('')).toEqual(['blank']);
  expect(await notesOf(shapes.join(''))).toEqual([]);
});

it('a form is found by what its name holds', async () => {
  const page = await softPicture(300, 200).png().toBuffer();
  for (const name of ['Tax 100 % exempt', 'TAX_1000 Ärzte', 'Back\\slash'])
    await api.registerForm(name, [page]);
  const named = async (text: string) => {
    const { Items, Total } = payloadOf(await api.listForms(`?Name=${encodeURIComponent(text)}`));
    expect(Total).toBe(Items.length);
    return Items.map(({ Name }) => Name);
  };
  expect(await named('tax')).toEqual(['TAX_1000 Ärzte', 'Tax 100 % exempt']);
  expect(await named('ärzte')).toEqual(['TAX_1000 Ärzte']);
  expect(await named('%')).toEqual(['Tax 100 % exempt']);
  expect(await named('x_1')).toEqual(['TAX_1000 Ärzte']);
  expect(await named('k\\s')).toEqual(['Back\\slash']);
  expect(await named('nowhere')).toEqual([]);
});
