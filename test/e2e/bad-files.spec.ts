import type { ErrorCode } from '../../src/domain-error.js';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { heicPhotograph } from '../support/heic-photograph.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { errorsOf } from '../support/service/errors-of.js';
import { expectFailure } from '../support/service/expect-failure.js';
import { ServiceDatabase } from '../support/service/service-database.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';
import { filesUnder, leavesNothing } from '../support/service/stored-state.js';
import { until } from '../support/until.js';
import { handmadeTiff, pdf, vastPng } from '../support/hostile-files.js';
import { noisyPicture } from '../support/noisy-picture.js';

const allRights = ['ForceDeleteInputPacketCommand', 'RegisterFormCommand', 'DeleteFormCommand'];
const json = { 'Content-Type': 'application/json' };

let service: ServiceUnderTest;
let database: ServiceDatabase;
let api: ApiClient;
let picture: Buffer;
/** A packet of one frame. */
let packet: string;

beforeAll(async () => {
  service = await sharedService();
  database = await ServiceDatabase.of(service);
  api = await ApiClient.for(service, allRights);
  picture = await noisyPicture().jpeg().toBuffer();
  packet = payloadOf(await api.createPacket([{ bytes: picture }])).Id;
  await api.classified(packet);
});

describe('files', () => {
  const cases: [name: string, status: number, code: ErrorCode, make: () => Promise<Buffer> | Buffer][] = [
    ['an empty file', 415, 'UNSUPPORTED_IMAGE', () => Buffer.alloc(0)],
    ['a text called .jpg', 415, 'UNSUPPORTED_IMAGE', () => Buffer.from('Dear Sir or Madam')],
    ['an SVG', 415, 'UNSUPPORTED_IMAGE', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', 415, 'UNSUPPORTED_IMAGE', () => noisyPicture(40, 30).gif().toBuffer()],
    ['a ZIP archive', 415, 'UNSUPPORTED_IMAGE', () => Buffer.from('PK\u0003\u0004 and so on')],
    ['a truncated JPEG', 422, 'UNDECODABLE_IMAGE', () => picture.subarray(0, picture.length / 2)],
    ['a JPEG that is only a signature', 422, 'UNDECODABLE_IMAGE', () => Buffer.from([255, 216, 255, 224])],
    [
      'a PNG whose pixels are noise',
      422,
      'UNDECODABLE_IMAGE',
      async () => (await noisyPicture(60, 60).png().toBuffer()).fill(7, 60, 4000),
    ],
    [
      'half of a HEIC',
      422,
      'UNDECODABLE_IMAGE',
      async () => {
        const whole = await heicPhotograph();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ['a PDF cut in its header', 422, 'UNDECODABLE_IMAGE', () => Buffer.from('%PDF-1.7\n')],
    ['an encrypted PDF', 422, 'UNDECODABLE_IMAGE', () => pdf(1, { userPassword: 'secret' })],
    [
      'a TIFF whose pages form a loop',
      422,
      'UNDECODABLE_IMAGE',
      () => handmadeTiff({ pages: 2, loop: true }),
    ],
    ['a PNG of 30,000 x 30,000 px', 413, 'TOO_LARGE', () => vastPng(30_000)],
    ['a TIFF of 10,000 pages', 413, 'TOO_LARGE', () => handmadeTiff({ pages: 10_000 })],
  ];

  it.each(cases)(
    '%s: %i %s, with good files around it, and nothing is stored',
    async (name, status, code, make) => {
      const bytes = await make();
      await leavesNothing(service.dataDir, database, async () => {
        const between = await api.createPacket([
          { bytes: picture },
          { bytes, name: 'photo.jpg' },
          { bytes: picture },
        ]);
        expectFailure(between, status, code);
        expectFailure(await api.addFrames(packet, [{ bytes }]), status, code);
        expectFailure(await api.replaceFrame(packet, 1, { bytes }), status, code);
        expectFailure(await api.registerForm(name, [bytes]), status, code);
      });
    },
  );

  it('names the file that is wrong', async () => {
    const film = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0mp41isom');
    const { body } = await api.createPacket([{ bytes: picture }, { bytes: film }]);
    expect(body.Error?.Details?.[0]?.Field).toBe('Frames[1]');
    expect(body.Error?.Message).toMatch(/^Frames\[1\]: neither JPEG/);
  });

  it('takes a picture whose EXIF is garbage', async () => {
    const garbage = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(200, 0xfe)]);
    const marker = Buffer.from([0xff, 0xe1, 0, garbage.length + 2]);
    const bytes = Buffer.concat([picture.subarray(0, 2), marker, garbage, picture.subarray(2)]);
    const { Id, Frames } = payloadOf(await api.createPacket([{ bytes }]));
    expect(Frames).toMatchObject([{ Width: 400, Height: 300 }]);
    const done = await api.classified(Id);
    expect(done.Frames[0].Error).toMatch(/^No suitable form/);
    expect(payloadOf(await api.normalize(Id))).toMatchObject({ Processed: 1, Failed: 0 });
  });

  it('takes a picture with a name that lies or attacks', async () => {
    for (const name of ['../../../etc/passwd', 'a\\b.exe', 'x'.repeat(2000), '<script>.svg']) {
      const { Frames } = payloadOf(await api.createPacket([{ bytes: picture, name }]));
      expect(Frames).toHaveLength(1);
    }
  });

  it('takes a file whose part has no name of a file, in its place', async () => {
    const part = (head: string, bytes: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="Frames"${head}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]);
    const small = await noisyPicture(60, 40).png().toBuffer();
    const parts = [
      part('\r\nContent-Type: application/octet-stream', small),
      part('; filename="scans/"', picture),
      part('; filename="a.png"', small),
    ];
    const body = new Uint8Array(Buffer.concat([...parts, Buffer.from('--x--\r\n')]));
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const { Frames } = payloadOf(await api.call<PacketDto>('POST', '/api/InputPacket', { body, headers }));
    expect(Frames.map(({ Width }) => Width)).toEqual([60, 400, 60]);
  });

  it('tells a client that sends a picture as a text what its part lacks', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="Frames"\r\nContent-Type: image/jpeg\r\n\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    // Also one that is short enough for a text, as `curl -F Frames=photo.jpg` sends the name of the file.
    for (const text of [picture, Buffer.from('photo.jpg')]) {
      const body = new Uint8Array(Buffer.concat([Buffer.from(head), text, Buffer.from('\r\n--x--\r\n')]));
      const answer = await api.call('POST', '/api/InputPacket', { body, headers });
      expectFailure(answer, 400, 'INVALID_ARGUMENT');
      expect(answer.body.Error?.Details).toEqual([
        { Field: 'Frames', Message: expect.stringContaining('filename') },
      ]);
    }
  });
});

describe('multipart bodies', () => {
  const refusedBodies: [name: string, make: () => RequestInit][] = [
    ['no files at all', () => ({ body: new FormData() })],
    ['text where files belong', () => ({ body: formOf({ Frames: 'a picture' }) })],
    ['files in another field', () => ({ body: multipart('Files', picture) })],
    ['a field that is unknown', () => ({ body: formOf({ Colour: 'red' }, picture) })],
    ['an empty number', () => ({ body: formOf({ Number: '' }, picture) })],
    ['a number of 101 characters', () => ({ body: formOf({ Number: 'x'.repeat(101) }, picture) })],
    ['a number of spaces', () => ({ body: formOf({ Number: '  ' }, picture) })],
    ['a number with a zero byte', () => ({ body: formOf({ Number: 'A\u0000B' }, picture) })],
    ['a number that is an object', () => ({ body: formOf({ 'Number[a]': '1' }, picture) })],
    ['a role that is unknown', () => ({ body: formOf({ Roles: 'cover' }, picture) })],
    ['more roles than files', () => ({ body: formOf({ Roles: 'document,barcode' }, picture) })],
    ['JSON', () => ({ body: '{"Frames":[]}', headers: json })],
    [
      'a picture without multipart',
      () => ({ body: picture.toString('latin1'), headers: { 'Content-Type': 'image/jpeg' } }),
    ],
    [
      'multipart without a boundary',
      () => ({ body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }),
    ],
    [
      'multipart that ends in the middle',
      () => ({
        body: '--x\r\nContent-Disposition: form-data; name="Frames"; filename="a.jpg"\r\n\r\nabc',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      }),
    ],
    [
      'multipart with a broken part header',
      () => ({
        body: '--x\r\n: :\r\n\r\nabc\r\n--x--',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      }),
    ],
    ['nothing', () => ({})],
  ];

  it.each(refusedBodies)('%s: 400, and nothing is stored', async (_name, make) => {
    await leavesNothing(service.dataDir, database, async () => {
      for (const path of ['/api/InputPacket', `/api/InputPacket/${packet}/frames`]) {
        expectFailure(await api.call('POST', path, make()), 400, 'INVALID_ARGUMENT');
      }
      expectFailure(
        await api.call('PUT', `/api/InputPacket/${packet}/frames/1`, make()),
        400,
        'INVALID_ARGUMENT',
      );
    });
  });

  it('two files to replace one frame: 400', async () => {
    const form = multipart('Frames', picture);
    form.append('Frames', new Blob([new Uint8Array(picture)]), 'b.jpg');
    await leavesNothing(service.dataDir, database, async () => {
      const answer = await api.call('PUT', `/api/InputPacket/${packet}/frames/1`, { body: form });
      expectFailure(answer, 400, 'INVALID_ARGUMENT');
    });
  });

  it('an upload that its sender breaks off leaves nothing', async () => {
    await leavesNothing(service.dataDir, database, async () => {
      const head = '--x\r\nContent-Disposition: form-data; name="Frames"; filename="a.jpg"\r\n\r\n';
      const sending = new AbortController();
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(Buffer.from(head + 'a'.repeat(50_000))),
      });
      const request = api.fetch('POST', '/api/InputPacket', {
        body,
        signal: sending.signal,
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        ...{ duplex: 'half' },
      });
      const outcome = request.then(
        () => 'answered',
        () => 'broken off',
      );
      await until(
        'the upload has begun',
        async () => (await filesUnder(service.dataDir, 'uploads')).length > 0,
      );
      sending.abort();
      expect(await outcome).toBe('broken off');
    });
  });

  it('a number or name that shows nothing, has two lines, or is not in UTF-8: 400', async () => {
    const page = await pdf(1);
    await leavesNothing(service.dataDir, database, async () => {
      for (const name of ['\u200b\u2060', 'A\u2028B', 'A\u2029B']) {
        expectFailure(await api.createPacket([{ bytes: picture }], name), 400, 'INVALID_ARGUMENT');
        expectFailure(await api.registerForm(name, [page]), 400, 'INVALID_ARGUMENT');
      }
      const text = Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="Number"\r\n\r\nM\xfcller\r\n',
        'latin1',
      );
      const head = '--x\r\nContent-Disposition: form-data; name="Frames"; filename="a.jpg"\r\n\r\n';
      const body = new Uint8Array(
        Buffer.concat([text, Buffer.from(head), picture, Buffer.from('\r\n--x--\r\n')]),
      );
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
      expectFailure(await api.call('POST', '/api/InputPacket', { body, headers }), 400, 'INVALID_ARGUMENT');
      expectFailure(await api.listPackets('?Number=M%FCller'), 400, 'INVALID_ARGUMENT');
    });
  });

  it('a form without a name, with an endless one, or without pages: 400', async () => {
    const page = await pdf(1);
    await leavesNothing(service.dataDir, database, async () => {
      for (const name of ['', ' ', 'x'.repeat(201), 'A\u0000B']) {
        expectFailure(await api.registerForm(name, [page]), 400, 'INVALID_ARGUMENT');
      }
      expectFailure(
        await api.call('POST', '/api/Form', { body: multipart('Pages', page) }),
        400,
        'INVALID_ARGUMENT',
      );
      expectFailure(await api.registerForm('No pages', []), 400, 'INVALID_ARGUMENT');
      const wrongField = formOf({ Name: 'Wrong field' });
      wrongField.append('Frames', new Blob([new Uint8Array(page)]), 'a.pdf');
      expectFailure(await api.call('POST', '/api/Form', { body: wrongField }), 400, 'INVALID_ARGUMENT');
    });
  });
});

it('the service has survived all of this without an error of its own', async () => {
  expect((await api.getPacket(packet)).status).toBe(200);
  expect(errorsOf(service)).toEqual([]);
});

function multipart(field: string, bytes: Uint8Array, name = 'frame.jpg'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

function formOf(fields: Record<string, string>, file?: Uint8Array): FormData {
  const form = file ? multipart('Frames', file) : new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
