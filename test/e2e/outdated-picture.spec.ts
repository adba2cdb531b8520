import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { sharedService } from '../support/service/shared-service.js';
import { softPicture } from '../support/noisy-picture.js';

let api: ApiClient;
let form: string;
/** A packet of one frame that shows no form. */
let packet: string;

beforeAll(async () => {
  api = await ApiClient.for(await sharedService(), ['RegisterFormCommand', 'DeleteFormCommand']);
  form = payloadOf(await api.registerForm('Chosen', [await softPicture(600, 800).png().toBuffer()])).Id;
  packet = payloadOf(await api.createPacket([{ bytes: await softPicture(900, 1200).jpeg().toBuffer() }])).Id;
  await api.classified(packet);
});

const normalized = async () => payloadOf(await api.normalize(packet, 1)).Frames[0].Flag;
const seen = async () => {
  const { HasImage, Flag } = payloadOf(await api.getPacket(packet)).Frames[0];
  return { HasImage, Flag };
};

describe('a normalized picture', () => {
  it('is outdated once its frame is assigned otherwise, until it is made anew', async () => {
    const alone = await normalized();
    expect(alone).not.toBe('outdated');

    payloadOf(await api.chooseForm(packet, 1, form, 1));
    expect(await seen()).toEqual({ HasImage: true, Flag: 'outdated' });
    expect(await normalized()).toBe('unregistered');
    expect(await seen()).toEqual({ HasImage: true, Flag: 'unregistered' });

    const withdrawn = payloadOf(await api.withdrawChoice(packet, 1));
    expect(withdrawn.Frames[0].Flag).toBe('outdated');
    // What it was made for counts again.
    expect(payloadOf(await api.chooseForm(packet, 1, form, 1)).Frames[0].Flag).toBe('unregistered');
  });

  it('is unregistered where the form was deleted since', async () => {
    expect((await api.deleteForm(form)).status).toBe(200);
    expect(await normalized()).toBe('unregistered');
    expect(payloadOf(await api.getPacket(packet)).Frames[0].FormName).toBe('Chosen');
  });
});
