import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { readSettings } from '../../src/config/settings.js';
import { DatabaseUrl } from '../../src/database/database-url.js';
import { outsideApi } from '../../src/start.js';
import { routesOf } from './openapi-routes.js';
import { FixtureModule } from './openapi-routes.fixture.js';

/**
 * Prints the routes of the application, or of the fixture, as JSON. A program of its own, as jest cannot load
 * CommonJS packages that require Nest's ES modules.
 */
async function main(which: string | undefined): Promise<void> {
  const fixture = which === 'fixture';
  const module = fixture ? FixtureModule : AppModule.with(readSettings({}), new DatabaseUrl(''));
  // With all of its modules and controllers, none of them at work.
  const app = await NestFactory.create(module, { preview: true, logger: false, abortOnError: false });
  console.log(JSON.stringify(routesOf(app, fixture ? ['fixture/probe'] : outsideApi)));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
