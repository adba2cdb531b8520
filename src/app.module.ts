import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthModule } from './auth/auth.module.js';
import { BackgroundModule } from './background/background.module.js';
import { ClassificationModule } from './classification/classification.module.js';
import { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { DatabaseUrl } from './database/database-url.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { FormsModule } from './forms/forms.module.js';
import { HttpModule } from './http/http.module.js';
import { InputPacketsModule } from './input-packets/input-packets.module.js';
import { NormalizationModule } from './normalization/normalization.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { StorageModule } from './storage/storage.module.js';
import { VisionModule } from './vision.module.js';

/** What the start has found out: the settings, and where the database answers. */
@Global()
@Module({})
class StartModule {
  static with(settings: Settings, databaseUrl: DatabaseUrl): DynamicModule {
    return {
      module: StartModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: DatabaseUrl, useValue: databaseUrl },
      ],
      exports: [Settings, DatabaseUrl],
    };
  }
}

@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: DatabaseUrl): DynamicModule {
    return {
      module: AppModule,
      imports: [
        StartModule.with(settings, databaseUrl),
        CqrsModule.forRoot(),
        DatabaseModule,
        StorageModule,
        BackgroundModule,
        OperationsModule.with(settings),
        VisionModule,
        // Guards run in the order of these two: who calls is known before calls are counted.
        AuthModule,
        HttpModule,
        InputPacketsModule,
        FormsModule,
        ClassificationModule,
        NormalizationModule,
        DeletionModule,
      ],
    };
  }
}
