import type { Request } from 'express';

/** A layer of Express's router, as far as it is looked at here; its own types say less than it has. */
interface RouteLayer {
  route?: { methods: Readonly<Record<string, boolean>> };
  /** False where the path is another one. */
  match(path: string): object | false;
}

/**
 * The methods that routes answer at a request's path, for `Allow` (RFC 9110, 10.2.1); empty where there is no route.
 */
export function allowedMethods({ app, baseUrl, path }: Request): string[] {
  const layers = app.router.stack as unknown as readonly RouteLayer[];
  const methods = layers
    .filter((layer) => layer.route && layer.match(baseUrl + path))
    .map(({ route }) => Object.keys(route?.methods ?? {}))
    // A handler's route has one method; Nest's own for what has none takes all, to say that there is nothing.
    .filter((known) => known.length === 1)
    .map(([method]) => method.toUpperCase());
  // Express answers HEAD by the route of GET.
  const all = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods);
  return [...all].sort();
}
