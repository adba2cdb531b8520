import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { type FrameRole, frameRoles } from '../frame.entity.js';
import { type ClassificationState, classificationStates } from '../input-packet.entity.js';
import { IsPacketNumber, IsSymbolValue, longestNumber, longestSymbol } from '../packet-fields.js';

export class ListPacketsQueryDto extends PageQueryDto {
  @ApiPropertyOptional({
    type: 'boolean',
    default: false,
    description: 'The softly deleted packets instead of the visible ones.',
  })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  Deleted = false;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: longestNumber,
    description: 'Packets with exactly this number.',
  })
  @IsOptional()
  @IsPacketNumber()
  Number?: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: longestSymbol,
    description: 'Packets with a barcode that holds exactly this.',
  })
  @IsOptional()
  @IsSymbolValue()
  Identifier?: string;

  @ApiPropertyOptional({ enum: classificationStates, description: 'Packets that far.' })
  @IsOptional()
  @IsIn(classificationStates)
  Classification?: ClassificationState;
}

/** A repeated multipart field, or one with values between commas, as a list. */
const ListOf = () =>
  Transform(({ value }: { value: unknown }) => {
    const values = value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value];
    return values.flatMap((item: unknown) =>
      typeof item === 'string' ? item.split(',').map((word) => word.trim()) : [item],
    );
  });

/** The text field beside the files of a packet's frames, in the document. */
export const rolesProperty = {
  Roles: {
    type: 'array',
    items: { type: 'string', enum: [...frameRoles] },
    description:
      'One a file; when absent, told by what the frame shows: `barcode` for a sheet that carries little but barcodes.',
  },
};

export class FramesBodyDto {
  @ListOf()
  @IsIn(frameRoles, { each: true, message: `$property must each be one of: ${frameRoles.join(', ')}` })
  Roles: FrameRole[] = [];
}

export class CreatePacketBodyDto extends FramesBodyDto {
  @IsOptional()
  @IsPacketNumber()
  Number?: string;
}
