import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { resultOf } from '../../http/envelope.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { type FormCandidate, frameRoles } from '../frame.entity.js';
import { type ClassificationState, classificationStates } from '../input-packet.entity.js';
import type { PacketPage, PacketSummary } from '../list-input-packets.query.js';
import type { FrameDetails, IdentifierDetails, PacketDetails } from '../packet-details.js';
import { examples } from '../../http/examples.js';

export const flagDescription =
  'Quality or mode flag of the normalized image: `low_quality`, `unregistered`, `no_page_found`, `several_sheets`, ' +
  '`already_flat`, `other_revision` or `outdated`; null when there is nothing to say. Later versions may have others.';

@ApiSchema({ name: 'FormCandidate' })
export class FormCandidateDto implements PascalCased<FormCandidate> {
  @ApiProperty({ format: 'uuid', example: examples.formId })
  FormId: string;

  @ApiProperty({ example: 'Application for a residence card 2025', default: '' })
  FormName: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  PageNumber: number;

  @ApiProperty({ description: 'Match score; smaller means closer.', minimum: 0, maximum: 1, example: 0.18 })
  Score: number;
}

@ApiSchema({ name: 'FrameDetails' })
export class FrameDto implements PascalCased<FrameDetails> {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Ordinal number of the frame.', example: 1 })
  Order: number;

  @ApiProperty({
    enum: frameRoles,
    description: '`document`: a page, classified and normalized. `barcode`: read for identifiers instead.',
    example: 'document',
  })
  Role: string;

  @ApiProperty({
    type: 'integer',
    description: 'Of the original, in px, upright as its EXIF says.',
    example: 3024,
  })
  Width: number;

  @ApiProperty({ type: 'integer', description: 'Of the original, in px.', example: 4032 })
  Height: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Form assigned; null when none is.',
    example: examples.formId,
  })
  FormId: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Application for a residence card 2025' })
  FormName: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 1 })
  PageNumber: number | null;

  @ApiProperty({
    type: String,
    enum: ['operator', 'detector', null],
    nullable: true,
    description: 'Who assigned the form.',
    example: 'detector',
  })
  FormSource: 'operator' | 'detector' | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: "Margin between the detector's best candidate and its runner-up; null until classified.",
    minimum: 0,
    maximum: 1,
    example: 0.41,
  })
  Confidence: number | null;

  @ApiProperty({ type: [FormCandidateDto], description: 'Nearest alternatives, for manual choice.' })
  Alternatives: FormCandidateDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason when the frame is not recognized.',
    example: null,
  })
  Error: string | null;

  @ApiProperty({ description: 'Whether there is a normalized image.', example: true })
  HasImage: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: flagDescription,
    example: null,
  })
  Flag: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the last normalization failed.',
    example: null,
  })
  NormalizationError: string | null;
}

@ApiSchema({ name: 'Identifier' })
export class IdentifierDto implements PascalCased<IdentifierDetails> {
  @ApiProperty({ description: 'Symbology of the barcode.', example: 'QRCode' })
  Type: string;

  @ApiProperty({
    description:
      'What the barcode holds. Bytes of an encoding that none knows are taken for Latin-1; a zero byte is told as U+2400.',
    example: 'CASE-2026-000417',
  })
  Value: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Order of the frame it was read from.',
    example: 1,
  })
  Frame: number;
}

/** What a packet is told with, in the queue and by itself. */
class PacketHeadDto {
  @ApiProperty({ format: 'uuid', example: examples.packetId })
  Id: string;

  @ApiProperty({ description: "The sender's, or counted up; it need not be unique.", example: '000417' })
  Number: string;

  @ApiProperty({ format: 'date-time', example: examples.time })
  CreatedAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was softly deleted; null while it is visible.',
    example: null,
  })
  DeletedAt: string | null;

  @ApiProperty({
    enum: classificationStates,
    description:
      'How far the background classification is; `failed`: a frame could not be looked at, and it is tried again for about a day.',
    example: 'ready',
  })
  Classification: ClassificationState;
}

@ApiSchema({ name: 'PacketPayload' })
export class PacketDto extends PacketHeadDto implements PascalCased<PacketDetails> {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Counts the edits of the set of frames; the ETag of the answer has it too.',
    example: 1,
  })
  Revision: number;

  @ApiProperty({ type: [IdentifierDto], description: 'What the barcodes of its `barcode` frames hold.' })
  Identifiers: IdentifierDto[];

  @ApiProperty({ type: [FrameDto], description: 'In order; at least one.' })
  Frames: FrameDto[];
}

@ApiSchema({ name: 'PacketSummary' })
export class PacketSummaryDto extends PacketHeadDto implements PascalCased<PacketSummary> {
  @ApiProperty({ type: 'integer', example: 4 })
  FrameCount: number;

  @ApiProperty({ type: 'integer', description: 'Frames that are assigned to a form.', example: 3 })
  RecognizedCount: number;
}

@ApiSchema({ name: 'PacketPagePayload' })
export class PacketPageDto implements PascalCased<PacketPage> {
  @ApiProperty({ type: 'integer', description: 'Packets that fit the filter, on all pages.', example: 128 })
  Total: number;

  @ApiProperty({ type: [PacketSummaryDto] })
  Items: PacketSummaryDto[];
}

export const PacketResult = resultOf(PacketDto, 'PacketResult');
export const PacketPageResult = resultOf(PacketPageDto, 'PacketPageResult');
