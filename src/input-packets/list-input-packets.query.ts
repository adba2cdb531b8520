import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { IsSkip, IsTake } from '../list-range.js';
import { assertValid } from '../validation.js';
import { type ClassificationState, classificationStates } from './input-packet.entity.js';
import { IsPacketNumber, IsSymbolValue } from './packet-fields.js';

/** A packet as the queue shows it. */
export interface PacketSummary {
  id: string;
  number: string;
  createdAt: Date;
  deletedAt: Date | null;
  classification: ClassificationState;
  frameCount: number;
  recognizedCount: number;
}

export interface PacketPage {
  total: number;
  items: PacketSummary[];
}

export interface PacketFilter {
  /** The softly deleted packets instead of the visible ones. */
  deleted: boolean;
  /** Exactly this number. */
  number: string | null;
  /** With a barcode that holds exactly this. */
  identifier: string | null;
  classification: ClassificationState | null;
}

/** A page of the queue, newest first. */
export class ListInputPacketsQuery extends Query<PacketPage> implements PacketFilter {
  @IsBoolean()
  readonly deleted: boolean;

  @IsOptional()
  @IsPacketNumber()
  readonly number: string | null;

  @IsOptional()
  @IsSymbolValue()
  readonly identifier: string | null;

  @IsOptional()
  @IsIn(classificationStates)
  readonly classification: ClassificationState | null;

  @IsSkip()
  readonly skip: number;

  @IsTake()
  readonly take: number;

  constructor(filter: PacketFilter, skip: number, take: number) {
    super();
    this.deleted = filter.deleted;
    this.number = filter.number;
    this.identifier = filter.identifier;
    this.classification = filter.classification;
    this.skip = skip;
    this.take = take;
    assertValid(this);
  }
}

/**
 * Spelled out for what is asked, so that PostgreSQL can use the partial index of either half of the packets, and that
 * of identifiers.
 */
const conditions = ({ deleted, identifier }: PacketFilter) => `
  packet.deleted_at is ${deleted ? 'not null' : 'null'}
  and ($1::text is null or packet.number = $1)
  and ($2::text is null or packet.classification = $2)
  and ${
    identifier === null
      ? '$3::text is null'
      : `packet.id in (
    select identifiers.packet_id from identifiers join frames on frames.id = frame_id
    where value = $3 and chosen_form_id is null)`
  }`;

/**
 * A page of so many rows, counted from the end of the list that is nearer: PostgreSQL steps over every index entry
 * before a page, and operators who take the oldest packet first read the last page, not the first.
 */
function nearerEnd(skip: number, take: number, total: number): Cut {
  const limit = Math.max(0, Math.min(take, total - skip));
  const after = total - skip - limit;
  return skip <= after
    ? { order: 'desc', offset: skip, limit }
    : { order: 'asc', offset: Math.max(0, after), limit };
}

interface Cut {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

@QueryHandler(ListInputPacketsQuery)
export class ListInputPacketsHandler implements IQueryHandler<ListInputPacketsQuery> {
  constructor(private readonly dataSource: DataSource) {}

  async execute(query: ListInputPacketsQuery): Promise<PacketPage> {
    const where = conditions(query);
    const parameters = [query.number, query.classification, query.identifier];
    const total = await this.total(query, where, parameters);
    const { order, offset, limit } = nearerEnd(query.skip, query.take, total);
    // The page is cut first and from the index alone, so that a far page needs no rows of those before it.
    const items = await this.dataSource.query<PacketSummary[]>(
      `select packet.id, packet.number, packet.created_at as "createdAt", packet.deleted_at as "deletedAt",
              packet.classification, counted.*
       from (
         select id from input_packets packet where ${where}
         order by created_at ${order}, id ${order} offset $4 limit $5
       ) page
       join input_packets packet using (id)
       cross join lateral (
         select count(*)::int as "frameCount",
                count(coalesce(chosen_form_id, detected_form_id))::int as "recognizedCount"
         from frames where packet_id = packet.id
       ) counted
       order by packet.created_at desc, packet.id desc`,
      [...parameters, offset, limit],
    );
    return { total, items };
  }

  private async total(
    { deleted, number, identifier, classification }: PacketFilter,
    where: string,
    parameters: (string | null)[],
  ): Promise<number> {
    // Packets of one number or barcode are few, and found by an index; the others are counted as they change.
    const [{ total }] = await (number === null && identifier === null
      ? this.dataSource.query<{ total: number }[]>(
          `select coalesce(sum(packets), 0)::int as total from packet_counts
           where deleted = $1 and ($2::text is null or classification = $2)`,
          [deleted, classification],
        )
      : this.dataSource.query<{ total: number }[]>(
          `select count(*)::int as total from input_packets packet where ${where}`,
          parameters,
        ));
    return total;
  }
}
