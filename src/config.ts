import { BlockList, isIP } from 'node:net';

/** Where the root key, the signing secret and the rows come from. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl?: string;
  readonly databasePoolSize: number;
  readonly dataDir: string;
  /** 32 bytes. Absent only with the embedded database, which keeps its own. */
  readonly encryptionKey?: Buffer;
  readonly authSecret?: string;
  readonly redisUrl?: string;
  readonly rateLimits: RateLimits | 'off';
  readonly eventRetentionDays: number;
  readonly logLevel: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly metricsPort?: number;
  readonly metricsHost: string;
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

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and validates every setting at once; the only reader of the environment. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = new Reader(env);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    port: read.integer('PORT', 8080, 0, 65_535),
    host: read.host('HOST', databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 20, 1, 1000),
    dataDir: read.text('DATA_DIR', './data'),
    encryptionKey: read.rootKey('ENCRYPTION_KEY'),
    authSecret: read.secret('AUTH_SECRET', 32),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    rateLimits: read.rateLimits(),
    eventRetentionDays: read.integer('EVENT_RETENTION_DAYS', 7, 1, 365),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustedProxies: read.addresses('TRUSTED_PROXIES'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
    metricsHost: read.host('METRICS_HOST', '127.0.0.1'),
  };
  if (databaseUrl && !env['ENCRYPTION_KEY']) {
    read.problem('ENCRYPTION_KEY', 'is needed with DATABASE_URL: 32 random bytes in base64');
  }
  if (databaseUrl && !env['AUTH_SECRET']) {
    read.problem('AUTH_SECRET', 'is needed with DATABASE_URL: at least 32 random characters');
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

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
