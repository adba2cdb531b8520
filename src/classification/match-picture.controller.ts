import { Body, Controller, Post, UploadedFiles } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { RequireRight } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { AcceptsFiles, intakeErrors } from '../http/uploads.js';
import { MatchPictureBodyDto, MatchPictureResult } from './dto/match.dto.js';
import { MatchPictureQuery } from './match-picture.query.js';

@ApiTags('Forms')
@Controller('Form')
export class MatchPictureController {
  constructor(private readonly queries: QueryBus) {}

  @Post('match')
  @RequireRight('RegisterFormCommand')
  @Endpoint({
    operationId: 'matchPicture',
    summary: 'Try a picture against the library of reference forms; nothing is stored',
    description:
      'What classification would make of the picture: the candidates ranked, the verdict at the thresholds in force, and the time of each stage.',
    result: MatchPictureResult,
    body: 'multipart',
    errors: [...intakeErrors],
  })
  @AcceptsFiles('Picture', {
    description: 'One file of one page: JPEG, PNG, WebP, HEIC, AVIF, TIFF or PDF.',
    single: true,
  })
  async match(
    @UploadedFiles() files: Express.Multer.File[] | undefined,
    @Body() _fields: MatchPictureBodyDto,
  ) {
    return this.queries.execute(new MatchPictureQuery((files ?? []).map(({ path }) => path)));
  }
}
