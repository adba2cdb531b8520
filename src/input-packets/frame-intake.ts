import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { mapLimited } from '../concurrency.js';
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

/** Room for a packet that holds as many frames as one may. */
export const roomOfPacket = (frames: number): Room => ({
  frames,
  otherwise: `A packet holds at most ${frames} frames.`,
});

/** Files of one packet that are decoded at one time; the vision threads bound what truly runs. */
const filesInWork = 2;

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
    const assertInTime = intakeDeadline();
    const stored: string[] = [];
    try {
      const pages = await mapLimited(uploads, filesInWork, async (upload, index) => {
        try {
          return await this.storePages(packetId, upload, room, stored, assertInTime);
        } catch (error) {
          throw visionFailure(error, `Frames[${index}]`);
        }
      });
      const frames = pages.flat();
      if (frames.length > room.frames) throw tooManyFrames(room);
      return frames;
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }

  /** Deletes the pictures of frames whose transaction failed, where no row can speak of them. */
  async discardAfter(error: unknown, pictures: readonly FramePicture[]): Promise<void> {
    if (nothingCommitted(error)) await this.discard(pictures.map(({ fileKey }) => fileKey));
  }

  /** What cannot be deleted now, the sweep finds. */
  private async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.files
        .delete(key)
        .catch((error: unknown) => this.log.warn({ err: error, key }, 'left to the sweep'));
    }
  }

  private async storePages(
    packetId: string,
    upload: Upload,
    room: Room,
    stored: string[],
    assertInTime: () => void,
  ): Promise<FramePicture[]> {
    const bytes = await readFile(upload.path);
    const { imageLimits: limits } = this.settings;
    const { pages } = await this.vision.probe(bytes, limits);
    if (pages > room.frames) throw tooManyFrames(room);
    const frames: FramePicture[] = [];
    for (let page = 0; page < pages; page++) {
      assertInTime();
      const picture = await this.vision.extractPage(bytes, page, limits);
      const fileKey = FileStore.newKey('packets', packetId);
      stored.push(fileKey);
      await this.files.put(fileKey, picture.bytes, picture.contentType);
      const { contentType, width, height } = picture;
      const role = upload.role ?? 'document';
      const roleGiven = upload.role !== null;
      frames.push({ id: randomUUID(), role, roleGiven, fileKey, contentType, width, height });
    }
    return frames;
  }
}

const tooManyFrames = ({ otherwise }: Room) => new DomainError('TOO_LARGE', otherwise);
