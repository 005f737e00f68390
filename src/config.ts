import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';

/** Where the root key, the signing secret and the rows come from. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that serve on the port. */
  readonly workers: number;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl?: string;
  /** Connections of one process. */
  readonly databasePoolSize: number;
  readonly dataDir: string;
  /** 32 bytes. Absent only with the embedded database, which keeps its own. */
  readonly encryptionKey?: Buffer;
  /** The root key to come, while the root key is rotated. */
  readonly encryptionKeyNext?: Buffer;
  readonly authSecret?: string;
  readonly redisUrl?: string;
  readonly rateLimits: RateLimits | 'off';
  /** Bytes of all bodies under way in one process. */
  readonly requestBodyMemory: number;
  readonly events: EventConfig;
  readonly audit: AuditConfig;
  readonly versions: VersionConfig;
  readonly logLevel: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly metricsPort?: number;
  readonly metricsHost: string;
  /** Absent: as the lifecycle sees fit. */
  readonly shutdownDrainSeconds?: number;
}

/** How long events are kept, and how many streams there may be. */
export interface EventConfig {
  readonly retentionDays: number;
  /** Events of one project. */
  readonly retentionCount: number;
  /** How long before the end of temporary access it is told of. */
  readonly expiringSeconds: number;
  /** Of one identity in one project. */
  readonly streamsPerCaller: number;
  /** In one replica, as all the rest. */
  readonly streamsPerOrganization: number;
  readonly streamsPerReplica: number;
}

/** What is recorded, and with which keys records are chained. */
export interface AuditConfig {
  /** Whether reads of values are recorded; changes always are. */
  readonly reads: boolean;
  /** Absent: AUTH_SECRET. */
  readonly key?: string;
  /** For verifying what was chained with other keys before. */
  readonly formerKeys: readonly string[];
}

/** How long past versions of secrets are kept. */
export interface VersionConfig {
  /** After their end; 0: for ever. */
  readonly days: number;
  /** Of one secret; 0: all. */
  readonly count: number;
}

/** Requests a minute, by class (decision 23). */
export interface RateLimits {
  readonly read: number;
  readonly write: number;
  readonly secrets: number;
  readonly login: number;
  /** Requests a minute and address that carry no valid token. */
  readonly anonymous: number;
}

/** Stops the start. Its message names each variable and what it should be. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

const MAX_WORKERS = 64;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and validates every setting at once; the only reader of the environment. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = new Reader(env);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    port: read.integer('PORT', 8080, 0, 65_535),
    host: read.host('HOST', databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    workers: read.workers('WORKERS'),
    databaseUrl,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 20, 1, 1000),
    dataDir: read.text('DATA_DIR', './data'),
    encryptionKey: read.rootKey('ENCRYPTION_KEY'),
    encryptionKeyNext: read.rootKey('ENCRYPTION_KEY_NEXT'),
    authSecret: read.secret('AUTH_SECRET', 32),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    rateLimits: read.rateLimits(),
    requestBodyMemory: read.integer('REQUEST_BODY_MEMORY_MIB', 128, 64, 65_536) * 1024 * 1024,
    events: read.events(),
    versions: read.versions(),
    audit: read.audit(),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustedProxies: read.addresses('TRUSTED_PROXIES'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
    metricsHost: read.host('METRICS_HOST', '127.0.0.1'),
    shutdownDrainSeconds: read.integer('SHUTDOWN_DRAIN_SECONDS', undefined, 0, 600),
  };
  if (databaseUrl && !env['ENCRYPTION_KEY']) {
    read.problem('ENCRYPTION_KEY', 'is needed with DATABASE_URL: 32 random bytes in base64');
  }
  if (databaseUrl && !env['AUTH_SECRET']) {
    read.problem('AUTH_SECRET', 'is needed with DATABASE_URL: at least 32 random characters');
  }
  if (config.encryptionKeyNext && !isAnother(config.encryptionKeyNext, config.encryptionKey)) {
    read.problem('ENCRYPTION_KEY_NEXT', 'should be another key, beside ENCRYPTION_KEY');
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

const isAnother = (next: Buffer, present?: Buffer) =>
  present !== undefined && !timingSafeEqual(present, next);

/** Collects problems instead of throwing at the first. Never repeats a value: it may be a secret. */
class Reader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  problem(name: string, what: string): void {
    this.problems.push(`${name} ${what}`);
  }

  text<T extends string | undefined>(name: string, fallback: T): string | T {
    return this.env[name]?.trim() || fallback;
  }

  host(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text);
    if (isIP(text) === 0 && !isName) {
      this.problem(name, 'should be an address or host name to listen on, such as 127.0.0.1');
    }
    return text;
  }

  integer<T extends number | undefined>(
    name: string,
    fallback: T,
    min: number,
    max: number,
  ): number | T {
    const text = this.text(name, undefined);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.problem(name, `should be a whole number from ${min} to ${max}`);
    return fallback;
  }

  /** `auto`: one for each core. */
  workers(name: string): number {
    if (this.text(name, '1') === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
    const before = this.problems.length;
    const count = this.integer(name, 1, 1, MAX_WORKERS);
    if (this.problems.length > before) this.problems[before] += ', or auto';
    return count;
  }

  oneOf(name: string, allowed: readonly string[], fallback: string): string {
    const text = this.text(name, fallback);
    if (!allowed.includes(text)) this.problem(name, `should be one of ${allowed.join(', ')}`);
    return text;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name, undefined);
    if (text === undefined) return undefined;
    const isRight =
      URL.canParse(text) && protocols.some((protocol) => text.startsWith(`${protocol}//`));
    if (!isRight) this.problem(name, `should be a URL that starts with ${protocols[0]}//`);
    return text;
  }

  secret(name: string, minLength: number): string | undefined {
    const text = this.text(name, undefined);
    if (text !== undefined && text.length < minLength) {
      this.problem(name, `should have at least ${minLength} characters`);
    }
    return text;
  }

  rootKey(name: string): Buffer | undefined {
    const text = this.text(name, undefined);
    if (text === undefined) return undefined;
    const key = Buffer.from(text, 'base64');
    if (key.length === 32 && key.toString('base64') === text && key.some((byte) => byte !== 0)) {
      return key;
    }
    this.problem(name, 'should be 32 random bytes in base64 (openssl rand -base64 32)');
    return undefined;
  }

  origins(name: string): readonly string[] {
    const origins = this.list(name);
    const isOrigin = (text: string) =>
      /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
    if (!origins.every(isOrigin)) {
      this.problem(name, 'should be origins such as https://app.example.org, split by commas');
    }
    return origins;
  }

  addresses(name: string): readonly string[] {
    const entries = this.list(name);
    if (!entries.every(isAddressOrNetwork)) {
      this.problem(name, 'should be addresses or networks such as 10.0.0.0/8, split by commas');
    }
    return entries;
  }

  rateLimits(): RateLimits | 'off' {
    if (this.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'off') return 'off';
    const limit = (name: string, fallback: number) =>
      this.integer(`RATE_LIMIT_${name}`, fallback, 1, 100_000_000);
    return {
      read: limit('READ', 3000),
      write: limit('WRITE', 1200),
      secrets: limit('SECRETS', 3000),
      login: limit('LOGIN', 600),
      anonymous: limit('ANONYMOUS', 300),
    };
  }

  events(): EventConfig {
    const streams = (name: string, fallback: number) =>
      this.integer(`EVENT_STREAMS_PER_${name}`, fallback, 1, 100_000);
    return {
      retentionDays: this.integer('EVENT_RETENTION_DAYS', 7, 1, 365),
      retentionCount: this.integer('EVENT_RETENTION_COUNT', 100_000, 1_000, 100_000_000),
      expiringSeconds: this.integer('EVENT_EXPIRING_SECONDS', 300, 0, 604_800),
      streamsPerCaller: streams('CALLER', 10),
      streamsPerOrganization: streams('ORGANIZATION', 500),
      streamsPerReplica: streams('REPLICA', 1_000),
    };
  }

  versions(): VersionConfig {
    return {
      days: this.integer('VERSION_RETENTION_DAYS', 0, 0, 36_500),
      count: this.integer('VERSION_RETENTION_COUNT', 0, 0, 1_000_000),
    };
  }

  audit(): AuditConfig {
    const formerKeys = this.list('AUDIT_FORMER_KEYS');
    if (formerKeys.some((key) => key.length < 32)) {
      this.problem(
        'AUDIT_FORMER_KEYS',
        'should be keys of at least 32 characters, split by commas',
      );
    }
    return {
      reads: this.oneOf('AUDIT_READS', ['on', 'off'], 'on') !== 'off',
      key: this.secret('AUDIT_KEY', 32),
      formerKeys,
    };
  }

  private list(name: string): readonly string[] {
    return (this.env[name] ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean);
  }
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(prefix);
  } catch {
    return false;
  }
}
