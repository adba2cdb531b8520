import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import type { ImageLimits } from '../../libs/vision-pool/index.js';
import { isDatabaseUrl, isProxies, isStorageUrl, Readable } from './readable-text.js';

const megabyte = 1024 * 1024;
/** What sharp decodes at most, px. */
const maxPixels = 0x3fff * 0x3fff;

/** Settings without a default. */
const optionalNames = [
  'DATABASE_URL',
  'STORAGE_URL',
  'JWT_SECRET',
  'JWT_JWKS_URI',
  'JWT_ISSUER',
  'JWT_AUDIENCE',
  'CORS_ORIGINS',
  'TRUST_PROXY',
] as const;

/**
 * Everything that can be set from outside, with its default. Read from the environment once, at the start;
 * nothing else reads `process.env`. README.md has the same list for users.
 */
export class Settings {
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  /** 0 lets the system choose a free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65535)
  PORT = 3000;

  @IsString()
  HOST = '127.0.0.1';

  /** What this process does: answer HTTP, work the background queue, or both. */
  @IsIn(['all', 'api', 'worker'])
  ROLE: 'all' | 'api' | 'worker' = 'all';

  /** Unset: an embedded PostgreSQL under DATA_DIR. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must start with postgres:// or postgresql://' })
  @Readable(isDatabaseUrl, 'must be a URL, in its password %23 for #, %2F for /, %25 for %, %3F for ?')
  DATABASE_URL?: string;

  @IsString()
  DATA_DIR = 'data';

  /** `file:<folder>` or `s3://bucket?region=...&endpoint=...`. Unset: a folder under DATA_DIR. */
  @IsOptional()
  @Matches(/^(file:|s3:\/\/)/, { message: 'STORAGE_URL must start with file: or s3://' })
  @Readable(
    isStorageUrl,
    'must name a folder of this machine, or a bucket with an endpoint such as https://s3.example',
  )
  STORAGE_URL?: string;

  /** Secret of HS256 tokens. */
  @IsOptional()
  @MinLength(32)
  JWT_SECRET?: string;

  /** Where the token issuer publishes its keys; RS256, PS256 and ES256 tokens. */
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_tld: false, require_protocol: true })
  JWT_JWKS_URI?: string;

  @IsOptional()
  @IsString()
  JWT_ISSUER?: string;

  @IsOptional()
  @IsString()
  JWT_AUDIENCE?: string;

  /** Claim that holds the rights; a dot goes one level down (`realm_access.roles`). */
  @IsString()
  JWT_RIGHTS_CLAIM = 'permissions';

  /** A best candidate with a larger score is no suitable form. docs/classification.md has the curve. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  CLASSIFICATION_MAX_SCORE = 0.35;

  /** A smaller margin between runner-up and best counts as not recognized. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  CLASSIFICATION_MIN_CONFIDENCE = 0.04;

  /**
   * A frame recognized that lacks this share of the page's print, in the midst of print that it shows, or of its ink,
   * where much is not in its place, is looked at once more, at full resolution, for print of another revision. 0 means
   * every frame, 1 none.
   */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  CLASSIFICATION_CLOSER_LOOK = 0.001;

  /** Bytes of one uploaded file. */
  @Type(() => Number)
  @IsInt()
  @Min(1024)
  MAX_FRAME_BYTES = 64 * megabyte;

  /** Width x height of one frame. */
  @Type(() => Number)
  @IsInt()
  @Min(10_000)
  @Max(maxPixels)
  MAX_FRAME_PIXELS = 100_000_000;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  MAX_FRAMES_PER_PACKET = 200;

  /** Threads that decode and understand pictures. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(64)
  VISION_THREADS = Math.min(8, availableParallelism());

  /** Tasks that may wait for a vision thread; further requests for such work are told to come again. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  VISION_QUEUE = 100;

  /** Connections at one time; further ones are closed at once. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  MAX_CONNECTIONS = 1000;

  /**
   * How long a connection without a request is kept. A proxy sends its next request on one that it holds for open: it
   * has to be the one who gives up first, which nginx and AWS do after 60 s, Traefik after 90 s.
   */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(3600)
  KEEP_ALIVE_SECONDS = 100;

  /** Origins of web front ends, with commas between them. Unset: no other origin may read answers. */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s,/*]+(,https?:\/\/[^\s,/*]+)*$/, {
    message: 'CORS_ORIGINS must be origins such as https://desk.example, with commas between them',
  })
  CORS_ORIGINS?: string;

  /**
   * Proxies whose X-Forwarded-For is believed: how many stand in front, or their addresses or networks with
   * commas between them. Unset: none.
   */
  @IsOptional()
  @Readable(isProxies, 'must be a number of proxies, or their addresses with commas between them')
  TRUST_PROXY?: string;

  /** Requests of one caller a minute; 0 is no limit. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  RATE_LIMIT_PER_MINUTE = 6000;

  /**
   * How long a service that is told to stop (SIGTERM) goes on serving while `/health/ready` is 503, so that balancers
   * have seen it before requests are refused. With the work in hand it must end before it is killed.
   */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(30)
  STOP_GRACE_SECONDS = 5;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL = 'info';

  /** What an uploaded file may hold at most. */
  get imageLimits(): ImageLimits {
    return { maxPixels: this.MAX_FRAME_PIXELS, maxPages: this.MAX_FRAMES_PER_PACKET };
  }

  /** Whether HTTP is answered in this process. */
  get servesHttp(): boolean {
    return this.ROLE !== 'worker';
  }

  /** Whether the background queue is worked in this process. */
  get worksQueue(): boolean {
    return this.ROLE !== 'api';
  }
}

/** A setting is wrong; the message is the one line to show. */
export class SettingsError extends Error {}

/**
 * Reads and checks the settings.
 *
 * @param env the environment, variables of no meaning here included
 * @returns a frozen object; DATA_DIR made absolute
 * @throws SettingsError naming each wrong setting, in one line
 */
export function readSettings(env: Record<string, string | undefined>): Readonly<Settings> {
  const names = new Set<string>([...Object.keys(new Settings()), ...optionalNames]);
  // An empty variable counts as not given: compose files pass unset ones so.
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => names.has(name) && value));
  const settings = plainToInstance(Settings, given, { exposeDefaultValues: true });
  const problems = validateSync(settings).flatMap((error) => Object.values(error.constraints ?? {}));
  if (settings.JWT_JWKS_URI && !(settings.JWT_ISSUER && settings.JWT_AUDIENCE)) {
    problems.push('JWT_JWKS_URI needs JWT_ISSUER and JWT_AUDIENCE');
  }
  if (settings.JWT_JWKS_URI && settings.JWT_SECRET) {
    problems.push('JWT_SECRET and JWT_JWKS_URI exclude each other');
  }
  if (settings.NODE_ENV === 'production' && !settings.JWT_SECRET && !settings.JWT_JWKS_URI) {
    problems.push('production needs JWT_SECRET, or JWT_JWKS_URI with JWT_ISSUER and JWT_AUDIENCE');
  }
  if (problems.length > 0) throw new SettingsError(`Wrong settings: ${problems.join('; ')}`);
  settings.DATA_DIR = resolve(settings.DATA_DIR);
  return Object.freeze(settings);
}
