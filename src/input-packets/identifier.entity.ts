import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value read from a barcode frame, by which people find the packet. */
@Entity('identifiers')
export class Identifier {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'packet_id' })
  packetId: string;

  @Column('uuid', { name: 'frame_id' })
  frameId: string;

  /** Symbology: `Code128`, `QRCode` ... */
  @Column('text')
  type: string;

  @Column('text')
  value: string;
}
