import { setPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { extractPage, PictureError, probeFile, readBarcodes, thumbnail } from '../imaging/index.js';
import {
  StaleLibraryError,
  type HeldLibrary,
  type TaskKind,
  type TaskOutcome,
  type TaskRequest,
  type TaskResponse,
  type TaskResults,
} from './messages.js';

/**
 * Niceness of a vision thread: a third of the share of one at 0 where both want a core. Who answers callers goes
 * first; much more would have vision starve, and run out of its time, beside other programs on the machine.
 */
const niceness = 5;
// On Linux a priority is a thread's own (setpriority(2), "C library/kernel differences"); elsewhere it would be
// the whole process's.
if (process.platform === 'linux') setPriority(niceness);

// OpenCV takes 0.2 s and 60 MB to load: a thread that only checks uploads does without.
const classification = () => import('./tasks/classify.js');
const flattening = () => import('./tasks/lay-flat.js');
const description = () => import('./tasks/describe-page.js');
const coverSheets = () => import('./tasks/cover-sheet.js');
const overlays = () => import('./tasks/overlay.js');
const toning = () => import('./tasks/tone.js');
const revisions = () => import('./tasks/check-revision.js');
const normalization = () => import('./tasks/normalize.js');

let held: HeldLibrary | null = null;

async function perform(request: TaskRequest, warnings: string[]): Promise<TaskResults[TaskKind]> {
  switch (request.kind) {
    case 'probe':
      return probeFile(request.input.file, request.input.limits);
    case 'extractPage':
      return extractPage(request.input.file, request.input.index, request.input.limits);
    case 'layFlat':
      return (await flattening()).layFlatTask(request.input.page);
    case 'describePage':
      return (await description()).describePageTask(request.input.page);
    case 'classify': {
      const { classifyTask, heldLibrary } = await classification();
      try {
        return await classifyTask(request.input.frame, request.input.library, (line) => warnings.push(line));
      } finally {
        held = heldLibrary();
      }
    }
    case 'checkRevision':
      return (await revisions()).checkRevisionTask(request.input.frame, request.input.reference);
    case 'normalize':
      return (await normalization()).normalizeTask(request.input.frame, request.input.reference);
    case 'readBarcodes':
      return readBarcodes(request.input.frame);
    case 'overlay': {
      const { frame, page, rival } = request.input;
      return (await overlays()).overlayTask(frame, page, rival);
    }
    case 'coverSheet':
      return (await coverSheets()).coverSheetTask(request.input.frame);
    case 'tone':
      return (await toning()).toneTask(request.input.picture, request.input.tone);
    case 'thumbnail':
      return {
        bytes: await thumbnail(request.input.picture, request.input.width),
        contentType: 'image/jpeg',
      };
    case 'health':
      // A thread is of no use where OpenCV cannot be loaded.
      await Promise.all([classification(), description(), normalization()]);
      return true;
  }
}

/** @param warnings gets what only those who mend the service can make something of */
function failure(kind: TaskKind, error: unknown, warnings: string[]): TaskOutcome & { ok: false } {
  if (error instanceof PictureError) return { ok: false, code: error.code, message: error.message };
  if (error instanceof StaleLibraryError)
    return { ok: false, code: 'STALE_LIBRARY', message: 'stale library' };
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  warnings.push(`${kind} failed: ${reason}`);
  return { ok: false, code: 'VISION_UNAVAILABLE', message: 'work on the picture failed' };
}

/** The one task function of a vision thread: never throws, tells failures in its response. */
export default async function handle(request: TaskRequest): Promise<TaskResponse> {
  const warnings: string[] = [];
  let outcome: TaskOutcome;
  let broken = false;
  try {
    outcome = { ok: true, value: await perform(request, warnings) };
  } catch (error) {
    outcome = failure(request.kind, error, warnings);
    broken = breaksThread(error);
  }
  return sendable({ threadId, outcome, held, broken, warnings });
}

/**
 * Whether an error leaves the thread's memory in an unknown state: a trap of WebAssembly code, or a heap that
 * cannot grow. OpenCV's own exceptions do not: their Mats are released on the way out.
 */
function breaksThread(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'RuntimeError' || /out of memory|memory allocation|Aborted\(/i.test(error.message);
}

/** A response whose bytes are handed over instead of copied; the thread has no more use for them. */
class Handover {
  readonly [valueSymbol]: TaskResponse;
  readonly [transferableSymbol]: ArrayBuffer;

  constructor(response: TaskResponse, buffer: ArrayBuffer) {
    this[valueSymbol] = response;
    this[transferableSymbol] = buffer;
  }
}

function bytesOf(value: TaskResults[TaskKind]): Uint8Array | null {
  if (typeof value !== 'object' || value === null) return null;
  return 'bytes' in value ? value.bytes : 'profile' in value ? value.profile : null;
}

/** The response as piscina is to send it. */
function sendable(response: TaskResponse): TaskResponse {
  const bytes = response.outcome.ok ? bytesOf(response.outcome.value) : null;
  // A view of something larger is cloned: its buffer is not this task's to give away.
  if (!(bytes?.buffer instanceof ArrayBuffer) || bytes.byteLength !== bytes.buffer.byteLength)
    return response;
  return move(new Handover(response, bytes.buffer)) as unknown as TaskResponse;
}
