import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How far the background classification of a packet is: `pending` queued, `running` under way, `ready` every
 * frame has its result, `failed` not every frame could be looked at (tried again by itself for about a day; a
 * manual run mends it too).
 */
export const classificationStates = ['pending', 'running', 'ready', 'failed'] as const;
export type ClassificationState = (typeof classificationStates)[number];

/** A queue item: ordered frames that belong together. */
@Entity('input_packets')
export class InputPacket {
  @PrimaryColumn('uuid')
  id: string;

  /** What people call the packet; given by the caller or counted up. */
  @Column('text')
  number: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The reversible mark `Deleted`. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('text')
  classification: ClassificationState;

  /** Counts the edits of the set of frames, so that a slow run cannot overwrite what a newer one found. */
  @Column('int')
  revision: number;
}
