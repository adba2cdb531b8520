import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { ReferenceNote } from '../../../libs/vision-pool/index.js';
import { resultOf } from '../../http/envelope.js';
import { examples } from '../../http/examples.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import type { PascalCased } from '../../http/pascal-case.js';
import { IsFormName, longestName } from '../form-fields.js';
import type { FormDetails, FormPageDetails } from '../form-details.js';
import type { FormPageOfList } from '../list-forms.query.js';
import type { RegisteredForm } from '../register-form.command.js';
import type { SamePage } from '../same-pages.js';

@ApiSchema({ name: 'FormPage' })
export class FormPageDto implements PascalCased<FormPageDetails> {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  Number: number;

  @ApiProperty({ type: 'integer', description: 'Of the stored picture, in px.', example: 2480 })
  Width: number;

  @ApiProperty({ type: 'integer', description: 'Of the stored picture, in px.', example: 3508 })
  Height: number;

  @ApiProperty({
    type: [String],
    description:
      'What was done to the picture, or what is to be known of it: `cut_out`, of a photograph; `straightened`, a scan that lay askew; `bent`: the sheet was, and is laid less exactly than a form should be; `page_not_found`: there is more than a page in the picture, and none stands out whole, so that all of it is kept; `low_quality`: letters are blurred or coarse; `blank`: there is next to nothing to know the page by. Empty for a page as a program has drawn it.',
    example: ['cut_out'],
  })
  Notes: ReferenceNote[];
}

@ApiSchema({ name: 'FormPayload' })
export class FormDto implements PascalCased<FormDetails> {
  @ApiProperty({ format: 'uuid', example: examples.formId })
  Id: string;

  @ApiProperty({ example: 'Application for a residence card 2025' })
  Name: string;

  @ApiProperty({ format: 'date-time', example: examples.time })
  CreatedAt: string;

  @ApiProperty({ type: [FormPageDto] })
  Pages: FormPageDto[];
}

@ApiSchema({ name: 'SamePage' })
export class SamePageDto implements PascalCased<SamePage> {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Page of the form registered.', example: 1 })
  Page: number;

  @ApiProperty({ format: 'uuid', description: 'The other form.', example: examples.otherFormId })
  FormId: string;

  @ApiProperty({ example: 'Application for a residence card 2024' })
  FormName: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Page of the other form.', example: 1 })
  PageNumber: number;
}

@ApiSchema({ name: 'RegisteredFormPayload' })
export class RegisteredFormDto extends FormDto implements PascalCased<RegisteredForm> {
  @ApiProperty({
    type: [SamePageDto],
    nullable: true,
    description:
      'Pages of other forms that the detector cannot tell from pages of this one, be it that a form is registered twice: frames of either are not recognized, for want of confidence. Null when that could not be found out this time.',
  })
  SameAs: SamePageDto[] | null;
}

@ApiSchema({ name: 'FormListPayload' })
export class FormListDto implements PascalCased<FormPageOfList> {
  @ApiProperty({ type: 'integer', description: 'Forms in the library, on all pages.', example: 14 })
  Total: number;

  @ApiProperty({ type: [FormDto] })
  Items: FormDto[];
}

export const FormResult = resultOf(FormDto, 'FormResult');
export const RegisteredFormResult = resultOf(RegisteredFormDto, 'RegisteredFormResult');
export const FormListResult = resultOf(FormListDto, 'FormListResult');

export class RegisterFormBodyDto {
  @IsFormName()
  Name: string;
}

export class ListFormsQueryDto extends PageQueryDto {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: longestName,
    description: 'Forms with this in their names, in letters of either case.',
  })
  @IsOptional()
  @IsFormName()
  Name?: string;
}
