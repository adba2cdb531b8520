import { Module } from '@nestjs/common';
import { DeleteFormHandler } from './delete-form.command.js';
import { FormLibrary } from './form-library.js';
import { FormsController } from './forms.controller.js';
import { GetFormPageImageHandler } from './get-form-page-image.query.js';
import { GetFormHandler } from './get-form.query.js';
import { ListFormsHandler } from './list-forms.query.js';
import { RebuildProfilesHandler } from './rebuild-profiles.command.js';
import { RebuildProfilesTask } from './rebuild-profiles.task.js';
import { ReferencePages } from './reference-pages.js';
import { RegisterFormHandler } from './register-form.command.js';
import { SamePages } from './same-pages.js';

@Module({
  controllers: [FormsController],
  providers: [
    FormLibrary,
    ReferencePages,
    SamePages,
    RegisterFormHandler,
    DeleteFormHandler,
    RebuildProfilesHandler,
    RebuildProfilesTask,
    ListFormsHandler,
    GetFormHandler,
    GetFormPageImageHandler,
  ],
  exports: [FormLibrary, ReferencePages],
})
export class FormsModule {}
