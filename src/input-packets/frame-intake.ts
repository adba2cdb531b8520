import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { mapLimited } from '../concurrency.js';
import { countPages, filesInWork } from '../count-pages.js';
import { Settings } from '../config/settings.js';
import { DomainError, nothingCommitted } from '../domain-error.js';
import { intakeDeadline } from '../intake-deadline.js';
import { FileStore } from '../storage/file-store.js';
import { refuseWhileFull, visionFailure } from '../vision-failure.js';
import type { Frame } from './frame.entity.js';
import type { Upload } from './upload.js';

/** What of a frame comes from its picture. */
export type FramePicture = Pick<
  Frame,
  'id' | 'role' | 'roleGiven' | 'fileKey' | 'contentType' | 'width' | 'height'
>;

/** How many frames an upload may give. */
export interface Room {
  frames: number;
  /** The sentence for who sends more. */
  otherwise: string;
}

/** What a packet has room for that may hold `limit` frames and holds `held`. */
export const roomOfPacket = (limit: number, held = 0): Room => ({
  frames: limit - held,
  otherwise: `A packet holds at most ${limit} frames${held > 0 ? `; this one has ${held}` : ''}.`,
});

/** @throws DomainError TOO_LARGE where an upload gives more frames than there is room for */
export function assertRoom({ frames, otherwise }: Room, given: number): void {
  if (given > frames) throw new DomainError('TOO_LARGE', otherwise);
}

/** An intake under way. */
interface Work {
  packetId: string;
  assertInTime: () => void;
  /** Keys of the pictures stored so far. */
  stored: string[];
  /** Whether a file has failed, and with it all of them. */
  failed: boolean;
}

/** Takes uploaded files apart into frames and stores their pictures, before any row speaks of them. */
@Injectable()
export class FrameIntake {
  private readonly log = new Logger(FrameIntake.name);

  constructor(
    private readonly settings: Settings,
    private readonly vision: VisionPool,
    private readonly files: FileStore,
  ) {}

  /**
   * Stores each page of each upload as a frame's picture, in order. When one fails, those stored are deleted.
   *
   * @param room how many frames there may be, and what to tell who sends more
   * @throws DomainError UNSUPPORTED_IMAGE, UNDECODABLE_IMAGE, TOO_LARGE naming the file; UNAVAILABLE
   */
  async store(packetId: string, uploads: readonly Upload[], room: Room): Promise<FramePicture[]> {
    refuseWhileFull(this.vision);
    const work: Work = { packetId, assertInTime: intakeDeadline(), stored: [], failed: false };
    const paths = uploads.map(({ path }) => path);
    const pages = await countPages(this.vision, paths, this.settings.imageLimits, 'Frames', (sum) =>
      assertRoom(room, sum),
    );
    try {
      const frames = await mapLimited(uploads, filesInWork, (upload, index) =>
        this.storePages(upload, pages[index], work).catch((error: unknown) => {
          work.failed = true;
          throw visionFailure(error, `Frames[${index}]`);
        }),
      );
      // The last page may have taken long too.
      work.assertInTime();
      return frames.flat();
    } catch (error) {
      await this.discard(work.stored);
      throw error;
    }
  }

  /** Deletes the pictures of frames whose transaction failed, where no row can speak of them. */
  async discardAfter(error: unknown, pictures: readonly FramePicture[]): Promise<void> {
    if (nothingCommitted(error)) await this.discard(pictures.map(({ fileKey }) => fileKey));
  }

  /** What cannot be deleted now, the sweep finds; a store that is away takes its time to fail, and is asked once. */
  private async discard(keys: readonly string[]): Promise<void> {
    try {
      for (const key of keys) await this.files.delete(key);
    } catch (error) {
      this.log.warn({ err: error, keys }, 'left to the sweep');
    }
  }

  private async storePages(upload: Upload, pages: number, work: Work): Promise<FramePicture[]> {
    const bytes = await readFile(upload.path);
    const { imageLimits: limits } = this.settings;
    const frames: FramePicture[] = [];
    for (let page = 0; page < pages && !work.failed; page++) {
      work.assertInTime();
      const picture = await this.vision.extractPage(bytes, page, limits);
      const fileKey = FileStore.newKey('packets', work.packetId);
      work.stored.push(fileKey);
      await this.files.put(fileKey, picture.bytes, picture.contentType);
      const { contentType, width, height } = picture;
      const role = upload.role ?? 'document';
      const roleGiven = upload.role !== null;
      frames.push({ id: randomUUID(), role, roleGiven, fileKey, contentType, width, height });
    }
    return frames;
  }
}
