import { heicPhotograph } from '../support/heic-photograph.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { letter, sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { expectFailure } from '../support/service/expect-failure.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder } from '../support/service/stored-state.js';
import { pdf } from '../support/hostile-files.js';

const dpi = 150;
let service: ServiceUnderTest;
let admin: ApiClient;
/** Two years of one form. */
let forms: { id: string; name: string }[];

beforeAll(async () => {
  service = await sharedService();
  admin = await ApiClient.for(service, ['RegisterFormCommand']);
  forms = [];
  for (const form of sampleForms().slice(0, 2)) {
    const { Id } = payloadOf(await admin.registerForm(form.name, [await form.pdf()]));
    forms.push({ id: Id, name: form.name });
  }
});

async function scanned(file: Buffer): Promise<Buffer> {
  const page = await renderPdfPage(file, 1, dpi);
  return (await photographPage(page, dpi, { level: 'scan', seed: 5, megapixels: 2 })).jpeg();
}

describe('a dry run', () => {
  it('ranks the candidates, tells the verdict and where the time went, and stores nothing', async () => {
    const before = await filesUnder(service.dataDir, 'files');
    const answer = await admin.matchPicture([await scanned(await sampleForms()[1].pdf())]);
    expect(answer.status).toBe(200);
    const found = payloadOf(answer);
    expect(found).toMatchObject({ FormId: forms[1].id, FormName: forms[1].name, PageNumber: 1, Error: null });
    expect(found.LibraryPages).toBe(4);

    const { Candidates, Confidence, Thresholds } = found;
    expect(Candidates[0]).toMatchObject({ FormId: forms[1].id, FormName: forms[1].name, PageNumber: 1 });
    expect(Candidates[1]).toMatchObject({ FormId: forms[0].id, FormName: forms[0].name, PageNumber: 1 });
    expect(Candidates.map(({ Score }) => Score)).toEqual(
      Candidates.map(({ Score }) => Score).sort((a, b) => a - b),
    );
    expect(Candidates[0].Inliers).toBeGreaterThan(50);
    expect(Confidence).toBeCloseTo(Candidates[1].Score - Candidates[0].Score, 9);
    expect(Confidence).toBeGreaterThan(Thresholds.MinConfidence);

    const stages = found.Timings.map(({ Stage }) => Stage);
    expect(stages).toEqual(['decode', 'describe', 'shortlist', 'verify', 'ink', 'lookAlikes']);
    expect(found.Timings.every(({ Ms }) => Ms >= 0)).toBe(true);

    expect(await filesUnder(service.dataDir, 'files')).toEqual(before);
    expect(payloadOf(await admin.listPackets()).Total).toBe(0);
  });

  it('takes the HEIC of a phone', async () => {
    const found = payloadOf(await admin.matchPicture([await heicPhotograph()]));
    expect(found).toMatchObject({ FormId: forms[1].id, PageNumber: 1, Error: null });
  });

  it('says why a picture would not be recognized', async () => {
    const found = payloadOf(await admin.matchPicture([await scanned(await letter(6))]));
    expect(found).toMatchObject({ FormId: null, FormName: null, PageNumber: null });
    expect(found.Error).toMatch(/^No suitable form/);
  });

  it('takes the right to register forms', async () => {
    const operator = await ApiClient.for(service);
    expectFailure(await operator.matchPicture([await pdf(1)]), 403, 'RIGHT_MISSING');
  });

  it('takes exactly one file of one page', async () => {
    const page = await pdf(1);
    expectFailure(await admin.matchPicture([]), 400, 'INVALID_ARGUMENT');
    expectFailure(await admin.matchPicture([page, page]), 400, 'INVALID_ARGUMENT');
    expectFailure(await admin.matchPicture([await pdf(2)]), 400, 'INVALID_ARGUMENT');
    expectFailure(await admin.matchPicture([Buffer.from('a text')]), 415, 'UNSUPPORTED_IMAGE');
  });

  it('takes no other field', async () => {
    const body = new FormData();
    body.set('Name', 'a form');
    expectFailure(await admin.matchPicture([await pdf(1)], body), 400, 'INVALID_ARGUMENT');
  });
});
