import { randomUUID } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  PayloadTooLargeException,
  UseInterceptors,
} from '@nestjs/common';
import { FilesInterceptor, type MulterModuleOptions } from '@nestjs/platform-express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import multer from 'multer';
import { catchError, finalize, type Observable } from 'rxjs';
import { makePrivateFolder } from '../config/private-folder.js';
import type { Settings } from '../config/settings.js';
import { DomainError, type ErrorCode, wrongArgument } from '../domain-error.js';

/**
 * Uploads of a request that was killed are deleted after this long: a packet deleted for good meanwhile must not
 * outlive it there until the next start, which may be far off.
 */
const leftoverAgeMs = 60 * 60 * 1000;
/** What may be wrong with uploaded pictures. */
export const intakeErrors: readonly ErrorCode[] = [
  'TOO_LARGE',
  'UNSUPPORTED_IMAGE',
  'UNDECODABLE_IMAGE',
  'TOO_COMPLEX',
];
/** Text fields beside the files: bytes of one, and how many there may be beside a role for each file. */
const maxFieldBytes = 4096;
const moreFields = 800;

/**
 * An option of multer that its types do not know. By itself it passes over a file whose part has no name, and a packet
 * would lack a page without a word.
 */
interface NamelessFiles {
  streamHandler(request: Request, parser: Writable): void;
}

/** A file whose bytes went over the limit. */
interface OversizedFile {
  /** Place among the files of its field, from 0. */
  index: number;
  maxBytes: number;
}

/** Multer tells of such a file by its field alone. */
const oversizedFiles = new WeakMap<Request, OversizedFile>();

/** Uploaded files lie under DATA_DIR while their request lasts; they are never held in memory whole. */
export async function uploadOptions(settings: Settings): Promise<MulterModuleOptions & NamelessFiles> {
  const folder = join(settings.DATA_DIR, 'uploads');
  await makePrivateFolder(folder);
  await deleteLeftovers(folder);
  setInterval(() => void deleteLeftovers(folder).catch(() => undefined), leftoverAgeMs).unref();
  return {
    storage: multer.diskStorage({
      destination: folder,
      filename: (_request, _file, done) => done(null, randomUUID()),
    }),
    limits: {
      fileSize: settings.MAX_FRAME_BYTES,
      files: settings.MAX_FRAMES_PER_PACKET,
      fieldSize: maxFieldBytes,
      fields: settings.MAX_FRAMES_PER_PACKET + moreFields,
      // All of them together; Nest's own limit is 1,000.
      parts: 2 * settings.MAX_FRAMES_PER_PACKET + moreFields,
    },
    streamHandler: (request, parser) => {
      let begun = 0;
      parser.prependListener('file', (_field, bytes: Readable, part: { filename?: string }) => {
        part.filename ||= 'file';
        // A file of another field is refused for that before it may be too large.
        const index = begun++;
        bytes.once('limit', () => oversizedFiles.set(request, { index, maxBytes: settings.MAX_FRAME_BYTES }));
      });
      request.pipe(parser);
    },
  };
}

async function deleteLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - leftoverAgeMs) await unlink(file).catch(() => undefined);
  }
}

/** For clients that give a file's part no name of a file, which makes it a text. */
export const fileNeedsName = "a file's part needs a filename";

/** Deletes the uploaded files when the request has been answered, well or not. */
@Injectable()
class DiscardUploads implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      finalize(() => {
        const files = Array.isArray(request.files) ? request.files : [];
        for (const file of files) void unlink(file.path).catch(() => undefined);
      }),
    );
  }
}

/** Says of a file that is too large which it is and what the limit is, as of all else that is wrong with one. */
class NameOversized implements NestInterceptor {
  constructor(private readonly nameOf: (index: number) => string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        const file = oversizedFiles.get(request);
        if (!file || !(error instanceof PayloadTooLargeException)) throw error;
        const field = this.nameOf(file.index);
        const message = `over ${file.maxBytes} bytes`;
        throw new DomainError('TOO_LARGE', `${field}: ${message}.`, [{ field, message }], { cause: error });
      }),
    );
  }
}

/** Says of a text in the place of a file that it is one, and not that there were no such field. */
class RefuseTexts implements NestInterceptor {
  constructor(private readonly field: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<Request>();
    if (Object.hasOwn((body ?? {}) as object, this.field))
      throw wrongArgument(this.field, `must be a file; ${fileNeedsName}`);
    return next.handle();
  }
}

/**
 * The operation takes a multipart body with files in the field `name`.
 *
 * @param single whether there is but one file, which callers then know by the field's name
 * @param schema the text fields beside it, as OpenAPI properties
 */
export function AcceptsFiles(
  name: string,
  {
    description,
    properties = {},
    required = [],
    single = false,
  }: { description: string; properties?: Record<string, object>; required?: string[]; single?: boolean },
): MethodDecorator {
  const nameOf = (index: number) => (single ? name : `${name}[${index}]`);
  return applyDecorators(
    UseInterceptors(DiscardUploads, new NameOversized(nameOf), FilesInterceptor(name), new RefuseTexts(name)),
    ApiConsumes('multipart/form-data'),
    ApiBody({
      required: true,
      schema: {
        type: 'object',
        required: [name, ...required],
        additionalProperties: false,
        properties: {
          [name]: { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' }, description },
          ...properties,
        },
      },
    }),
  );
}
