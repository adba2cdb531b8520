import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { VisionPoolStats } from '../../libs/vision-pool/index.js';

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const taskSeconds = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6];

/** What Prometheus is told. Names and labels are stable; labels never hold identifiers. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestSeconds,
    registers: [this.registry],
  });

  private readonly visionTasks = new Histogram({
    name: 'vision_task_duration_seconds',
    help: 'Time of a task on its vision thread, by stage: classify, normalize, readBarcodes ...',
    labelNames: ['stage', 'ok'] as const,
    buckets: taskSeconds,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  requestDone(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  visionTaskDone(stage: string, ms: number, ok: boolean): void {
    this.visionTasks.observe({ stage, ok: String(ok) }, ms / 1000);
  }

  /** Adds the gauges that are read when somebody looks: the vision threads and the background queue. */
  watch(vision: { stats(): VisionPoolStats }, dataSource: DataSource): void {
    const { registry } = this;
    new Gauge({
      name: 'vision_tasks',
      help: 'Tasks of the vision threads, waiting and running.',
      labelNames: ['state'] as const,
      registers: [registry],
      collect() {
        const { queued, running } = vision.stats();
        this.set({ state: 'queued' }, queued);
        this.set({ state: 'running' }, running);
      },
    });
    new Gauge({
      name: 'background_jobs',
      help: 'Jobs of the background queue by task: waiting, running, and failed for good.',
      labelNames: ['task', 'state'] as const,
      registers: [registry],
      async collect() {
        this.reset();
        const rows = await dataSource
          .query<{ task: string; state: string; jobs: number }[]>(
            `select task_identifier as task, count(*)::int as jobs,
                    case when locked_at is not null then 'running'
                         when attempts >= max_attempts then 'failed' else 'waiting' end as state
             from graphile_worker.jobs
             -- A newer job has taken the place of one without a key.
             where key is not null or locked_at is not null group by task, state`,
          )
          // The database being away is told by /health/ready; the other figures still count.
          .catch(() => []);
        for (const { task, state, jobs } of rows) this.set({ task, state }, jobs);
      },
    });
  }
}
