import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FileStore } from '../storage/file-store.js';

/** Deletes files whose rows are gone. Safe to run twice; fails while the store is away. */
export class PurgeFilesCommand extends Command<void> {
  constructor(
    readonly keys: readonly string[],
    readonly folders: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PurgeFilesCommand)
export class PurgeFilesHandler implements ICommandHandler<PurgeFilesCommand> {
  constructor(private readonly files: FileStore) {}

  async execute({ keys, folders }: PurgeFilesCommand): Promise<void> {
    for (const key of keys) await this.files.delete(key);
    for (const folder of folders) await this.files.deleteFolder(folder);
  }
}
