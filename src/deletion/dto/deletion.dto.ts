import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import type { PascalCased } from '../../http/pascal-case.js';
import type { DeletedPacket } from '../deleted-packet.js';

@ApiSchema({ name: 'DeletedPacketPayload' })
export class DeletedPacketDto implements PascalCased<DeletedPacket> {
  @ApiProperty({ format: 'uuid', example: examples.packetId })
  Id: string;

  @ApiProperty({ description: 'Packet number.', default: '', example: '000417' })
  Number: string;

  @ApiProperty({
    enum: ['soft', 'force'],
    description: '`soft` for soft deletion, `force` for hard deletion.',
    example: 'soft',
  })
  Mode: 'soft' | 'force';
}

export const DeletePacketResult = resultOf(DeletedPacketDto, 'DeletePacketResult');
