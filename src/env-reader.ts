import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { AuditConfig, EventConfig, RateLimits, VersionConfig } from './config.js';

const MAX_WORKERS = 64;

/** Collects problems instead of throwing at the first. Never repeats a value: it may be a secret. */
export class EnvReader {
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
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.problem(name, `should be a whole number from ${min} to ${max}`);
    return fallback;
  }

  versions(): VersionConfig {
    return {
      days: this.integer('VERSION_RETENTION_DAYS', 0, 0, 36_500),
      count: this.integer('VERSION_RETENTION_COUNT', 0, 0, 1_000_000),
    };
  }

  bytes(name: string): number | undefined {
    return this.integer(name, undefined, 1, Number.MAX_SAFE_INTEGER);
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
