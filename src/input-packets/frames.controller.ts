import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  UploadedFiles,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operator } from '../auth/access.js';
import { wrongArgument } from '../domain-error.js';
import { Endpoint } from '../http/endpoint.js';
import { IdempotencyKeyHeader } from '../http/idempotency-key.js';
import { GuidPipe, OrdinalPipe } from '../http/path-pipes.js';
import { IfMatch } from '../http/revisions.js';
import { sendPicture } from '../http/send-picture.js';
import { AcceptsFiles, intakeErrors } from '../http/uploads.js';
import { AddFramesCommand } from './add-frames.command.js';
import { FrameImageQueryDto, frameImageQuery } from './dto/frame-image.dto.js';
import { PacketResult } from './dto/packet.dto.js';
import { FramesBodyDto, rolesProperty } from './dto/requests.dto.js';
import { RemoveFrameCommand } from './remove-frame.command.js';
import { ReplaceFrameCommand } from './replace-frame.command.js';
import { uploadsOf } from './upload.js';

@ApiTags('Frames')
@Controller('InputPacket/:id/frames')
export class FramesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Operator()
  @Endpoint({
    operationId: 'addFrames',
    summary: 'Add frames behind the last one; classification is queued anew',
    result: PacketResult,
    status: 201,
    body: 'multipart',
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', ...intakeErrors],
  })
  @AcceptsFiles('Frames', { description: 'As on taking in a packet.', properties: rolesProperty })
  async add(
    @Param('id', GuidPipe) id: string,
    @UploadedFiles() files: Express.Multer.File[],
    @Body() body: FramesBodyDto,
    @IfMatch() allowed: number[] | null,
    @IdempotencyKeyHeader() key: string | null,
  ) {
    return this.commands.execute(new AddFramesCommand(id, uploadsOf(files, body.Roles), allowed, key));
  }

  @Put(':order')
  @Operator()
  @Endpoint({
    operationId: 'replaceFrame',
    summary: 'Put a new shot in the place of a frame; classification is queued anew',
    result: PacketResult,
    body: 'multipart',
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND', 'PRECONDITION_FAILED', ...intakeErrors],
  })
  @AcceptsFiles('Frames', { description: 'One file of one page.', properties: rolesProperty })
  async replace(
    @Param('id', GuidPipe) id: string,
    @Param('order', OrdinalPipe) order: number,
    @UploadedFiles() files: Express.Multer.File[],
    @Body() body: FramesBodyDto,
    @IfMatch() allowed: number[] | null,
  ) {
    const uploads = uploadsOf(files, body.Roles);
    if (uploads.length !== 1) throw wrongArgument('Frames', 'must hold exactly one file');
    return this.commands.execute(new ReplaceFrameCommand(id, order, uploads[0], allowed));
  }

  @Delete(':order')
  @Operator()
  @Endpoint({
    operationId: 'removeFrame',
    summary: 'Remove a frame; the rest is renumbered and classification is queued anew',
    result: PacketResult,
    etag: true,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  })
  async remove(
    @Param('id', GuidPipe) id: string,
    @Param('order', OrdinalPipe) order: number,
    @IfMatch() allowed: number[] | null,
  ) {
    return this.commands.execute(new RemoveFrameCommand(id, order, allowed));
  }

  @Get(':order/image')
  @Operator()
  @Endpoint({
    operationId: 'getFrameImage',
    summary: 'The picture of a frame: as it came, normalized, or with what speaks for its form drawn on it',
    result: { files: ['image/jpeg', 'image/png', 'image/webp', 'image/tiff'], ranges: true },
    query: true,
    errors: ['PACKET_NOT_FOUND', 'FRAME_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  })
  async image(
    @Param('id', GuidPipe) id: string,
    @Param('order', OrdinalPipe) order: number,
    @Query() options: FrameImageQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const bitonalType =
      request.accepts('image/png', 'image/tiff') === 'image/tiff' ? 'image/tiff' : 'image/png';
    const query = frameImageQuery(id, order, options, bitonalType);
    if (options.Mode === 'bitonal') response.vary('Accept');
    await sendPicture(request, response, () => this.queries.execute(query));
  }
}
