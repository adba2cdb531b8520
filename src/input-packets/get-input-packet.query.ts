import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { assertValid, IsGuid } from '../validation.js';
import { type PacketDetails, readPacket } from './packet-details.js';

/** One visible packet, whole. */
export class GetInputPacketQuery extends Query<PacketDetails> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@QueryHandler(GetInputPacketQuery)
export class GetInputPacketHandler implements IQueryHandler<GetInputPacketQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: GetInputPacketQuery): Promise<PacketDetails> {
    return readPacket(this.dataSource.manager, id);
  }
}
