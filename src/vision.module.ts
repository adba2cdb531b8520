import { Global, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { VisionPool } from '../libs/vision-pool/index.js';
import { Settings } from './config/settings.js';
import { Metrics } from './operations/metrics.js';

/** Ends the vision threads when nothing can ask for them any more. */
@Injectable()
class VisionShutdown implements OnApplicationShutdown {
  constructor(private readonly vision: VisionPool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.vision.close();
  }
}

@Global()
@Module({
  providers: [
    {
      provide: VisionPool,
      inject: [Settings, Metrics],
      useFactory: (settings: Settings, metrics: Metrics) => {
        const log = new Logger(VisionPool.name);
        return new VisionPool({
          threads: settings.VISION_THREADS,
          maxQueue: settings.VISION_QUEUE,
          onTaskDone: (stage, ms, ok) => metrics.visionTaskDone(stage, ms, ok),
          onWarning: (message) => log.warn(message),
        });
      },
    },
    VisionShutdown,
  ],
  exports: [VisionPool],
})
export class VisionModule {}
