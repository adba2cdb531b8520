import sharp from 'sharp';
import { scanPdf } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

const dpi = 150;
let service: ServiceUnderTest;
let api: ApiClient;
/** One form, registered under two names: no frame can be decided between them. */
let twins: { Id: string; Name: string }[];
let scan: Buffer;

beforeAll(async () => {
  service = await sharedService();
  api = await ApiClient.for(service, ['RegisterFormCommand']);
  const pdf = await sampleForms()[7].pdf();
  twins = [];
  for (const name of ['One', 'Other']) twins.push(payloadOf(await api.registerForm(name, [pdf])));
  scan = await scanPdf(pdf, dpi);
});

async function packet(): Promise<string> {
  const { Id } = payloadOf(await api.createPacket([{ bytes: scan }]));
  await api.classified(Id);
  return Id;
}

const recognizedInQueue = async (id: string) =>
  payloadOf(await api.listPackets()).Items.find(({ Id }) => Id === id)?.RecognizedCount;

describe('a frame between two forms', () => {
  it('is recognized as neither, says why, and offers both', async () => {
    const id = await packet();
    const { Recognized, Unrecognized, Frames } = payloadOf(await api.classify(id));
    expect([Recognized, Unrecognized]).toEqual([0, 1]);
    const [{ Alternatives, ...frame }] = Frames;
    expect(frame).toEqual({
      Order: 1,
      FormId: null,
      FormName: null,
      PageNumber: null,
      Confidence: 0,
      Error: expect.stringMatching(/^Confidence below the threshold/),
    });
    const first = Alternatives.filter(({ PageNumber }) => PageNumber === 1);
    expect(first.map(({ FormId, FormName }) => [FormId, FormName]).sort()).toEqual(
      twins.map(({ Id, Name }) => [Id, Name]).sort(),
    );
    const scores = Alternatives.map(({ Score }) => Score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
    expect(await recognizedInQueue(id)).toBe(0);
  });

  it('is shown with what speaks for the closer one', async () => {
    const overlay = await api.frameImage(await packet(), 1, 'overlay');
    expect([overlay.status, overlay.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
    expect((await sharp(await overlay.arrayBuffer()).metadata()).height).toBeGreaterThan(1000);
  });

  it('is what the operator says, also after another run; the other form is offered as long', async () => {
    const id = await packet();
    const [one, other] = twins.map(({ Id }) => Id);
    const chosen = payloadOf(await api.chooseForm(id, 1, one, 1)).Frames[0];
    const again = payloadOf(await api.classify(id, 1));
    expect([again.Recognized, again.Unrecognized]).toEqual([1, 0]);
    for (const frame of [chosen, again.Frames[0]]) {
      expect(frame).toMatchObject({
        FormId: one,
        FormName: 'One',
        PageNumber: 1,
        Error: null,
        Confidence: 0,
      });
      const offered = frame.Alternatives.filter(({ PageNumber }) => PageNumber === 1);
      expect(offered.map(({ FormId }) => FormId)).toEqual([other]);
    }
    expect(await recognizedInQueue(id)).toBe(1);
    const withdrawn = payloadOf(await api.withdrawChoice(id, 1)).Frames[0];
    expect(withdrawn).toMatchObject({ FormId: null, FormSource: null, Error: expect.stringMatching(/./) });
  });
});
