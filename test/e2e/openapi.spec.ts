import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import type { components } from '../support/generated/openapi.js';
import { AnswerCheck, type OpenApiDocument } from '../support/openapi-answer-check.js';
import { generatedClient, type GeneratedClient, multipart } from '../support/openapi-client.js';
import { readDocument } from '../support/kept-document.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';
import type { ServiceUnderTest } from '../support/service/service-process.js';
import { sharedService } from '../support/service/shared-service.js';

type Packet = components['schemas']['PacketPayload'];

const rights = ['ForceDeleteInputPacketCommand', 'RegisterFormCommand', 'DeleteFormCommand'];
const formKeys = [0, 3, 6];
const photographedForm = 3;
const renderDpi = 150;
const megapixels = 2;
const seed = 20261;
const pollMs = 50;
/** Drawing, photographing and registering, on a machine that is busy with other things. */
const preparationTimeoutMs = 120_000;

let service: ServiceUnderTest;
let answers: AnswerCheck;
let document: string;
let operator: GeneratedClient;
let administrator: GeneratedClient;
let stranger: GeneratedClient;
let photograph: Blob;

beforeAll(async () => {
  service = await sharedService();
  document = await readDocument();
  answers = new AnswerCheck(JSON.parse(document) as OpenApiDocument);
  const secret = (await readFile(join(service.dataDir, 'jwt-secret'), 'utf8')).trim();
  const token = (permissions: string[]) =>
    jwt.sign({ permissions }, secret, { subject: 'someone', expiresIn: '1h' });
  operator = generatedClient(service.url, token([]), answers);
  administrator = generatedClient(service.url, token(rights), answers);
  stranger = generatedClient(service.url, null, answers);

  const page = await renderPdfPage(await sampleForms()[photographedForm].pdf(), 1, renderDpi);
  const shot = await photographPage(page, renderDpi, { level: 'easy', seed, megapixels });
  photograph = new Blob([new Uint8Array(await shot.jpeg())]);
  for (const key of formKeys) {
    const form = sampleForms()[key];
    const { response } = await administrator.POST('/api/Form', {
      body: { Name: form.name, Pages: [new Blob([new Uint8Array(await form.pdf())])] },
      bodySerializer: multipart,
    });
    expect(response.status).toBe(201);
  }
}, preparationTimeoutMs);

async function newPacket(...frames: Blob[]): Promise<Packet> {
  const { data, error } = await operator.POST('/api/InputPacket', {
    body: { Frames: frames },
    bodySerializer: multipart,
  });
  if (!data?.Payload) throw new Error(JSON.stringify(error));
  return data.Payload;
}

/** The packet once the background queue is through with it. */
async function classified(id: string): Promise<Packet> {
  for (;;) {
    const { data } = await operator.GET('/api/InputPacket/{id}', { params: { path: { id } } });
    if (!data?.Payload) throw new Error('the packet is gone');
    if (!['pending', 'running'].includes(data.Payload.Classification)) return data.Payload;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

describe('the OpenAPI document', () => {
  it('is the one that the running application tells', async () => {
    const told: unknown = await (await fetch(`${service.url}/api/openapi.json`)).json();
    expect(told).toEqual(JSON.parse(document));
  });

  it('has examples that fit its schemas, for every answer with a body', () => {
    expect(answers.problemsOfExamples()).toEqual([]);
  });

  it('names no operation twice and leaves none without a tag', () => {
    const operations = answers.operations();
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(operations.filter(({ tags }) => tags.length === 0)).toEqual([]);
  });
});

describe('a client generated from the document', () => {
  it('classifies and normalizes a photographed form, one frame or all', async () => {
    const { Id: id } = await newPacket(photograph);
    const packet = await classified(id);
    expect(packet.Frames[0]).toMatchObject({
      FormName: sampleForms()[photographedForm].name,
      PageNumber: 1,
      FormSource: 'detector',
    });

    const all = await operator.POST('/api/InputPacket/{id}/classify', { params: { path: { id } } });
    expect(all.data?.Payload).toMatchObject({ PacketId: id, Recognized: 1, Unrecognized: 0 });
    const params = { path: { id, order: 1 } };
    const one = await operator.POST('/api/InputPacket/{id}/frames/{order}/classify', { params });
    expect(one.data?.Payload?.Frames).toEqual(all.data?.Payload?.Frames);
    expect(one.data?.Payload?.Frames[0]).toMatchObject({ Order: 1, Error: null });

    const before = await operator.GET('/api/InputPacket/{id}/frames/{order}/image', {
      params: { ...params, query: { Variant: 'normalized' } },
    });
    expect(before.error?.Error.Code).toBe('IMAGE_NOT_FOUND');
    for (const normalized of [
      await operator.POST('/api/InputPacket/{id}/normalize', { params: { path: { id } } }),
      await operator.POST('/api/InputPacket/{id}/frames/{order}/normalize', { params }),
    ]) {
      expect(normalized.data?.Payload).toMatchObject({
        PacketId: id,
        Processed: 1,
        Failed: 0,
        Frames: [{ Order: 1, Role: 'document', HasImage: true, Error: null }],
      });
    }
    const picture = await operator.GET('/api/InputPacket/{id}/frames/{order}/image', {
      params: { ...params, query: { Variant: 'normalized' } },
      parseAs: 'blob',
    });
    expect(picture.response.status).toBe(200);
    expect(picture.data?.size).toBeGreaterThan(10_000);
  });

  it('deletes softly, restores, and deletes for good with the right alone', async () => {
    const { Id: id, Number: number } = await newPacket(photograph);
    const params = { path: { id } };
    const soft = await operator.DELETE('/api/InputPacket/{id}', { params });
    expect(soft.data?.Payload).toEqual({ Id: id, Number: number, Mode: 'soft' });
    const hidden = await operator.GET('/api/InputPacket/{id}', { params });
    expect(hidden.error).toMatchObject({ Payload: null, Error: { Code: 'PACKET_NOT_FOUND' } });
    const listed = await operator.GET('/api/InputPacket', { params: { query: { Deleted: true } } });
    expect(listed.data?.Payload?.Items.map(({ Id }) => Id)).toEqual([id]);
    const restored = await operator.POST('/api/InputPacket/{id}/restore', { params });
    expect(restored.data?.Payload).toMatchObject({ Id: id, DeletedAt: null });
    const again = await operator.POST('/api/InputPacket/{id}/restore', { params });
    expect(again.error?.Error.Code).toBe('CONFLICT');

    const refused = await operator.DELETE('/api/InputPacket/{id}/force', { params });
    expect(refused.response.status).toBe(403);
    expect(refused.error).toMatchObject({ Payload: null, Error: { Code: 'RIGHT_MISSING' } });
    const forced = await administrator.DELETE('/api/InputPacket/{id}/force', { params });
    expect(forced.data?.Payload).toEqual({ Id: id, Number: number, Mode: 'force' });
    const gone = await administrator.DELETE('/api/InputPacket/{id}/force', { params });
    expect(gone.response.status).toBe(404);
    expect(gone.error).toMatchObject({ Payload: null, Error: { Code: 'PACKET_NOT_FOUND' } });
  });

  it('edits frames and chooses a form, which wins over the detector', async () => {
    const { Id: id } = await newPacket(photograph, photograph);
    const params = { path: { id, order: 1 } };
    const forms = await operator.GET('/api/Form', {});
    const chosen = forms.data?.Payload?.Items.find(
      ({ Name }) => Name !== sampleForms()[photographedForm].name,
    );
    if (!chosen) throw new Error('no form');
    const one = await operator.GET('/api/Form/{id}', { params: { path: { id: chosen.Id } } });
    expect(one.data?.Payload).toEqual(chosen);
    const choice = await operator.PUT('/api/InputPacket/{id}/frames/{order}/form', {
      params,
      body: { FormId: chosen.Id, PageNumber: 1 },
    });
    expect(choice.data?.Payload?.Frames[0]).toMatchObject({ FormId: chosen.Id, FormSource: 'operator' });
    const rerun = await operator.POST('/api/InputPacket/{id}/frames/{order}/classify', { params });
    expect(rerun.data?.Payload?.Frames[0]).toMatchObject({ FormId: chosen.Id, Error: null });
    const withdrawn = await operator.DELETE('/api/InputPacket/{id}/frames/{order}/form', { params });
    expect(withdrawn.data?.Payload?.Frames[0]?.FormName).toBe(sampleForms()[photographedForm].name);

    const body = { Frames: [photograph] };
    const added = await operator.POST('/api/InputPacket/{id}/frames', {
      params: { path: { id } },
      body,
      bodySerializer: multipart,
    });
    expect(added.data?.Payload?.Frames).toHaveLength(3);
    const replaced = await operator.PUT('/api/InputPacket/{id}/frames/{order}', {
      params,
      body,
      bodySerializer: multipart,
    });
    expect(replaced.data?.Payload?.Frames).toHaveLength(3);
    const removed = await operator.DELETE('/api/InputPacket/{id}/frames/{order}', { params });
    expect(removed.data?.Payload?.Frames.map(({ Order }) => Order)).toEqual([1, 2]);
  });
});

describe('failures are as the document has them', () => {
  const nowhere: { path: { id: string } } = { path: { id: randomUUID() } };
  const bad = { path: { id: 'abc' } };
  const six = [
    (client: GeneratedClient, { path }: typeof nowhere) =>
      client.POST('/api/InputPacket/{id}/frames/{order}/classify', {
        params: { path: { ...path, order: 1 } },
      }),
    (client: GeneratedClient, params: typeof nowhere) =>
      client.POST('/api/InputPacket/{id}/classify', { params }),
    (client: GeneratedClient, { path }: typeof nowhere) =>
      client.POST('/api/InputPacket/{id}/frames/{order}/normalize', {
        params: { path: { ...path, order: 1 } },
      }),
    (client: GeneratedClient, params: typeof nowhere) =>
      client.POST('/api/InputPacket/{id}/normalize', { params }),
    (client: GeneratedClient, params: typeof nowhere) => client.DELETE('/api/InputPacket/{id}', { params }),
    (client: GeneratedClient, params: typeof nowhere) =>
      client.DELETE('/api/InputPacket/{id}/force', { params }),
  ];

  it('for a packet that is not there, an identifier that is none, and a caller without a token', async () => {
    for (const call of six) {
      const missing = await call(administrator, nowhere);
      expect(missing.response.status).toBe(404);
      expect(missing.error).toMatchObject({ Payload: null, Error: { Code: 'PACKET_NOT_FOUND' } });
      const malformed = await call(administrator, bad);
      expect(malformed.response.status).toBe(400);
      expect(malformed.error?.Error).toMatchObject({ Code: 'INVALID_ARGUMENT', Details: [{ Field: 'id' }] });
      const unknown = await call(stranger, nowhere);
      expect(unknown.response.status).toBe(401);
      expect(unknown.error).toMatchObject({ Payload: null, Error: { Code: 'UNAUTHENTICATED' } });
    }
  });

  it('for orders and files that do not do', async () => {
    const { Id: id } = await newPacket(photograph);
    const order = async (value: number) => {
      const path = { id, order: value };
      const { error } = await operator.POST('/api/InputPacket/{id}/frames/{order}/classify', {
        params: { path },
      });
      return error?.Error.Code;
    };
    expect(await order(0)).toBe('INVALID_ARGUMENT');
    expect(await order(2 ** 31)).toBe('INVALID_ARGUMENT');
    expect(await order(2)).toBe('FRAME_NOT_FOUND');
    const text = await operator.POST('/api/InputPacket', {
      body: { Frames: [new Blob(['not a picture'])] },
      bodySerializer: multipart,
    });
    expect(text.error?.Error.Code).toBe('UNSUPPORTED_IMAGE');
    const cut = await operator.POST('/api/InputPacket', {
      body: { Frames: [photograph.slice(0, 2000)] },
      bodySerializer: multipart,
    });
    expect(cut.error?.Error.Code).toBe('UNDECODABLE_IMAGE');
  });

  it('for pictures asked for in part, again, and beyond their end', async () => {
    const { Id: id } = await newPacket(photograph);
    const image = (header: { Range?: string; 'If-None-Match'?: string }) =>
      operator.GET('/api/InputPacket/{id}/frames/{order}/image', {
        params: { path: { id, order: 1 }, header },
        parseAs: 'stream',
      });
    const part = await image({ Range: 'bytes=0-99' });
    expect(part.response.status).toBe(206);
    const etag = part.response.headers.get('ETag') ?? '';
    expect((await image({ 'If-None-Match': etag })).response.status).toBe(304);
    expect((await image({ Range: 'bytes=99999999-' })).response.status).toBe(416);
  });
});
