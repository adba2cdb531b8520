import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { makePrivateFolder } from '../config/private-folder.js';
import { Settings } from '../config/settings.js';
import { FileStore } from './file-store.js';

@Global()
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [Settings],
      useFactory: async ({ STORAGE_URL: url, DATA_DIR: dataDir }: Settings) => {
        if (url) return FileStore.open(url);
        const folder = join(dataDir, 'files');
        await makePrivateFolder(folder);
        return FileStore.open(`file:${folder}`);
      },
    },
  ],
  exports: [FileStore],
})
export class StorageModule {}
