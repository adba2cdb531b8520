import {
  type BarcodeEffort,
  type BarcodeSymbol,
  type CoverSheet,
  type DescribedPage,
  type EncodedPicture,
  type FileProbe,
  type FrameMatch,
  type ImageLimits,
  type NormalizedImage,
  type PageImage,
  type PictureTone,
  type ReferencePage,
  type RevisionCheck,
  VisionError,
} from './contract.js';
import type { TaskInputs } from './messages.js';
import type { ReferenceLibrary } from './reference-library.js';
import { OutOfTimeError, StaleThread, TaskRunner } from './task-runner.js';
import type { VisionPoolOptions, VisionPoolStats } from './vision-pool-options.js';

/**
 * Worker threads that run `libs/imaging` and `libs/vision` off the event loop. A task that fails, hangs or takes
 * its thread down fails alone; the pool replaces the thread and goes on.
 *
 * Every byte array passed in is copied: the caller's buffers are never detached and may be reused once the
 * method has returned its promise. Byte arrays in results belong to the caller.
 *
 * Every method rejects with a VisionError: the picture's own fault as documented with each, VISION_TIMEOUT,
 * VISION_UNAVAILABLE (thread died, or pool closed) or VISION_BUSY (queue full).
 */
export class VisionPool {
  private readonly tasks: TaskRunner;

  constructor(options: VisionPoolOptions) {
    this.tasks = new TaskRunner(options);
  }

  /**
   * Checks an uploaded file within limits and says what it is.
   * Rejects with UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE, TOO_LARGE or TOO_COMPLEX.
   */
  probe(file: Uint8Array, limits: ImageLimits): Promise<FileProbe> {
    const [own, transfer] = copied(file);
    return this.tasks
      .run('probe', () => ({ file: own, limits }), transfer, { isUrgent: true })
      .catch(tooComplex('takes', 'to open'));
  }

  /**
   * One page of an uploaded file as it is stored.
   * Rejects with UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE, TOO_LARGE or TOO_COMPLEX.
   * @param index page of the file, from 0
   */
  extractPage(file: Uint8Array, index: number, limits: ImageLimits): Promise<PageImage> {
    const [own, transfer] = copied(file);
    return this.tasks
      .run('extractPage', () => ({ file: own, index, limits }), transfer, { isUrgent: true })
      .catch(tooComplex(`page ${index + 1} takes`, 'to draw; send it as a picture'));
  }

  /**
   * A reference page, as it is stored, that was photographed or scanned askew: cut out, upright, flat, JPEG; null where
   * it stays as it came. Rejects with UNDECODABLE_IMAGE.
   */
  layFlat(page: Uint8Array): Promise<PageImage | null> {
    const [own, transfer] = copied(page);
    return this.tasks.run('layFlat', () => ({ page: own }), transfer);
  }

  /** Describes a reference page for matching. Rejects with UNDECODABLE_IMAGE. */
  describePage(page: Uint8Array): Promise<DescribedPage> {
    const [own, transfer] = copied(page);
    return this.tasks.run('describePage', () => ({ page: own }), transfer);
  }

  /**
   * Compares a frame against the library as it stands when the task gets its thread.
   * Rejects with UNDECODABLE_IMAGE.
   */
  async classify(frame: Uint8Array, library: ReferenceLibrary): Promise<FrameMatch> {
    // Copied, not moved, into the thread: the same bytes may have to go to a second one.
    const own = new Uint8Array(frame);
    const listed = (): TaskInputs['classify'] => {
      return { frame: own, library: library.changesSince(this.tasks.heldBy(library)) };
    };
    try {
      return await this.tasks.run('classify', listed, []);
    } catch (error) {
      if (!(error instanceof StaleThread)) throw error;
      // A thread was born between listing the changes and running the task.
      return this.tasks.run('classify', () => ({ frame: own, library: library.changesSince(0) }), []);
    }
  }

  /**
   * Whether a frame shows another revision of a page that it resembles, told by its print at full resolution. False
   * where nothing can be told. Rejects with UNDECODABLE_IMAGE.
   */
  checkRevision(frame: Uint8Array, page: ReferencePage): Promise<RevisionCheck> {
    const [own, transfer] = copied(frame);
    return this.tasks.run('checkRevision', () => ({ frame: own, reference: copyOf(page) }), transfer);
  }

  /**
   * Makes a frame look as if it came from a scanner, in the coordinates of the reference page if there is one.
   * Rejects with UNDECODABLE_IMAGE.
   */
  normalize(frame: Uint8Array, reference: ReferencePage | null): Promise<NormalizedImage> {
    const [own, transfer] = copied(frame);
    return this.tasks.run(
      'normalize',
      () => ({ frame: own, reference: reference && copyOf(reference) }),
      transfer,
    );
  }

  /**
   * All machine-readable symbols on a frame. Rejects with UNDECODABLE_IMAGE.
   * @param effort `thorough` for frames that should carry one; `quick` to see whether any frame does
   */
  readBarcodes(frame: Uint8Array, effort: BarcodeEffort = 'thorough'): Promise<BarcodeSymbol[]> {
    const [own, transfer] = copied(frame);
    return this.tasks.run('readBarcodes', () => ({ frame: own, effort }), transfer);
  }

  /**
   * A frame with what speaks for a page drawn on it (its outline, agreeing points, the places that tell it from a
   * look-alike), upright, at most 1,600 px, JPEG; null when the page is not found in it.
   * Rejects with UNDECODABLE_IMAGE.
   * @param page profile of the page
   * @param rival profile of its nearest look-alike
   * @param signal aborted when nobody waits for it any more
   */
  overlay(
    frame: Uint8Array,
    page: Uint8Array,
    rival: Uint8Array | null,
    signal?: AbortSignal,
  ): Promise<EncodedPicture | null> {
    const [own, transfer] = copied(frame);
    return this.tasks.run(
      'overlay',
      () => ({ frame: own, page: new Uint8Array(page), rival: rival && new Uint8Array(rival) }),
      transfer,
      { signal },
    );
  }

  /** Looks whether a frame is a sheet that carries little but barcodes. Rejects with UNDECODABLE_IMAGE. */
  coverSheet(frame: Uint8Array): Promise<CoverSheet> {
    const [own, transfer] = copied(frame);
    return this.tasks.run('coverSheet', () => ({ frame: own }), transfer);
  }

  /** A normalized image in grey or in two tones, its density kept. Rejects with UNDECODABLE_IMAGE. */
  tone(picture: Uint8Array, tone: PictureTone, signal?: AbortSignal): Promise<EncodedPicture> {
    const [own, transfer] = copied(picture);
    return this.tasks.run('tone', () => ({ picture: own, tone }), transfer, { signal });
  }

  /** A picture made small: upright, JPEG, at most `width` px wide. Rejects with UNDECODABLE_IMAGE. */
  thumbnail(picture: Uint8Array, width: number, signal?: AbortSignal): Promise<EncodedPicture> {
    const [own, transfer] = copied(picture);
    return this.tasks.run('thumbnail', () => ({ picture: own, width }), transfer, { isUrgent: true, signal });
  }

  /**
   * A round trip through a thread. While all of them are at work nothing is asked: each has its time limit, and whoever
   * probes the service would wait for the tasks in hand.
   */
  async health(): Promise<void> {
    if (this.tasks.busy) return;
    await this.tasks.run('health', () => ({}), [], { isUrgent: true });
  }

  /** Whether a further task would be refused as VISION_BUSY. */
  get full(): boolean {
    return this.tasks.full;
  }

  stats(): VisionPoolStats {
    return this.tasks.stats();
  }

  /**
   * Takes no more work, finishes what it has, and ends the threads.
   * @param graceMs after this time, in ms, what is left ends with VISION_UNAVAILABLE
   */
  close(graceMs = 30_000): Promise<void> {
    return this.tasks.close(graceMs);
  }
}

/** Lays to the file that work on it had its time and did not end. */
const tooComplex =
  (takes: string, what: string) =>
  (error: unknown): never => {
    if (!(error instanceof OutOfTimeError && error.hadProcessor)) throw error;
    throw new VisionError('TOO_COMPLEX', `${takes} more than ${error.limitS} s ${what}`);
  };

/** The pool's own copy of a caller's bytes, and the buffer to move into a thread with it. */
function copied(bytes: Uint8Array): [Uint8Array, ArrayBuffer[]] {
  const own = new Uint8Array(bytes);
  return [own, [own.buffer]];
}

function copyOf({ image, profile, dpi, toFrame }: ReferencePage): ReferencePage {
  return { image: new Uint8Array(image), profile: profile && new Uint8Array(profile), dpi, toFrame };
}
