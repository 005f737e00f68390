import { timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { validateSync, type ValidationError } from 'class-validator';
import {
  Addresses,
  SettingGroup,
  Host,
  Integer,
  ChoiceSetting,
  Origins,
  PublicOrigin,
  readSettings,
  RootKeySetting,
  SecretSetting,
  Secrets,
  Switch,
  TextSetting,
  Url,
  variablesOf,
} from './config.decorators.js';
import {
  AcmeConfig,
  ClientConfig,
  MailConfig,
  OutgoingConfig,
  WorkloadConfig,
} from './config-groups.js';
import { gatherSettings } from './config-sources.js';

const MAX_WORKERS = 64;
const MAX_RATE = 100_000_000;
const MIB = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Who may claim a server that nobody owns yet. */
export class SetupConfig {
  /** Has to be shown. Absent: the server makes one and prints it. */
  @SecretSetting('SETUP_TOKEN', 20)
  readonly token?: string;
  /** Addresses and networks from which no token has to be shown. */
  @Addresses('SETUP_NETWORKS')
  readonly networks: readonly string[] = [];
}

/** Requests a minute, by class of request. */
export class RateLimits {
  @Integer('RATE_LIMIT_READ', 1, MAX_RATE)
  readonly read: number = 3000;
  @Integer('RATE_LIMIT_WRITE', 1, MAX_RATE)
  readonly write: number = 1200;
  @Integer('RATE_LIMIT_SECRETS', 1, MAX_RATE)
  readonly secrets: number = 3000;
  @Integer('RATE_LIMIT_LOGIN', 1, MAX_RATE)
  readonly login: number = 600;
  /** From one address, for requests that carry no valid token. */
  @Integer('RATE_LIMIT_ANONYMOUS', 1, MAX_RATE)
  readonly anonymous: number = 300;
}

/** How long events are kept, and how many streams there may be. */
export class EventConfig {
  @Integer('EVENT_RETENTION_DAYS', 1, 365)
  readonly retentionDays: number = 7;
  /** Events of one project. */
  @Integer('EVENT_RETENTION_COUNT', 1_000, 100_000_000)
  readonly retentionCount: number = 100_000;
  /** How long before the end of temporary access an event announces it. */
  @Integer('EVENT_EXPIRING_SECONDS', 0, 604_800)
  readonly expiringSeconds: number = 300;
  /** For one identity in one project. All three limits count within one replica. */
  @Integer('EVENT_STREAMS_PER_CALLER', 1, 100_000)
  readonly streamsPerCaller: number = 10;
  @Integer('EVENT_STREAMS_PER_ORGANIZATION', 1, 100_000)
  readonly streamsPerOrganization: number = 500;
  @Integer('EVENT_STREAMS_PER_REPLICA', 1, 100_000)
  readonly streamsPerReplica: number = 1_000;
}

/** What is recorded, and with which keys records are chained. */
export class AuditConfig {
  /** Whether reads of values are recorded; changes always are. */
  @Switch('AUDIT_READS')
  readonly reads: boolean = true;
  /** Absent: AUTH_SECRET. */
  @SecretSetting('AUDIT_KEY', 32)
  readonly key?: string;
  /** Keys of earlier records, to verify them. */
  @Secrets('AUDIT_FORMER_KEYS', 32)
  readonly formerKeys: readonly string[] = [];
}

/** How long past versions of secrets are kept. */
export class VersionConfig {
  /** Days after a version was replaced; 0: for ever. */
  @Integer('VERSION_RETENTION_DAYS', 0, 36_500)
  readonly days: number = 0;
  /** Versions of one secret; 0: all. */
  @Integer('VERSION_RETENTION_COUNT', 0, 1_000_000)
  readonly count: number = 0;
}

/** Every setting of the server, with its variable, range and default. */
export class Config {
  @Integer('PORT', 0, 65_535)
  readonly port: number = 8080;
  /** Default: this machine only, or every address with DATABASE_URL. */
  @Host('HOST')
  readonly host: string;
  /** Where people and providers reach this server, without a path: links are built from it alone. Absent: localhost. */
  @PublicOrigin('PUBLIC_URL')
  readonly publicUrl?: string;
  @SettingGroup()
  readonly mail = new MailConfig();
  /** Processes that serve on the port; `auto`: one for each core. */
  @Integer('WORKERS', 1, MAX_WORKERS, {
    words: { auto: Math.min(availableParallelism(), MAX_WORKERS) },
  })
  readonly workers: number = 1;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  @Url('DATABASE_URL', ['postgres:', 'postgresql:'])
  readonly databaseUrl?: string;
  /** Connections of one process. */
  @Integer('DATABASE_POOL_SIZE', 1, 1000)
  readonly databasePoolSize: number = 20;
  @TextSetting('DATA_DIR')
  readonly dataDir: string = './data';
  /** 32 bytes. Absent only with the embedded database, which keeps its own. */
  @RootKeySetting('ENCRYPTION_KEY')
  readonly encryptionKey?: Buffer;
  /** The next root key, while the root key is rotated. */
  @RootKeySetting('ENCRYPTION_KEY_NEXT')
  readonly encryptionKeyNext?: Buffer;
  @SecretSetting('AUTH_SECRET', 32)
  readonly authSecret?: string;
  /** The previous AUTH_SECRET: what was made under it is still recognized. */
  @SecretSetting('AUTH_SECRET_FORMER', 32)
  readonly authSecretFormer?: string;
  @SettingGroup()
  readonly setup = new SetupConfig();
  @Url('REDIS_URL', ['redis:', 'rediss:'])
  readonly redisUrl?: string;
  /** Whether people have a page at /console. */
  @Switch('CONSOLE')
  readonly hasConsole: boolean = true;
  @Switch('RATE_LIMITS')
  readonly hasRateLimits: boolean = true;
  @SettingGroup()
  readonly rateLimits = new RateLimits();
  /** Bytes of all request bodies in progress in one process. */
  @Integer('REQUEST_BODY_MEMORY_MIB', 64, 65_536, { unit: MIB })
  readonly requestBodyMemory: number = 128 * MIB;
  /** Bytes of the answers that one process keeps, sealed, for readers who come again; 0: none. */
  @Integer('SEALED_ANSWERS_MIB', 0, 65_536, { unit: MIB })
  readonly sealedAnswerMemory: number = 64 * MIB;
  @SettingGroup()
  readonly events = new EventConfig();
  @SettingGroup()
  readonly versions = new VersionConfig();
  /** Bytes of values, versions and kept answers of one organization. Absent: unlimited. */
  @Integer('STORAGE_PER_ORGANIZATION', 1, Number.MAX_SAFE_INTEGER)
  readonly storagePerOrganization?: number;
  @SettingGroup()
  readonly audit = new AuditConfig();
  @ChoiceSetting('LOG_LEVEL', LOG_LEVELS)
  readonly logLevel: string = 'info';
  @Origins('CORS_ORIGINS')
  readonly corsOrigins: readonly string[] = [];
  @Addresses('TRUSTED_PROXIES')
  readonly trustedProxies: readonly string[] = [];
  @SettingGroup()
  readonly outgoing = new OutgoingConfig();
  @SettingGroup()
  readonly acme = new AcmeConfig();
  @SettingGroup()
  readonly workloads = new WorkloadConfig();
  @Integer('METRICS_PORT', 0, 65_535)
  readonly metricsPort?: number;
  @Host('METRICS_HOST')
  readonly metricsHost: string = '127.0.0.1';
  /** Absent: `Lifecycle` decides. */
  @Integer('SHUTDOWN_DRAIN_SECONDS', 0, 600)
  readonly shutdownDrainSeconds?: number;
  @SettingGroup()
  readonly client = new ClientConfig();
}

/** Stops the start. Its message names each variable and what it should be. */
export class ConfigError extends Error {
  readonly isExpected = true;

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates every setting, from the environment or the files it names; the only reader of both. Throws a ConfigError with all problems. */
export function loadConfig(env: Environment): Config {
  const config = new Config();
  const { values, problems } = gatherSettings(variablesOf(config), env);
  readSettings(config, values);
  const defaults = config.databaseUrl === undefined ? '127.0.0.1' : '0.0.0.0';
  Object.assign(config, { host: config.host ?? defaults });
  // Limits that are off may be anything.
  if (!config.hasRateLimits) Object.assign(config, { rateLimits: new RateLimits() });
  const wrong = [
    ...problems,
    ...messagesOf(validateSync(config, { stopAtFirstError: true })),
    ...keyProblems(config).filter((text) => !problems.some((other) => isOfOne(text, other))),
  ];
  if (wrong.length > 0) throw new ConfigError(wrong);
  return config;
}

/** Whether both are about the same setting, with whose name they begin. */
const isOfOne = (text: string, other: string) => text.split(' ', 1)[0] === other.split(' ', 1)[0];

const messagesOf = (errors: readonly ValidationError[]): string[] =>
  errors.flatMap(({ constraints = {}, children = [] }) => [
    ...Object.values(constraints),
    ...messagesOf(children),
  ]);

/** What one setting asks of another. */
function keyProblems(config: Config): readonly string[] {
  const { databaseUrl, encryptionKey, encryptionKeyNext, authSecret, authSecretFormer } = config;
  const problems: string[] = [];
  if (databaseUrl && !encryptionKey) {
    problems.push('ENCRYPTION_KEY is needed with DATABASE_URL: 32 random bytes in base64');
  }
  if (databaseUrl && !authSecret) {
    problems.push('AUTH_SECRET is needed with DATABASE_URL: at least 32 random characters');
  }
  if (isRootKey(encryptionKeyNext) && !isAnother(encryptionKeyNext, encryptionKey)) {
    problems.push('ENCRYPTION_KEY_NEXT should be another key, beside ENCRYPTION_KEY');
  }
  if ((config.mail.url === undefined) !== (config.mail.from === undefined)) {
    problems.push(
      'SMTP_FROM and SMTP_URL are needed together: a server, and the address that mail comes from',
    );
  }
  if (isSameText(authSecretFormer, authSecret)) {
    problems.push('AUTH_SECRET_FORMER should be the secret of before, not that of AUTH_SECRET');
  }
  return problems;
}

/** Keys that audit records may have been chained with before, beside the one in force. */
export const formerAuditKeys = ({ audit, authSecretFormer }: Config): readonly string[] =>
  authSecretFormer === undefined ? audit.formerKeys : [authSecretFormer, ...audit.formerKeys];

function isSameText(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Until it is validated, a root key that does not fit is still text. */
const isRootKey = (key: Buffer | undefined): key is Buffer =>
  Buffer.isBuffer(key) && key.length === 32;

const isAnother = (next: Buffer, present?: Buffer) =>
  present !== undefined && (!isRootKey(present) || !timingSafeEqual(present, next));
