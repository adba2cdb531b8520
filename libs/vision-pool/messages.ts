import type {
  BarcodeSymbol,
  CoverSheet,
  DescribedPage,
  EncodedPicture,
  FileProbe,
  FrameMatch,
  ImageLimits,
  NormalizedImage,
  PageImage,
  PictureTone,
  ReferencePage,
  ReferencePicture,
  RevisionCheck,
  VisionErrorCode,
} from './contract.js';
import type { LibraryChanges } from './reference-library.js';

/** What each kind of task takes to a thread. */
export interface TaskInputs {
  probe: { file: Uint8Array; limits: ImageLimits };
  extractPage: { file: Uint8Array; index: number; limits: ImageLimits };
  layFlat: { page: Uint8Array };
  describePage: { page: Uint8Array };
  classify: { frame: Uint8Array; library: LibraryChanges };
  checkRevision: { frame: Uint8Array; reference: ReferencePage };
  normalize: { frame: Uint8Array; reference: ReferencePage | null };
  readBarcodes: { frame: Uint8Array };
  overlay: { frame: Uint8Array; page: Uint8Array; rival: Uint8Array | null };
  coverSheet: { frame: Uint8Array };
  tone: { picture: Uint8Array; tone: PictureTone };
  thumbnail: { picture: Uint8Array; width: number };
  health: Record<string, never>;
}

/** What it brings back. */
export interface TaskResults {
  probe: FileProbe;
  extractPage: PageImage;
  layFlat: ReferencePicture;
  describePage: DescribedPage;
  classify: FrameMatch;
  checkRevision: RevisionCheck;
  normalize: NormalizedImage;
  readBarcodes: BarcodeSymbol[];
  overlay: EncodedPicture | null;
  coverSheet: CoverSheet;
  tone: EncodedPicture;
  thumbnail: EncodedPicture;
  health: true;
}

export type TaskKind = keyof TaskInputs;

export type TaskRequest = { [K in TaskKind]: { kind: K; input: TaskInputs[K] } }[TaskKind];

/** The library that a thread holds, and in which version. */
export interface HeldLibrary {
  library: number;
  version: number;
}

/** How a task ended. Errors are told in words and codes: a structured clone would lose their class. */
export type TaskOutcome =
  | { ok: true; value: TaskResults[TaskKind] }
  | { ok: false; code: VisionErrorCode; message: string }
  /** The thread lacks changes of the library that were not sent along; send all of it. */
  | { ok: false; code: 'STALE_LIBRARY'; message: string };

export interface TaskResponse {
  threadId: number;
  outcome: TaskOutcome;
  held: HeldLibrary | null;
  /** The thread's state can no longer be trusted; end it. */
  broken: boolean;
  /** Things to log: profiles that could not be read, what a task failed of that is no fault of its picture's. */
  warnings: string[];
}

/** A thread's index lacks changes that the message did not bring. */
export class StaleLibraryError extends Error {}
