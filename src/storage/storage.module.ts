import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { FileStore } from './file-store.js';

@Global()
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [Settings],
      useFactory: (settings: Settings) =>
        FileStore.open(settings.STORAGE_URL ?? `file:${join(settings.DATA_DIR, 'files')}`),
    },
  ],
  exports: [FileStore],
})
export class StorageModule {}
