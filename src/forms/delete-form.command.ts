import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { formNotFound } from '../domain-error.js';
import { recordAudit } from '../operations/audit-trail.js';
import { FileStore } from '../storage/file-store.js';
import { enqueuePurge } from '../storage/purge.js';
import { assertValid, IsGuid } from '../validation.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form } from './form.entity.js';

/** Takes a form out of the library. Frames that point to it keep its name and page. */
export class DeleteFormCommand extends Command<FormDetails> {
  @IsGuid()
  readonly id: string;

  constructor(id: string) {
    super();
    this.id = id;
    assertValid(this);
  }
}

@CommandHandler(DeleteFormCommand)
export class DeleteFormHandler implements ICommandHandler<DeleteFormCommand> {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ id }: DeleteFormCommand): Promise<FormDetails> {
    return this.dataSource.transaction(async (manager) => {
      const form = await manager.findOne(Form, { where: { id }, relations: { pages: true } });
      const { affected } = await manager.delete(Form, { id });
      if (!form || !affected) throw formNotFound(id);
      await recordAudit(manager, 'delete-form', { id, name: form.name });
      await enqueuePurge(manager, { folders: [FileStore.folderOf('forms', id)] });
      return formDetails(form);
    });
  }
}
