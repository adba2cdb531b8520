import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import { GuidField } from '../../http/guid-field.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { FormCandidateDto } from '../../input-packets/dto/packet.dto.js';
import { IsOrdinal, largestInt } from '../../validation.js';
import type { ClassifiedFrame, ClassifiedPacket } from '../classify-frame.command.js';

@ApiSchema({ name: 'ClassifiedFrameInfo' })
export class ClassifiedFrameDto implements PascalCased<ClassifiedFrame> {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Ordinal number of the frame, as of the request.',
    example: 1,
  })
  Order: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Recognized form; null when the frame is not recognized.',
    example: examples.formId,
  })
  FormId: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Application for a residence card 2025' })
  FormName: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 1 })
  PageNumber: number | null;

  @ApiProperty({
    description:
      'Margin between the best candidate and the second-place candidate; larger means more confident.',
    minimum: 0,
    maximum: 1,
    example: 0.41,
  })
  Confidence: number;

  @ApiProperty({
    type: [FormCandidateDto],
    description: 'Nearest alternatives, meant for manual choice when confidence is low.',
  })
  Alternatives: FormCandidateDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason when the frame is not recognized; null on success.',
    example: null,
  })
  Error: string | null;
}

@ApiSchema({ name: 'ClassifiedPacketPayload' })
export class ClassifiedPacketDto implements PascalCased<ClassifiedPacket> {
  @ApiProperty({ format: 'uuid', example: examples.packetId })
  PacketId: string;

  @ApiProperty({ type: 'integer', description: 'Number of frames recognized.', example: 1 })
  Recognized: number;

  @ApiProperty({ type: 'integer', description: 'Number of frames not recognized.', example: 0 })
  Unrecognized: number;

  @ApiProperty({ type: [ClassifiedFrameDto], description: 'One entry per processed frame.' })
  Frames: ClassifiedFrameDto[];
}

export const ClassifyFrameResult = resultOf(ClassifiedPacketDto, 'ClassifyFrameResult');

@ApiSchema({ name: 'FormChoice' })
export class FormChoiceDto {
  @ApiProperty({ format: 'uuid', example: examples.formId })
  @GuidField()
  FormId: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: largestInt, example: 1 })
  @IsOrdinal()
  PageNumber: number;
}
