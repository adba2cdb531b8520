import { Injectable } from '@nestjs/common';
import { TypeOrmHealthIndicator } from '@nestjs/terminus';
import { DataSource } from 'typeorm';

const timeoutMs = 2_000;

/** Whether the database answers. */
@Injectable()
export class DatabaseHealth {
  constructor(
    private readonly indicator: TypeOrmHealthIndicator,
    private readonly connection: DataSource,
  ) {}

  /** As terminus tells it, under the name `key`. */
  check(key: string) {
    // Left to itself the indicator would look for the connection by a TypeORM of its own, not the bundle's.
    return this.indicator.pingCheck(key, { connection: this.connection, timeout: timeoutMs });
  }
}
