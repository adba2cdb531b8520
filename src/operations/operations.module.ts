import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import type { Settings } from '../config/settings.js';
import { AuditController } from './audit.controller.js';
import { DatabaseHealth } from './database-health.js';
import { ListAuditEventsHandler } from './list-audit-events.query.js';
import { Metrics } from './metrics.js';
import { OperationsController } from './operations.controller.js';

@Global()
@Module({
  controllers: [OperationsController, AuditController],
  providers: [DatabaseHealth, Metrics, ListAuditEventsHandler],
  exports: [Metrics],
})
export class OperationsModule {
  static with({ servesHttp, STOP_GRACE_SECONDS: graceSeconds }: Settings): DynamicModule {
    return {
      module: OperationsModule,
      imports: [
        TerminusModule.forRoot({
          // Our own error log has what is down; terminus would write it again.
          logger: false,
          // A stop by SIGTERM waits for so long, not ready and serving all the same. To a worker nobody sends requests.
          gracefulShutdownTimeoutMs: servesHttp ? graceSeconds * 1000 : 0,
        }),
      ],
    };
  }

  constructor(metrics: Metrics, vision: VisionPool, dataSource: DataSource) {
    metrics.watch(vision, dataSource);
  }
}
