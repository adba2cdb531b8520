import sharp from 'sharp';
import type { FormDto } from '../../src/forms/dto/form.dto.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { softPicture } from '../support/noisy-picture.js';

const dpi = 150;
let service: ServiceUnderTest;
let database: ServiceDatabase;
let api: ApiClient;
/** Two years of one form. */
let forms: FormDto[];
/** Frame 1: the later year's first page, lying on its side. Frame 2: noise. */
let packet: string;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  const samples = sampleForms().slice(0, 2);
  forms = [];
  for (const form of samples) forms.push(payloadOf(await api.registerForm(form.name, [await form.pdf()])));
  const page = await renderPdfPage(await samples[1].pdf(), 1, dpi);
  const photograph = await photographPage(page, dpi, {
    level: 'scan',
    seed: 2,
    megapixels: 2,
    quarterTurns: 1,
  });
  const files = [
    { bytes: await photograph.jpeg() },
    { bytes: await softPicture(300, 200).jpeg().toBuffer() },
  ];
  packet = payloadOf(await api.createPacket(files)).Id;
  const { Frames } = await api.classified(packet);
  expect(Frames.map(({ FormId }) => FormId)).toEqual([forms[1].Id, null]);
});

interface Picture {
  etag: string | null;
  width: number;
  height: number;
  /** Px of the overlay's green and of its red. */
  green: number;
  red: number;
  blue: number;
}

async function overlay(): Promise<Picture> {
  const response = await api.frameImage(packet, 1, 'overlay');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { etag: response.headers.get('etag'), width: info.width, height: info.height };
  const counts = { green: 0, red: 0, blue: 0 };
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = data.subarray(i, i + 3);
    if (g > r + 40 && g > b + 40) counts.green++;
    if (r > g + 40 && r > b + 40) counts.red++;
    if (b > r + 60 && b > g + 60) counts.blue++;
  }
  return { ...picture, ...counts };
}

describe('the overlay of a frame', () => {
  let seen: Picture;

  it('shows the page upright, with its outline and the places that speak for it', async () => {
    seen = await overlay();
    expect(seen.height).toBeGreaterThan(seen.width);
    expect(seen.height).toBeLessThanOrEqual(1650);
    // The outline is a line of two px or more around the sheet.
    expect(seen.blue).toBeGreaterThan(2 * (seen.width + seen.height));
    expect(seen.green).toBeGreaterThan(4 * seen.red);
  });

  it('shows what speaks against a page that the operator chose, and has another ETag then', async () => {
    await api.chooseForm(packet, 1, forms[0].Id, 1);
    const chosen = await overlay();
    expect(chosen.red).toBeGreaterThan(4 * chosen.green);
    expect(chosen.etag).not.toBe(seen.etag);

    await api.withdrawChoice(packet, 1);
    const response = await api.frameImage(packet, 1, 'overlay', { 'If-None-Match': seen.etag ?? '' });
    expect(response.status).toBe(304);
  });

  it('is not found where nothing of the library is', async () => {
    const path = (order: number) => `/api/InputPacket/${packet}/frames/${order}/image?Variant=overlay`;
    expectFailure(await api.call('GET', path(2)), 404, 'IMAGE_NOT_FOUND');
    expectFailure(await api.call('GET', path(3)), 404, 'FRAME_NOT_FOUND');
    // Chosen by hand, but not in the picture.
    await api.chooseForm(packet, 2, forms[0].Id, 1);
    expectFailure(await api.call('GET', path(2)), 404, 'IMAGE_NOT_FOUND');
  });

  it('waits for the frame to be classified, and says so', async () => {
    const { Id } = payloadOf(
      await api.createPacket([{ bytes: await softPicture(300, 200).jpeg().toBuffer() }]),
    );
    await api.classified(Id);
    const messageOf = async () => {
      const answer = await api.call('GET', `/api/InputPacket/${Id}/frames/1/image?Variant=overlay`);
      expectFailure(answer, 404, 'IMAGE_NOT_FOUND');
      return answer.body.Error?.Message;
    };
    expect(await messageOf()).toMatch(/No page of the library/);
    // As before its turn has come.
    await database.query('update frames set confidence = null where packet_id = $1', [Id]);
    expect(await messageOf()).toBe('Frame 1 has not been classified yet.');
    await api.chooseForm(Id, 1, forms[0].Id, 1);
    expect(await messageOf()).toMatch(/No page of the library/);
  });

  it('costs a caller that has it already no profile of a page', async () => {
    const seen = await overlay();
    await database.query('alter table form_pages rename column profile to profile_aside');
    const again = await api
      .frameImage(packet, 1, 'overlay', { 'If-None-Match': seen.etag ?? '' })
      .finally(() => database.query('alter table form_pages rename column profile_aside to profile'));
    expect(again.status).toBe(304);
  });

  it('has no modes', async () => {
    const path = `/api/InputPacket/${packet}/frames/1/image?Variant=overlay&Mode=gray`;
    expectFailure(await api.call('GET', path), 400, 'INVALID_ARGUMENT');
  });
});
