import { Injectable } from '@nestjs/common';
import { Turns } from '../concurrency.js';
import { Settings } from '../config/settings.js';

/**
 * Turns of the pictures that background jobs have looked at, one task each at a time: all jobs together have as many in
 * hand as there are vision threads. The queue before the threads is left to callers, who are refused when it is full;
 * and so is a job, which would be put off for it.
 */
@Injectable()
export class BackgroundTurns extends Turns {
  constructor({ VISION_THREADS }: Settings) {
    super(VISION_THREADS);
  }
}
