import { isJson, type Json } from './openapi-examples.js';

/**
 * Moves failures that several operations describe alike to `components.responses`, so that the document has
 * each once. Named after their codes: `PacketNotFoundOrFrameNotFound`.
 *
 * @returns `components.responses`
 */
export function shareFailures(operations: readonly Json[]): Json {
  const shared = new Map<string, Json>();
  for (const { responses } of operations) {
    if (!isJson(responses)) continue;
    for (const [status, response] of Object.entries(responses)) {
      const name = isJson(response) ? nameOf(response) : undefined;
      if (name === undefined) continue;
      const known = shared.get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(response)) {
        throw new Error(`two responses would be called ${name}`);
      }
      shared.set(name, response as Json);
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Failures have an example for each of their codes; nothing else has examples by name. */
function nameOf({ content }: Json): string | undefined {
  const media = isJson(content) ? content['application/json'] : undefined;
  if (!isJson(media) || !isJson(media.examples)) return undefined;
  return Object.keys(media.examples)
    .map((code) =>
      code.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    )
    .join('Or');
}
