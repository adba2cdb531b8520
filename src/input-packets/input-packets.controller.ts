import { Body, Controller, Get, Param, Post, Query, UploadedFiles } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { IdempotencyKeyHeader } from '../http/idempotency-key.js';
import { GuidPipe } from '../http/path-pipes.js';
import { AcceptsFiles, intakeErrors } from '../http/uploads.js';
import { CreateInputPacketCommand } from './create-input-packet.command.js';
import { PacketPageResult, PacketResult } from './dto/packet.dto.js';
import { CreatePacketBodyDto, ListPacketsQueryDto, rolesProperty } from './dto/requests.dto.js';
import { GetInputPacketQuery } from './get-input-packet.query.js';
import { ListInputPacketsQuery } from './list-input-packets.query.js';
import { longestNumber } from './packet-fields.js';
import { uploadsOf } from './upload.js';

@ApiTags('Packets')
@Controller('InputPacket')
export class InputPacketsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Operator()
  @Endpoint({
    operationId: 'createPacket',
    summary: 'Take in a packet of frames; its classification is queued',
    description:
      'Answers when the pictures are stored, before they are classified: `Classification` is `pending` then, and `ready` or `failed` in a later GET of the packet.',
    result: PacketResult,
    status: 201,
    body: 'multipart',
    etag: true,
    errors: ['CONFLICT', ...intakeErrors],
  })
  @AcceptsFiles('Frames', {
    description:
      'JPEG, PNG, WebP, HEIC, AVIF, TIFF or PDF, in order; a TIFF or PDF of several pages gives a frame a page.',
    properties: {
      Number: {
        type: 'string',
        minLength: 1,
        maxLength: longestNumber,
        description: 'Packet number; counted up when absent.',
      },
      ...rolesProperty,
    },
  })
  async create(
    @UploadedFiles() files: Express.Multer.File[],
    @Body() body: CreatePacketBodyDto,
    @IdempotencyKeyHeader() key: string | null,
  ) {
    const uploads = uploadsOf(files, body.Roles);
    return this.commands.execute(new CreateInputPacketCommand(uploads, body.Number ?? null, key));
  }

  @Get()
  @Operator()
  @Endpoint({
    operationId: 'listPackets',
    summary: 'The queue, newest first',
    description:
      'One page of it; `Total` counts the packets that fit the filter on all pages. Filters are joined by "and".',
    result: PacketPageResult,
    query: true,
  })
  async list(@Query() { Deleted, Number, Identifier, Classification, Skip, Take }: ListPacketsQueryDto) {
    const filter = {
      deleted: Deleted,
      number: Number ?? null,
      identifier: Identifier ?? null,
      classification: Classification ?? null,
    };
    return this.queries.execute(new ListInputPacketsQuery(filter, Skip, Take));
  }

  @Get(':id')
  @Operator()
  @Endpoint({
    operationId: 'getPacket',
    summary: 'A packet with its frames and identifiers',
    description:
      'The ETag stands for the set of frames, for `If-Match` of later edits. It does not tell how far classification is, so this is never answered with 304.',
    result: PacketResult,
    etag: true,
    errors: ['PACKET_NOT_FOUND'],
  })
  async get(@Param('id', GuidPipe) id: string) {
    return this.queries.execute(new GetInputPacketQuery(id));
  }
}
