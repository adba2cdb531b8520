import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Settings } from '../config/settings.js';
import { invalidArguments } from '../validation.js';
import { ArgumentsPipe } from './arguments.pipe.js';
import { CallerThrottlerGuard } from './caller-throttler.guard.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { ErrorFilter } from './error.filter.js';
import { RequestShapeGuard } from './request-shape.guard.js';
import { UploadsModule } from './uploads.module.js';

const minuteMs = 60_000;

/** What every route has: the wrapper, errors with codes, checked arguments, limits of uploads, a limit a caller. */
@Module({
  imports: [
    UploadsModule,
    ThrottlerModule.forRootAsync({
      inject: [Settings],
      useFactory: ({ RATE_LIMIT_PER_MINUTE: limit }: Settings) => ({
        throttlers: [{ ttl: minuteMs, limit }],
        skipIf: () => limit === 0,
      }),
    }),
  ],
  providers: [
    CallerThrottlerGuard,
    { provide: APP_GUARD, useExisting: CallerThrottlerGuard },
    { provide: APP_GUARD, useClass: RequestShapeGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    {
      provide: APP_PIPE,
      useFactory: () =>
        new ArgumentsPipe({
          transform: true,
          whitelist: true,
          forbidNonWhitelisted: true,
          exceptionFactory: invalidArguments,
        }),
    },
  ],
  exports: [CallerThrottlerGuard],
})
export class HttpModule {}
