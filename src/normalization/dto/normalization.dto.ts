import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { flagDescription } from '../../input-packets/dto/packet.dto.js';
import { frameRoles } from '../../input-packets/frame.entity.js';
import type { NormalizedFrame, NormalizedPacket } from '../normalize-packet.command.js';

@ApiSchema({ name: 'NormalizedFrameInfo' })
export class NormalizedFrameDto implements PascalCased<NormalizedFrame> {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Ordinal number of the frame.', example: 1 })
  Order: number;

  @ApiProperty({ enum: frameRoles, description: 'Role of the frame.', example: 'document' })
  Role: string;

  @ApiProperty({
    description: 'True when a processed image was produced; frames of the barcode type have none.',
    example: true,
  })
  HasImage: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: flagDescription,
    example: 'low_quality',
  })
  Flag: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Per-frame error text; null on success.',
    example: null,
  })
  Error: string | null;
}

@ApiSchema({ name: 'NormalizedPacketPayload' })
export class NormalizedPacketDto implements PascalCased<NormalizedPacket> {
  @ApiProperty({ format: 'uuid', example: examples.packetId })
  PacketId: string;

  @ApiProperty({ type: 'integer', description: 'Number of frames processed.', example: 1 })
  Processed: number;

  @ApiProperty({ type: 'integer', description: 'Number of frames that ended with an error.', example: 0 })
  Failed: number;

  @ApiProperty({ type: [NormalizedFrameDto], description: 'One entry per processed frame.' })
  Frames: NormalizedFrameDto[];
}

export const NormalizePacketResult = resultOf(NormalizedPacketDto, 'NormalizePacketResult');
