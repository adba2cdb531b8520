import { Global, Module } from '@nestjs/common';
import { MulterModule } from '@nestjs/platform-express';
import { Settings } from '../config/settings.js';
import { uploadOptions } from './uploads.js';

/**
 * The limits and the folder of uploads, for every controller that `@AcceptsFiles`. Global, since Nest asks for them as
 * something a module may lack: one that did not import them would take files of any size, into memory.
 */
@Global()
@Module({
  imports: [MulterModule.registerAsync({ inject: [Settings], useFactory: uploadOptions })],
  exports: [MulterModule],
})
export class UploadsModule {}
