import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { Response } from 'express';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { Public } from '../auth/access.js';
import { BackgroundRunner } from '../background/background-runner.js';
import { ApiFailures } from '../http/failure-response.js';
import { FileStore } from '../storage/file-store.js';
import { DatabaseHealth } from './database-health.js';
import { HealthDto, LivenessDto } from './health.dto.js';
import { Metrics } from './metrics.js';

/** To write, read and delete a file. */
const storageTimeoutMs = 5_000;

const storageDown = {
  status: 'error',
  info: { database: { status: 'up' }, queue: { status: 'up' }, vision: { status: 'up' } },
  error: { storage: { status: 'down' } },
  details: {
    database: { status: 'up' },
    queue: { status: 'up' },
    storage: { status: 'down' },
    vision: { status: 'up' },
  },
};

/** For those who run the service: not wrapped, as probes and Prometheus expect. */
@ApiTags('Operations')
@Controller()
export class OperationsController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabaseHealth,
    private readonly background: BackgroundRunner,
    private readonly files: FileStore,
    private readonly vision: VisionPool,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  @Public()
  @ApiOperation({ operationId: 'live', summary: 'Whether the process answers', security: [] })
  @ApiResponse({ status: 200, description: 'It does.', type: LivenessDto })
  @ApiFailures('RATE_LIMITED', 'INTERNAL')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Public()
  @ApiOperation({
    operationId: 'ready',
    summary: 'Whether database, queue, file store and vision threads work',
    security: [],
  })
  @ApiResponse({ status: 200, description: 'All do.', type: HealthDto })
  @ApiResponse({
    status: 503,
    description: 'One does not; `error` names it.',
    type: HealthDto,
    example: storageDown,
  })
  @ApiFailures('RATE_LIMITED', 'INTERNAL')
  async ready(@Res({ passthrough: true }) response: Response) {
    try {
      return await this.health.check([
        () => this.database.check('database'),
        () => this.probe('queue', async () => this.background.healthy),
        () => this.probe('storage', () => this.storageWorks()),
        () => this.probe('vision', () => this.vision.health().then(() => true)),
      ]);
    } catch (error) {
      response.status(503);
      return error instanceof Error && 'getResponse' in error && typeof error.getResponse === 'function'
        ? (error.getResponse() as unknown)
        : { status: 'error' };
    }
  }

  @Get('metrics')
  @Public()
  @ApiOperation({ operationId: 'metrics', summary: 'Figures for Prometheus', security: [] })
  @ApiProduces('text/plain')
  @ApiResponse({
    status: 200,
    description: 'Prometheus text format.',
    content: {
      'text/plain': { schema: { type: 'string' }, example: 'nodejs_version_info{version="v20.20.2"} 1' },
    },
  })
  @ApiFailures('RATE_LIMITED', 'INTERNAL')
  async prometheus(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }

  private storageWorks(): Promise<boolean> {
    const inTime = this.files.check().then(() => true);
    return Promise.race([inTime, sleep(storageTimeoutMs, false, { ref: false })]);
  }

  private async probe(name: string, works: () => Promise<boolean>) {
    const indicator = this.indicators.check(name);
    const up = await works().catch(() => false);
    return up ? indicator.up() : indicator.down();
  }
}
