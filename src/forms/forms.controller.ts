import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res, UploadedFiles } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operator, RequireRight } from '../auth/access.js';
import { Endpoint } from '../http/endpoint.js';
import { IdempotencyKeyHeader } from '../http/idempotency-key.js';
import { GuidPipe, OrdinalPipe } from '../http/path-pipes.js';
import { PictureQueryDto } from '../http/picture-query.dto.js';
import { sendPicture } from '../http/send-picture.js';
import { AcceptsFiles, intakeErrors } from '../http/uploads.js';
import { DeleteFormCommand } from './delete-form.command.js';
import {
  FormListResult,
  FormResult,
  ListFormsQueryDto,
  RegisteredFormResult,
  RegisterFormBodyDto,
} from './dto/form.dto.js';
import { longestName } from './form-fields.js';
import { GetFormPageImageQuery } from './get-form-page-image.query.js';
import { GetFormQuery } from './get-form.query.js';
import { ListFormsQuery } from './list-forms.query.js';
import { RegisterFormCommand } from './register-form.command.js';

@ApiTags('Forms')
@Controller('Form')
export class FormsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @RequireRight('RegisterFormCommand')
  @Endpoint({
    operationId: 'registerForm',
    summary: 'Add a reference form to the library',
    description:
      'The answer names pages of other forms that the detector cannot tell from those of this one; the form is registered all the same.',
    result: RegisteredFormResult,
    status: 201,
    body: 'multipart',
    errors: ['CONFLICT', ...intakeErrors],
  })
  @AcceptsFiles('Pages', {
    description:
      'The blank pages in order: one PDF, or a picture a page. Upright, as printed. A page that was photographed, or scanned askew, is cut out and laid flat; its picture shows it as it is kept. Photograph sheets that lie flat: a bend is taken out, but not as exactly.',
    properties: { Name: { type: 'string', minLength: 1, maxLength: longestName } },
    required: ['Name'],
  })
  async register(
    @UploadedFiles() files: Express.Multer.File[] | undefined,
    @Body() { Name }: RegisterFormBodyDto,
    @IdempotencyKeyHeader() key: string | null,
  ) {
    return this.commands.execute(
      new RegisterFormCommand(
        Name,
        (files ?? []).map(({ path }) => path),
        key,
      ),
    );
  }

  @Get()
  @Operator()
  @Endpoint({
    operationId: 'listForms',
    summary: 'The library of reference forms',
    result: FormListResult,
    query: true,
  })
  async list(@Query() { Name, Skip, Take }: ListFormsQueryDto) {
    return this.queries.execute(new ListFormsQuery(Name ?? null, Skip, Take));
  }

  @Get(':id')
  @Operator()
  @Endpoint({
    operationId: 'getForm',
    summary: 'A reference form',
    result: FormResult,
    errors: ['FORM_NOT_FOUND'],
  })
  async get(@Param('id', GuidPipe) id: string) {
    return this.queries.execute(new GetFormQuery(id));
  }

  @Delete(':id')
  @RequireRight('DeleteFormCommand')
  @Endpoint({
    operationId: 'deleteForm',
    summary: 'Take a form out of the library; frames that point to it keep its name',
    result: FormResult,
    errors: ['FORM_NOT_FOUND'],
  })
  async delete(@Param('id', GuidPipe) id: string) {
    return this.commands.execute(new DeleteFormCommand(id));
  }

  @Get(':id/pages/:page/image')
  @Operator()
  @Endpoint({
    operationId: 'getFormPageImage',
    summary: 'The picture of a reference page',
    result: { files: ['image/jpeg', 'image/png', 'image/webp', 'image/tiff'], ranges: true },
    query: true,
    errors: ['FORM_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  })
  async image(
    @Param('id', GuidPipe) id: string,
    @Param('page', OrdinalPipe) page: number,
    @Query() { Width }: PictureQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const query = new GetFormPageImageQuery(id, page, Width ?? null);
    await sendPicture(request, response, () => this.queries.execute(query));
  }
}
