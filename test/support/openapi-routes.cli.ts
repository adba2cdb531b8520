import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { readSettings } from '../../src/config/settings.js';
import { DatabaseUrl } from '../../src/database/database-url.js';
import { outsideApi } from '../../src/application.js';
import { type Route, type RoutesTold, routesOf } from './openapi-routes.js';
import { FixtureModule } from './openapi-routes.fixture.js';

/**
 * Prints the routes of the application and of the fixture, as JSON. A program of its own, as jest cannot load
 * CommonJS packages that require Nest's ES modules.
 */
async function main(): Promise<void> {
  const told: RoutesTold = {
    application: await routes(AppModule.with(readSettings({}), new DatabaseUrl('')), outsideApi),
    fixture: await routes(FixtureModule, ['fixture/probe']),
  };
  console.log(JSON.stringify(told));
}

/** @param outside the wrapper, as probes are */
async function routes(
  module: DynamicModule | typeof FixtureModule,
  outside: readonly string[],
): Promise<Route[]> {
  // With all of its modules and controllers, none of them at work.
  const app = await NestFactory.create(module, { preview: true, logger: false, abortOnError: false });
  return routesOf(app, outside);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
