import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

const dpi = 150;
/** A form in two years, of which the earlier one alone is registered. */
const [before, now] = sampleForms();
let service: ServiceUnderTest;
let api: ApiClient;
let registered: { Id: string; Name: string };

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  registered = payloadOf(await api.registerForm(before.name, [await before.pdf()]));
});

async function photographOf(form: typeof before): Promise<Buffer> {
  const page = await renderPdfPage(await form.pdf(), 1, dpi);
  const photo = await photographPage(page, dpi, { level: 'easy', seed: 5, megapixels: 4, writing: true });
  return photo.jpeg();
}

describe('a year of a form that is not registered', () => {
  it('is not taken for the year that is; the operator may do so', async () => {
    const { Id } = payloadOf(
      await api.createPacket([{ bytes: await photographOf(now) }, { bytes: await photographOf(before) }]),
    );
    await api.classified(Id);
    const { Recognized, Unrecognized, Frames } = payloadOf(await api.classify(Id));
    expect([Recognized, Unrecognized]).toEqual([1, 1]);
    expect(Frames[0]).toMatchObject({
      FormId: null,
      FormName: null,
      PageNumber: null,
      Error: `No suitable form: the frame shows another revision of page 1 of "${registered.Name}".`,
    });
    expect(Frames[0].Alternatives[0]).toMatchObject({ FormId: registered.Id, PageNumber: 1 });
    expect(Frames[1]).toMatchObject({ FormId: registered.Id, PageNumber: 1, Error: null });

    payloadOf(await api.chooseForm(Id, 1, registered.Id, 1));
    expect(payloadOf(await api.classify(Id, 1)).Recognized).toBe(1);
    const normalized = payloadOf(await api.normalize(Id));
    expect(normalized.Frames.map(({ Flag }) => Flag)).toEqual(['other_revision', null]);
  });

  it('is told by a dry run, with the time that took', async () => {
    const found = payloadOf(await api.matchPicture([await photographOf(now)]));
    expect(found.FormId).toBeNull();
    expect(found.Error).toContain('another revision');
    expect(found.Candidates[0]).toMatchObject({ FormId: registered.Id, PageNumber: 1 });
    expect(found.Timings.at(-1)).toMatchObject({ Stage: 'revision' });
  });
});
