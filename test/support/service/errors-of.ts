import type { ServiceUnderTest } from './service-process.js';

/** Lines in which a service tells of errors of its own. */
export const errorsOf = ({ log }: Pick<ServiceUnderTest, 'log'>): string[] =>
  log.filter((line) => /"level":"(error|fatal)"/.test(line));
