import {
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
  type ReferencePicture,
  type RevisionCheck,
  VisionError,
} from './contract.js';
import type { ReferenceLibrary } from './reference-library.js';
import { OutOfTimeError, type OwnCopy, StaleThread, TaskRunner } from './task-runner.js';
import type { VisionPoolOptions, VisionPoolStats } from './vision-pool-options.js';

/**
 * Worker threads that run `libs/imaging` and `libs/vision` off the event loop. A task that fails, hangs or takes
 * its thread down fails alone; the pool replaces the thread and goes on.
 *
 * Every byte array passed in is copied when the task gets its thread: the caller's buffers are never detached, and are
 * to stay as they are until the promise settles. Byte arrays in results belong to the caller.
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
    return this.tasks
      .run('probe', (own) => ({ file: own(file), limits }), { isUrgent: true })
      .catch(tooComplex('takes', 'to open'));
  }

  /**
   * One page of an uploaded file as it is stored.
   * Rejects with UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE, TOO_LARGE or TOO_COMPLEX.
   * @param index page of the file, from 0
   */
  extractPage(file: Uint8Array, index: number, limits: ImageLimits): Promise<PageImage> {
    return this.tasks
      .run('extractPage', (own) => ({ file: own(file), index, limits }), { isUrgent: true })
      .catch(tooComplex(`page ${index + 1} takes`, 'to draw; send it as a picture'));
  }

  /**
   * A reference page, as it is stored: cut out, upright, flat, JPEG, where it was photographed or scanned askew.
   * Rejects with UNDECODABLE_IMAGE.
   */
  layFlat(page: Uint8Array): Promise<ReferencePicture> {
    return this.tasks.run('layFlat', (own) => ({ page: own(page) }));
  }

  /** Describes a reference page for matching. Rejects with UNDECODABLE_IMAGE. */
  describePage(page: Uint8Array): Promise<DescribedPage> {
    return this.tasks.run('describePage', (own) => ({ page: own(page) }));
  }

  /**
   * Compares a frame against the library as it stands when the task gets its thread.
   * Rejects with UNDECODABLE_IMAGE.
   */
  async classify(frame: Uint8Array, library: ReferenceLibrary): Promise<FrameMatch> {
    const { tasks } = this;
    try {
      return await tasks.run('classify', (own) => ({
        frame: own(frame),
        library: library.changesSince(tasks.heldBy(library)),
      }));
    } catch (error) {
      if (!(error instanceof StaleThread)) throw error;
      // A thread was born between listing the changes and running the task.
      return tasks.run('classify', (own) => ({ frame: own(frame), library: library.changesSince(0) }));
    }
  }

  /**
   * Whether a frame shows another revision of a page that it resembles, told by its print at full resolution. False
   * where nothing can be told. Rejects with UNDECODABLE_IMAGE.
   */
  checkRevision(frame: Uint8Array, page: ReferencePage): Promise<RevisionCheck> {
    return this.tasks.run('checkRevision', (own) => ({ frame: own(frame), reference: copyOf(page, own) }));
  }

  /**
   * Makes a frame look as if it came from a scanner, in the coordinates of the reference page if there is one.
   * Rejects with UNDECODABLE_IMAGE.
   */
  normalize(frame: Uint8Array, reference: ReferencePage | null): Promise<NormalizedImage> {
    return this.tasks.run('normalize', (own) => ({
      frame: own(frame),
      reference: reference && copyOf(reference, own),
    }));
  }

  /** All machine-readable symbols on a frame. Rejects with UNDECODABLE_IMAGE. */
  readBarcodes(frame: Uint8Array): Promise<BarcodeSymbol[]> {
    return this.tasks.run('readBarcodes', (own) => ({ frame: own(frame) }));
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
    return this.tasks.run(
      'overlay',
      (own) => ({ frame: own(frame), page: own(page), rival: rival && own(rival) }),
      { signal },
    );
  }

  /** Looks whether a frame is a sheet that carries little but barcodes. Rejects with UNDECODABLE_IMAGE. */
  coverSheet(frame: Uint8Array): Promise<CoverSheet> {
    return this.tasks.run('coverSheet', (own) => ({ frame: own(frame) }));
  }

  /** A normalized image in grey or in two tones, its density kept. Rejects with UNDECODABLE_IMAGE. */
  tone(picture: Uint8Array, tone: PictureTone, signal?: AbortSignal): Promise<EncodedPicture> {
    return this.tasks.run('tone', (own) => ({ picture: own(picture), tone }), { signal });
  }

  /** A picture made small: upright, JPEG, at most `width` px wide. Rejects with UNDECODABLE_IMAGE. */
  thumbnail(picture: Uint8Array, width: number, signal?: AbortSignal): Promise<EncodedPicture> {
    return this.tasks.run('thumbnail', (own) => ({ picture: own(picture), width }), {
      isUrgent: true,
      signal,
    });
  }

  /**
   * A round trip through a thread. While all of them are at work nothing is asked: each has its time limit, and whoever
   * probes the service would wait for the tasks in hand.
   */
  async health(): Promise<void> {
    if (this.tasks.busy) return;
    await this.tasks.run('health', () => ({}), { isUrgent: true });
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

function copyOf({ image, profile, toFrame }: ReferencePage, own: OwnCopy): ReferencePage {
  return { image: own(image), profile: profile && own(profile), toFrame };
}
