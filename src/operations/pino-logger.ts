import type { LoggerService } from '@nestjs/common';
import { type Level, type Logger, pino } from 'pino';

/**
 * The one place where lines are written: JSON, one a line, times in UTC. Callers log identifiers, never names,
 * values of forms, tokens or settings that hold a secret.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
  });
}

/**
 * What is written of an error. Not all that it carries, as pino would by itself: a failed statement carries the
 * values it was given, packet numbers and names of forms among them.
 */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type: name, message, code, stack, cause: cause === undefined ? undefined : errorFields(cause) };
}

/** Where Nest lists every module and route at each start. */
const startUpContexts = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** Nest's logger on pino. `log.warn({ err, key }, 'text')` keeps the fields apart from the text. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(startUpContexts.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest appends the logger's context as the last argument. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) {
      const text = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      this.pino[level]({ context, ...message }, text);
    } else {
      const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      this.pino[level]({ context, stack }, String(message));
    }
  }
}
