import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PageLay } from '../../libs/vision-pool/index.js';

/** `document`: a page of a form. `barcode`: a sheet that carries barcodes, read instead of straightened. */
export const frameRoles = ['document', 'barcode'] as const;
export type FrameRole = (typeof frameRoles)[number];

/** A page of a reference form that a frame may show, nearest first in `Frame.candidates`. */
export interface FormCandidate {
  formId: string;
  formName: string;
  pageNumber: number;
  /** 0..1, smaller is closer. */
  score: number;
}

/** A photographed or scanned page of a packet. */
@Entity('frames')
export class Frame {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'packet_id' })
  packetId: string;

  /** Counts from 1 without gaps within the packet. */
  @Column('int')
  order: number;

  /** As given or found out; see `roleOf` for what counts. */
  @Column('text')
  role: FrameRole;

  /** Whether the uploader gave the role; else classification does, by what the frame shows. */
  @Column('boolean', { name: 'role_given' })
  roleGiven: boolean;

  /** Key of the original in the file store. A re-shot frame gets a new one. */
  @Column('text', { name: 'file_key' })
  fileKey: string;

  @Column('text', { name: 'content_type' })
  contentType: string;

  /** Size of the original in px, as a viewer shows it (after EXIF orientation). */
  @Column('int')
  width: number;

  @Column('int')
  height: number;

  /** What the detector found; null when the frame is not recognized or not classified yet. */
  @Column('uuid', { name: 'detected_form_id', nullable: true })
  detectedFormId: string | null;

  @Column('text', { name: 'detected_form_name', nullable: true })
  detectedFormName: string | null;

  @Column('int', { name: 'detected_page_number', nullable: true })
  detectedPageNumber: number | null;

  /** Margin between runner-up and best candidate, 0..1; null until classified. */
  @Column('double precision', { nullable: true })
  confidence: number | null;

  /** The detector's candidates, closest first, the one it recognized included. */
  @Column('jsonb')
  candidates: FormCandidate[];

  /** Where the closest candidate lies in the picture, whether recognized or not; null until classified. */
  @Column('jsonb', { name: 'detected_lay', nullable: true })
  detectedLay: PageLay | null;

  /** Why the detector did not recognize the frame. */
  @Column('text', { name: 'classification_error', nullable: true })
  classificationError: string | null;

  /** The operator's choice, which takes precedence. The name is kept should the form be deleted. */
  @Column('uuid', { name: 'chosen_form_id', nullable: true })
  chosenFormId: string | null;

  @Column('text', { name: 'chosen_form_name', nullable: true })
  chosenFormName: string | null;

  @Column('int', { name: 'chosen_page_number', nullable: true })
  chosenPageNumber: number | null;

  /** Key of the normalized picture; null until normalized, and always for barcode frames. */
  @Column('text', { name: 'normalized_key', nullable: true })
  normalizedKey: string | null;

  /** The form page that the frame was assigned to when that picture was made; null for none. */
  @Column('uuid', { name: 'normalized_form_id', nullable: true })
  normalizedFormId: string | null;

  @Column('int', { name: 'normalized_page_number', nullable: true })
  normalizedPageNumber: number | null;

  /** What the normalizer said of the picture; see `flagOf` for what is said of it now. */
  @Column('text', { name: 'normalization_flag', nullable: true })
  normalizationFlag: string | null;

  @Column('text', { name: 'normalization_error', nullable: true })
  normalizationError: string | null;
}

/** The form page a frame is assigned to, and by whom. */
export interface FormAssignment {
  formId: string;
  formName: string;
  pageNumber: number;
  source: 'operator' | 'detector';
}

/** The operator's choice where there is one, else what the detector found. */
export function assignmentOf(frame: Frame): FormAssignment | null {
  if (frame.chosenFormId !== null && frame.chosenFormName !== null && frame.chosenPageNumber !== null) {
    return {
      formId: frame.chosenFormId,
      formName: frame.chosenFormName,
      pageNumber: frame.chosenPageNumber,
      source: 'operator',
    };
  }
  if (frame.detectedFormId !== null && frame.detectedFormName !== null && frame.detectedPageNumber !== null) {
    return {
      formId: frame.detectedFormId,
      formName: frame.detectedFormName,
      pageNumber: frame.detectedPageNumber,
      source: 'detector',
    };
  }
  return null;
}

/** What a frame counts as: one whose form the operator has named is a document, whatever it was taken for. */
export const roleOf = (frame: Frame): FrameRole =>
  assignmentOf(frame)?.source === 'operator' ? 'document' : frame.role;

/** What is to be known of a frame's normalized picture: `outdated` once the frame is assigned otherwise. */
export function flagOf(frame: Frame): string | null {
  if (frame.normalizedKey === null) return null;
  const assigned = assignmentOf(frame);
  const isAsLaid =
    frame.normalizedFormId === (assigned?.formId ?? null) &&
    frame.normalizedPageNumber === (assigned?.pageNumber ?? null);
  return isAsLaid ? frame.normalizationFlag : 'outdated';
}

/** How many alternatives a caller is shown. */
const alternativesShown = 5;

/** The nearest candidates beside the page the frame is assigned to, closest first. */
export function alternativesOf(frame: Frame): FormCandidate[] {
  const assigned = assignmentOf(frame);
  return frame.candidates
    .filter(({ formId, pageNumber }) => formId !== assigned?.formId || pageNumber !== assigned.pageNumber)
    .slice(0, alternativesShown);
}
