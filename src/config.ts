import { timingSafeEqual } from 'node:crypto';
import { EnvReader } from './env-reader.js';

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
  /** The AUTH_SECRET of before: what was made under it is still recognized. */
  readonly authSecretFormer?: string;
  readonly setup: SetupConfig;
  readonly redisUrl?: string;
  readonly rateLimits: RateLimits | 'off';
  /** Bytes of all bodies under way in one process. */
  readonly requestBodyMemory: number;
  readonly events: EventConfig;
  readonly audit: AuditConfig;
  readonly versions: VersionConfig;
  /** Bytes of values, versions and kept answers of one organization. Absent: unlimited. */
  readonly storagePerOrganization?: number;
  readonly logLevel: string;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly metricsPort?: number;
  readonly metricsHost: string;
  /** Absent: as the lifecycle sees fit. */
  readonly shutdownDrainSeconds?: number;
}

/** Who may claim a server that nobody owns yet. */
export interface SetupConfig {
  /** What has to be shown. Absent: the server makes one and prints it. */
  readonly token?: string;
  /** Addresses and networks from which none has to be shown. */
  readonly networks: readonly string[];
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

/** Requests a minute, by class. */
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

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and validates every setting at once; the only reader of the environment. */
export function loadConfig(env: Environment): Config {
  const read = new EnvReader(env);
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
    authSecretFormer: read.secret('AUTH_SECRET_FORMER', 32),
    setup: {
      token: read.secret('SETUP_TOKEN', 20),
      networks: read.addresses('SETUP_NETWORKS'),
    },
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    rateLimits: read.rateLimits(),
    requestBodyMemory: read.integer('REQUEST_BODY_MEMORY_MIB', 128, 64, 65_536) * 1024 * 1024,
    events: read.events(),
    versions: read.versions(),
    storagePerOrganization: read.bytes('STORAGE_PER_ORGANIZATION'),
    audit: read.audit(),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustedProxies: read.addresses('TRUSTED_PROXIES'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
    metricsHost: read.host('METRICS_HOST', '127.0.0.1'),
    shutdownDrainSeconds: read.integer('SHUTDOWN_DRAIN_SECONDS', undefined, 0, 600),
  };
  checkKeys(read, config, env);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** What one setting asks of another. */
function checkKeys(read: EnvReader, config: Config, env: Environment): void {
  if (config.databaseUrl && !env['ENCRYPTION_KEY']) {
    read.problem('ENCRYPTION_KEY', 'is needed with DATABASE_URL: 32 random bytes in base64');
  }
  if (config.databaseUrl && !env['AUTH_SECRET']) {
    read.problem('AUTH_SECRET', 'is needed with DATABASE_URL: at least 32 random characters');
  }
  if (config.encryptionKeyNext && !isAnother(config.encryptionKeyNext, config.encryptionKey)) {
    read.problem('ENCRYPTION_KEY_NEXT', 'should be another key, beside ENCRYPTION_KEY');
  }
  if (isSameText(config.authSecretFormer, config.authSecret)) {
    read.problem('AUTH_SECRET_FORMER', 'should be the secret of before, not that of AUTH_SECRET');
  }
}

/** Keys that audit records may have been chained with before, beside the one in force. */
export const formerAuditKeys = ({ audit, authSecretFormer }: Config): readonly string[] =>
  authSecretFormer === undefined ? audit.formerKeys : [authSecretFormer, ...audit.formerKeys];

function isSameText(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const isAnother = (next: Buffer, present?: Buffer) =>
  present !== undefined && !timingSafeEqual(present, next);
