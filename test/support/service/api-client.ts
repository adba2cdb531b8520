import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import type { ClassifiedPacketDto } from '../../../src/classification/dto/classification.dto.js';
import type { PictureMatchDto } from '../../../src/classification/dto/match.dto.js';
import type { DeletedPacketDto } from '../../../src/deletion/dto/deletion.dto.js';
import type { FormDto, FormListDto, RegisteredFormDto } from '../../../src/forms/dto/form.dto.js';
import type { Envelope } from '../../../src/http/envelope.js';
import type { PacketDto, PacketPageDto } from '../../../src/input-packets/dto/packet.dto.js';
import type { NormalizedPacketDto } from '../../../src/normalization/dto/normalization.dto.js';
import type { ServiceUnderTest } from './service-process.js';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

export interface UploadFile {
  bytes: Uint8Array;
  name?: string;
  role?: 'document' | 'barcode';
}

const classificationTimeoutMs = 60_000;
const pollMs = 50;

/** A caller of the REST interface with a token. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    /** The token that it sends; null sends none. */
    readonly bearer: string | null,
  ) {}

  /** A caller whose token was signed with the secret that the service made for itself. */
  static async for(
    service: ServiceUnderTest,
    rights: readonly string[] = [],
    subject = 'someone',
  ): Promise<ApiClient> {
    const secret = await readFile(join(service.dataDir, 'jwt-secret'), 'utf8');
    return ApiClient.with(service.url, secret.trim(), rights, subject);
  }

  /** A caller whose token is signed with a secret that is known. */
  static with(
    baseUrl: string,
    secret: string,
    rights: readonly string[] = [],
    subject = 'someone',
  ): ApiClient {
    const key = createSecretKey(Buffer.from(secret));
    return new ApiClient(baseUrl, jwt.sign({ permissions: rights }, key, { subject, expiresIn: '1h' }));
  }

  async fetch(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.bearer !== null) headers.set('Authorization', `Bearer ${this.bearer}`);
    return fetch(`${this.baseUrl}${path}`, { ...init, method, headers });
  }

  async call<T>(method: string, path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const response = await this.fetch(method, path, init);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Envelope<T>,
    };
  }

  createPacket(files: readonly UploadFile[], number?: string): Promise<Answer<PacketDto>> {
    return this.call('POST', '/api/InputPacket', { body: packetForm(files, number) });
  }

  addFrames(id: string, files: readonly UploadFile[]): Promise<Answer<PacketDto>> {
    return this.call('POST', `/api/InputPacket/${id}/frames`, { body: packetForm(files) });
  }

  replaceFrame(id: string, order: number, file: UploadFile): Promise<Answer<PacketDto>> {
    return this.call('PUT', `/api/InputPacket/${id}/frames/${order}`, { body: packetForm([file]) });
  }

  removeFrame(id: string, order: number): Promise<Answer<PacketDto>> {
    return this.call('DELETE', `/api/InputPacket/${id}/frames/${order}`);
  }

  getPacket(id: string): Promise<Answer<PacketDto>> {
    return this.call('GET', `/api/InputPacket/${id}`);
  }

  listPackets(query = ''): Promise<Answer<PacketPageDto>> {
    return this.call('GET', `/api/InputPacket${query}`);
  }

  classify(id: string, order?: number): Promise<Answer<ClassifiedPacketDto>> {
    return this.call(
      'POST',
      `/api/InputPacket/${id}${order === undefined ? '' : `/frames/${order}`}/classify`,
    );
  }

  normalize(id: string, order?: number): Promise<Answer<NormalizedPacketDto>> {
    return this.call(
      'POST',
      `/api/InputPacket/${id}${order === undefined ? '' : `/frames/${order}`}/normalize`,
    );
  }

  chooseForm(id: string, order: number, formId: string, page: number): Promise<Answer<PacketDto>> {
    return this.call('PUT', `/api/InputPacket/${id}/frames/${order}/form`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ FormId: formId, PageNumber: page }),
    });
  }

  withdrawChoice(id: string, order: number): Promise<Answer<PacketDto>> {
    return this.call('DELETE', `/api/InputPacket/${id}/frames/${order}/form`);
  }

  delete(id: string): Promise<Answer<DeletedPacketDto>> {
    return this.call('DELETE', `/api/InputPacket/${id}`);
  }

  forceDelete(id: string): Promise<Answer<DeletedPacketDto>> {
    return this.call('DELETE', `/api/InputPacket/${id}/force`);
  }

  restore(id: string): Promise<Answer<PacketDto>> {
    return this.call('POST', `/api/InputPacket/${id}/restore`);
  }

  frameImage(
    id: string,
    order: number,
    variant?: string,
    headers?: Record<string, string>,
  ): Promise<Response> {
    const query = variant ? `?Variant=${variant}` : '';
    return this.fetch('GET', `/api/InputPacket/${id}/frames/${order}/image${query}`, { headers });
  }

  registerForm(name: string, pages: readonly Uint8Array[]): Promise<Answer<RegisteredFormDto>> {
    const form = new FormData();
    form.set('Name', name);
    for (const page of pages) form.append('Pages', new Blob([new Uint8Array(page)]), 'page');
    return this.call('POST', '/api/Form', { body: form });
  }

  /** @param body takes the pictures, beside fields that are there */
  matchPicture(pictures: readonly Uint8Array[], body = new FormData()): Promise<Answer<PictureMatchDto>> {
    for (const picture of pictures) body.append('Picture', new Blob([new Uint8Array(picture)]), 'picture');
    return this.call('POST', '/api/Form/match', { body });
  }

  listForms(query = ''): Promise<Answer<FormListDto>> {
    return this.call('GET', `/api/Form${query}`);
  }

  deleteForm(id: string): Promise<Answer<FormDto>> {
    return this.call('DELETE', `/api/Form/${id}`);
  }

  /** Waits until the background queue has classified the packet. */
  async classified(id: string): Promise<PacketDto> {
    const deadline = Date.now() + classificationTimeoutMs;
    for (;;) {
      const { body } = await this.getPacket(id);
      if (body.Payload && body.Payload.Classification === 'ready') return body.Payload;
      if (Date.now() > deadline) throw new Error(`packet ${id} is still ${body.Payload?.Classification}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

/** The payload of an answer that is meant to have one. */
export function payloadOf<T>({ status, body }: Answer<T>): T {
  if (body.Payload === null) throw new Error(`status ${status}: ${body.Error?.Code} ${body.Error?.Message}`);
  return body.Payload;
}

/** The multipart body of an intake. */
export function packetForm(files: readonly UploadFile[], number?: string): FormData {
  const form = new FormData();
  if (number !== undefined) form.set('Number', number);
  if (files.some(({ role }) => role)) form.set('Roles', files.map(({ role = 'document' }) => role).join(','));
  for (const { bytes, name = 'frame.jpg' } of files)
    form.append('Frames', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
