import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { softPicture } from '../support/noisy-picture.js';

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
