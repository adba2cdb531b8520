import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IsOptional } from 'class-validator';
import { DataSource, In } from 'typeorm';
import { type PageLay, VisionPool } from '../../libs/vision-pool/index.js';
import { BackgroundTurns } from '../background/background-turns.js';
import { mapLimited } from '../concurrency.js';
import { Settings } from '../config/settings.js';
import { DomainError } from '../domain-error.js';
import { FormLibrary, type LibraryView } from '../forms/form-library.js';
import { replaceIdentifiers } from '../input-packets/frame-identifiers.js';
import { giveRole } from '../input-packets/frame-role.js';
import { findFrames } from '../input-packets/frame-rows.js';
import { alternativesOf, assignmentOf, type FormCandidate, Frame } from '../input-packets/frame.entity.js';
import { classificationStates, InputPacket } from '../input-packets/input-packet.entity.js';
import { onNewestShot } from '../input-packets/newest-shot.js';
import { findVisiblePacket } from '../input-packets/packet-rows.js';
import { FileStore } from '../storage/file-store.js';
import { assertValid, IsGuid, IsOrdinal } from '../validation.js';
import { frameFailure, isBusy, refuseWhileFull } from '../vision-failure.js';
import { FrameDetector } from './frame-detector.js';
import type { Verdict } from './verdict.js';

export interface ClassifiedFrame {
  order: number;
  formId: string | null;
  formName: string | null;
  pageNumber: number | null;
  confidence: number;
  alternatives: FormCandidate[];
  error: string | null;
}

export interface ClassifiedPacket {
  packetId: string;
  recognized: number;
  unrecognized: number;
  frames: ClassifiedFrame[];
}

/** Assigns frames of a packet to reference forms; the operator's choice stays. */
export class ClassifyFrameCommand extends Command<ClassifiedPacket> {
  @IsGuid()
  readonly packetId: string;

  /** Null means all frames. */
  @IsOptional()
  @IsOrdinal()
  readonly frameOrder: number | null;

  /**
   * @param inBackground whether it is a job of the queue: its frames take their turns with those of all jobs, and it
   *   fails, to be tried again, when not every frame could be looked at
   */
  constructor(
    packetId: string,
    frameOrder: number | null,
    readonly inBackground = false,
  ) {
    super();
    this.packetId = packetId;
    this.frameOrder = frameOrder;
    assertValid(this);
  }
}

/** States of a packet whose job is still to be done. */
const unfinished = classificationStates.filter((state) => state !== 'ready');
const barcodeReason = 'No suitable form: a barcode frame carries none.';

@CommandHandler(ClassifyFrameCommand)
export class ClassifyFrameHandler implements ICommandHandler<ClassifyFrameCommand> {
  private readonly log = new Logger(ClassifyFrameHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly library: FormLibrary,
    private readonly detector: FrameDetector,
    private readonly vision: VisionPool,
    private readonly files: FileStore,
    private readonly turns: BackgroundTurns,
  ) {}

  async execute({ packetId, frameOrder, inBackground }: ClassifyFrameCommand): Promise<ClassifiedPacket> {
    const { manager } = this.dataSource;
    const packet = await findVisiblePacket(manager, packetId);
    const frames = await findFrames(manager, packetId, frameOrder);
    refuseWhileFull(this.vision);
    if (frameOrder === null && packet.classification === 'pending') await this.setState(packet, 'running');

    const library = await this.library.current();
    const failures: unknown[] = [];
    const known = new Set(frames.map(({ id }) => id));
    const look = (frame: Frame) =>
      onNewestShot(manager, frame, known, (shot) => this.classify(shot, library));
    const results = await mapLimited(frames, this.settings.VISION_THREADS, async (frame) => {
      try {
        const seen = await (inBackground ? this.turns.run(() => look(frame)) : look(frame));
        // It may have moved up meanwhile. All entries count as the request did, or two would bear one order.
        return { ...seen, order: frame.order };
      } catch (error) {
        if (isBusy(error)) throw error;
        failures.push(error);
        return unclassified(frame, frameFailure(error, 'classified', this.log));
      }
    });
    // Packets of the queue stay in it until every frame has been looked at.
    if (frameOrder === null) {
      if (failures.length === 0) await this.setState(packet, 'ready');
      // A packet that was ready has no job any more that would try again: what it had still counts.
      else if ((await this.setState(packet, 'failed', unfinished)) && inBackground)
        throw new Error(`not every frame of packet ${packetId} could be looked at`, { cause: failures[0] });
    }
    const recognized = results.filter(({ error }) => error === null).length;
    return { packetId, recognized, unrecognized: results.length - recognized, frames: results };
  }

  private async classify(frame: Frame, library: LibraryView): Promise<ClassifiedFrame> {
    const bytes = await this.files.get(frame.fileKey);
    if (frame.role === 'barcode' && frame.roleGiven) {
      const symbols = await this.vision.readBarcodes(bytes);
      await replaceIdentifiers(this.dataSource.manager, frame, symbols);
      return this.save(frame, [], { recognized: null, confidence: 0, error: barcodeReason });
    }
    const { candidates: found, verdict, lay } = await this.detector.detect(bytes, library);
    const candidates = found.map(({ formId, formName, pageNumber, score }) => ({
      formId,
      formName,
      pageNumber,
      score,
    }));
    if (!frame.roleGiven && (await this.isCoverSheet(frame, bytes, candidates))) {
      return this.save(frame, [], { recognized: null, confidence: 0, error: barcodeReason });
    }
    return this.save(frame, candidates, verdict, lay);
  }

  /** Finds out the role of a frame whose uploader gave none. What may be a form is no cover sheet. */
  private async isCoverSheet(frame: Frame, bytes: Uint8Array, candidates: FormCandidate[]): Promise<boolean> {
    const mayBeForm = candidates[0] && candidates[0].score <= this.settings.CLASSIFICATION_MAX_SCORE;
    const sheet = mayBeForm ? null : await this.vision.coverSheet(bytes);
    const symbols = sheet?.isCoverSheet ? sheet.symbols : null;
    return (await giveRole(this.dataSource.manager, frame, symbols)) === 'barcode';
  }

  /** Writes the detector's columns and reads the operator's as they are by then. */
  private async save(
    frame: Frame,
    candidates: FormCandidate[],
    verdict: Verdict,
    lay: PageLay | null = null,
  ): Promise<ClassifiedFrame> {
    const { manager } = this.dataSource;
    await manager.update(
      Frame,
      { id: frame.id },
      {
        detectedFormId: verdict.recognized?.formId ?? null,
        detectedFormName: verdict.recognized?.formName ?? null,
        detectedPageNumber: verdict.recognized?.pageNumber ?? null,
        confidence: verdict.confidence,
        candidates,
        detectedLay: lay,
        classificationError: verdict.error,
      },
    );
    const saved = await manager.findOneBy(Frame, { id: frame.id });
    if (!saved) throw new DomainError('CONFLICT', 'The frame was replaced or removed meanwhile.');
    return classifiedFrame(saved);
  }

  /**
   * Notes how far the packet is, unless its frames were edited since: then a newer run has the say.
   *
   * @returns whether it is noted
   */
  private async setState(
    { id, revision }: InputPacket,
    classification: InputPacket['classification'],
    from: readonly InputPacket['classification'][] = classificationStates,
  ): Promise<boolean> {
    const known = { id, revision, classification: In([...from]) };
    const { affected } = await this.dataSource.manager.update(InputPacket, known, { classification });
    return affected === 1;
  }
}

function classifiedFrame(frame: Frame): ClassifiedFrame {
  const assigned = assignmentOf(frame);
  return {
    order: frame.order,
    formId: assigned?.formId ?? null,
    formName: assigned?.formName ?? null,
    pageNumber: assigned?.pageNumber ?? null,
    confidence: frame.confidence ?? 0,
    alternatives: alternativesOf(frame),
    error: assigned ? null : frame.classificationError,
  };
}

/**
 * A frame that could not be looked at this time, and why. The operator's choice stands all the same; what the
 * detector found earlier is not repeated as if it were new.
 */
function unclassified(frame: Frame, error: string): ClassifiedFrame {
  if (assignmentOf(frame)?.source === 'operator') return classifiedFrame(frame);
  return {
    order: frame.order,
    formId: null,
    formName: null,
    pageNumber: null,
    confidence: 0,
    alternatives: [],
    error,
  };
}
