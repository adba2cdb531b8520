import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { StageTiming } from '../../../libs/vision-pool/index.js';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { FormCandidateDto } from '../../input-packets/dto/packet.dto.js';
import type { MatchedCandidate } from '../frame-detector.js';
import type { PictureMatch } from '../match-picture.query.js';
import type { Thresholds } from '../verdict.js';

@ApiSchema({ name: 'MatchedCandidate' })
export class MatchedCandidateDto extends FormCandidateDto implements PascalCased<MatchedCandidate> {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Features of the page that agree on one place in the picture.',
    example: 212,
  })
  Inliers: number;
}

@ApiSchema({ name: 'MatchThresholds' })
export class ThresholdsDto implements PascalCased<Thresholds> {
  @ApiProperty({ description: 'Largest score of the best candidate.', minimum: 0, maximum: 1, example: 0.35 })
  MaxScore: number;

  @ApiProperty({
    description: 'Smallest margin between runner-up and best.',
    minimum: 0,
    maximum: 1,
    example: 0.04,
  })
  MinConfidence: number;
}

@ApiSchema({ name: 'StageTiming' })
export class StageTimingDto implements PascalCased<StageTiming> {
  @ApiProperty({
    description:
      '`decode`, `describe`, `shortlist`, `verify`, `ink`, `lookAlikes`, `revision`; new ones may come. A stage that the picture did not call for is left out.',
    example: 'verify',
  })
  Stage: string;

  @ApiProperty({ description: 'Milliseconds on the vision thread.', minimum: 0, example: 21.4 })
  Ms: number;
}

@ApiSchema({ name: 'PictureMatchPayload' })
export class PictureMatchDto implements PascalCased<PictureMatch> {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Form that a frame with this picture would be assigned to; null when it would not be recognized.',
    example: examples.formId,
  })
  FormId: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Application for a residence card 2025' })
  FormName: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 1 })
  PageNumber: number | null;

  @ApiProperty({
    description: 'Margin between the best candidate and the second-place candidate.',
    minimum: 0,
    maximum: 1,
    example: 0.41,
  })
  Confidence: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason why the picture would not be recognized; null when it would.',
    example: null,
  })
  Error: string | null;

  @ApiProperty({ type: ThresholdsDto })
  Thresholds: ThresholdsDto;

  @ApiProperty({ type: [MatchedCandidateDto], description: 'Closest first.' })
  Candidates: MatchedCandidateDto[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Reference pages that the picture was compared with.',
    example: 420,
  })
  LibraryPages: number;

  @ApiProperty({ type: [StageTimingDto], description: 'Where the time went, a stage each.' })
  Timings: StageTimingDto[];
}

export const MatchPictureResult = resultOf(PictureMatchDto, 'MatchPictureResult');

/** The fields beside the picture: none, and so any is refused. */
export class MatchPictureBodyDto {}
