import { type INestApplication, RequestMethod } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { accessOf } from '../../src/auth/access.js';
import { endpointOptionsOf } from '../../src/http/endpoint.js';

/** A route as the application's controllers declare it. */
export interface Route {
  /** Such as `GET InputPacket/:id`, without the global prefix. */
  name: string;
  /** Such as `InputPacketsController.get`. */
  handler: string;
  /** What is wrong with it; empty when nothing is. */
  problems: string[];
}

/** What `openapi-routes.cli.ts` prints. */
export interface RoutesTold {
  application: Route[];
  /** Of controllers made for the test, some of which say too little. */
  fixture: Route[];
}

/**
 * All routes of all controllers of all modules, found in Nest's container.
 *
 * @param outsideApi paths that are no part of the interface, and so need no `@Endpoint`
 */
export function routesOf(app: INestApplication, outsideApi: readonly string[]): Route[] {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') throw new Error('a controller that is no class');
    const prototype = metatype.prototype as Record<string, unknown>;
    const bases = [Reflect.getMetadata('path', metatype) as string | string[]].flat();
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) return [];
      const verb = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
      const paths = [Reflect.getMetadata('path', handler) as string | string[]].flat();
      return bases.flatMap((base) =>
        paths.map((path) => {
          const full = [base, path]
            .map((part) => part.replace(/^\/|\/$/g, ''))
            .filter(Boolean)
            .join('/');
          const problems: string[] = [];
          if (!accessOf(handler)) problems.push('says neither @Public, @Operator nor @RequireRight');
          if (!outsideApi.includes(full) && !endpointOptionsOf(handler)) problems.push('has no @Endpoint');
          return { name: `${verb} ${full}`, handler: `${metatype.name}.${name}`, problems };
        }),
      );
    });
  });
}
