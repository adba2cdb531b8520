import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { AuditController } from './audit.controller.js';
import { ListAuditEventsHandler } from './list-audit-events.query.js';
import { Metrics } from './metrics.js';
import { OperationsController } from './operations.controller.js';

@Global()
@Module({
  // Our own error log has what is down; terminus would write it again.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [OperationsController, AuditController],
  providers: [Metrics, ListAuditEventsHandler],
  exports: [Metrics],
})
export class OperationsModule {
  constructor(metrics: Metrics, vision: VisionPool, dataSource: DataSource) {
    metrics.watch(vision, dataSource);
  }
}
