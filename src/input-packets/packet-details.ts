import type { EntityManager } from 'typeorm';
import { packetNotFound } from '../domain-error.js';
import { alternativesOf, assignmentOf, flagOf, type FormCandidate, Frame, roleOf } from './frame.entity.js';
import { Identifier } from './identifier.entity.js';
import type { ClassificationState } from './input-packet.entity.js';
import { findVisiblePacket } from './packet-rows.js';

/** A frame as callers see it. */
export interface FrameDetails {
  order: number;
  role: string;
  width: number;
  height: number;
  formId: string | null;
  formName: string | null;
  pageNumber: number | null;
  formSource: 'operator' | 'detector' | null;
  confidence: number | null;
  alternatives: FormCandidate[];
  /** Why the frame is not recognized. */
  error: string | null;
  hasImage: boolean;
  flag: string | null;
  /** Why the last normalization failed. */
  normalizationError: string | null;
}

export interface IdentifierDetails {
  type: string;
  value: string;
  /** Order of the frame it was read from. */
  frame: number;
}

/** A packet as callers see it. */
export interface PacketDetails {
  id: string;
  number: string;
  createdAt: Date;
  deletedAt: Date | null;
  classification: ClassificationState;
  /** Counts the edits of the set of frames; what `AllowedRevisions` speaks of. */
  revision: number;
  identifiers: IdentifierDetails[];
  frames: FrameDetails[];
}

/**
 * Reads a visible packet whole.
 *
 * @throws DomainError PACKET_NOT_FOUND
 */
export async function readPacket(manager: EntityManager, id: string): Promise<PacketDetails> {
  const packet = await findVisiblePacket(manager, id);
  const identifiers = await manager.find(Identifier, { where: { packetId: id } });
  const frames = await manager.find(Frame, { where: { packetId: id }, order: { order: 'asc' } });
  // A packet keeps at least one frame: this one was deleted for good between the statements.
  if (frames.length === 0) throw packetNotFound(id);
  const sheets = frames.filter((frame) => roleOf(frame) === 'barcode');
  const orders = new Map(sheets.map(({ id, order }) => [id, order]));
  return {
    id: packet.id,
    number: packet.number,
    createdAt: packet.createdAt,
    deletedAt: packet.deletedAt,
    classification: packet.classification,
    revision: packet.revision,
    identifiers: identifiers
      // Those of a frame that was re-shot or removed between the statements went with it; those of one that the
      // operator has named a form's page do not count.
      .flatMap(({ type, value, frameId }) => {
        const frame = orders.get(frameId);
        return frame === undefined ? [] : [{ type, value, frame }];
      })
      .sort((a, b) => a.frame - b.frame || byCodeUnits(a.value, b.value)),
    frames: frames.map(frameDetails),
  };
}

/** An order that is the same on every machine: `localeCompare` goes by where the process happens to run. */
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function frameDetails(frame: Frame): FrameDetails {
  const assigned = assignmentOf(frame);
  return {
    order: frame.order,
    role: roleOf(frame),
    width: frame.width,
    height: frame.height,
    formId: assigned?.formId ?? null,
    formName: assigned?.formName ?? null,
    pageNumber: assigned?.pageNumber ?? null,
    formSource: assigned?.source ?? null,
    confidence: frame.confidence,
    alternatives: alternativesOf(frame),
    error: assigned ? null : frame.classificationError,
    hasImage: frame.normalizedKey !== null,
    flag: flagOf(frame),
    normalizationError: frame.normalizationError,
  };
}
