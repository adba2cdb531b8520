import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Frame } from './frame.entity.js';
import { InputPacket } from './input-packet.entity.js';

/** A value read from a barcode frame, by which people find the packet. */
@Entity('identifiers')
export class Identifier {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'packet_id' })
  packetId: string;

  @ManyToOne(() => InputPacket, (packet) => packet.identifiers)
  @JoinColumn({ name: 'packet_id' })
  packet: Relation<InputPacket>;

  @Column('uuid', { name: 'frame_id' })
  frameId: string;

  @ManyToOne(() => Frame)
  @JoinColumn({ name: 'frame_id' })
  frame: Relation<Frame>;

  /** Symbology: `Code128`, `QRCode` ... */
  @Column('text')
  type: string;

  @Column('text')
  value: string;
}
