import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { variablesOf } from './config.decorators.js';
import { Config, ConfigError, loadConfig } from './config.js';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const KEYS = { ENCRYPTION_KEY: KEY.toString('base64'), AUTH_SECRET: 's'.repeat(32) };

/** The problems of a configuration; none if it is usable. */
function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message, problems } = error as ConfigError;
    for (const problem of problems) expect(message).toContain(problem);
    return problems;
  }
}

const NEVER_OPENED =
  'should be addresses or networks such as 10.0.0.0/8, split by commas; loopback, link-local and multicast ones are never opened';

describe('loadConfig', () => {
  it('gives every setting a default', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      workers: 1,
      databasePoolSize: 20,
      dataDir: './data',
      setup: { networks: [] },
      mail: {},
      hasConsole: true,
      hasRateLimits: true,
      rateLimits: { read: 3000, write: 1200, secrets: 3000, login: 600, anonymous: 300 },
      requestBodyMemory: 128 * 1024 * 1024,
      sealedAnswerMemory: 64 * 1024 * 1024,
      logLevel: 'info',
      corsOrigins: [],
      trustedProxies: [],
      metricsHost: '127.0.0.1',
      client: {},
      audit: { reads: true, formerKeys: [] },
      workloads: { allowsNoAudience: false, takesServiceTokens: true },
      outgoing: { allowedNetworks: [], threads: 4 },
      acme: { permittedRanges: [], excludedRanges: [], dnsServers: [] },
      versions: { days: 0, count: 0 },
      events: {
        retentionDays: 7,
        retentionCount: 100_000,
        expiringSeconds: 300,
        streamsPerCaller: 10,
        streamsPerOrganization: 500,
        streamsPerReplica: 1_000,
      },
    });
  });

  it('reads every setting', () => {
    const env = {
      ...KEYS,
      PORT: '9000',
      HOST: '::',
      WORKERS: '4',
      DATABASE_URL: 'postgresql://user:secret@db.example.org:5432/strongroom?sslmode=require',
      DATABASE_POOL_SIZE: '5',
      DATA_DIR: '/var/lib/strongroom',
      REDIS_URL: 'rediss://cache.example.org',
      CONSOLE: 'off',
      RATE_LIMIT_READ: '1',
      RATE_LIMIT_WRITE: '2',
      RATE_LIMIT_SECRETS: '3',
      RATE_LIMIT_LOGIN: '4',
      RATE_LIMIT_ANONYMOUS: '5',
      REQUEST_BODY_MEMORY_MIB: '64',
      SEALED_ANSWERS_MIB: '0',
      EVENT_RETENTION_DAYS: '30',
      VERSION_RETENTION_DAYS: '90',
      VERSION_RETENTION_COUNT: '50',
      STORAGE_PER_ORGANIZATION: '1000000',
      EVENT_RETENTION_COUNT: '5000',
      EVENT_EXPIRING_SECONDS: '60',
      EVENT_STREAMS_PER_CALLER: '1',
      EVENT_STREAMS_PER_ORGANIZATION: '2',
      EVENT_STREAMS_PER_REPLICA: '3',
      AUTH_SECRET_FORMER: 'f'.repeat(32),
      SETUP_TOKEN: 't'.repeat(20),
      SETUP_NETWORKS: '127.0.0.1, 10.0.0.0/8',
      AUDIT_READS: 'off',
      AUDIT_KEY: 'a'.repeat(32),
      AUDIT_FORMER_KEYS: `${'b'.repeat(32)}, ${'c'.repeat(40)}`,
      LOG_LEVEL: 'debug',
      CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, 2001:db8::/32',
      OUTGOING_ALLOWED_NETWORKS: '10.0.0.0/8',
      WORKLOAD_ALLOW_NO_AUDIENCE: 'on',
      SERVICE_TOKENS: 'off',
      AWS_STS_ENDPOINT: 'https://sts.example.org',
      AZURE_AUTHORITY_URL: 'https://login.example.org',
      GOOGLE_KEYS_URL: 'https://keys.example.org',
      OUTGOING_PROXY: 'http://proxy.example.org:3128',
      UV_THREADPOOL_SIZE: '6',
      ACME_PERMITTED_RANGES: '10.0.0.0/8,fd00::/8',
      ACME_EXCLUDED_RANGES: '10.1.0.0/16',
      ACME_DNS_SERVERS: '10.0.0.53,10.0.0.53:5353,[fd00::53]:5353',
      ACME_HTTP_PORT: '5002',
      ACME_TLS_PORT: '5001',
      METRICS_PORT: '9090',
      METRICS_HOST: '0.0.0.0',
      PUBLIC_URL: 'https://secrets.example.org/',
      SMTP_URL: 'smtps://user:pw@mail.example.org',
      SMTP_FROM: 'strongroom@example.org',
      STRONGROOM_URL: 'https://secrets.example.org',
      STRONGROOM_CLIENT_ID: 'id',
      STRONGROOM_CLIENT_SECRET: 'secret',
      STRONGROOM_TOKEN: 'token',
    };

    expect(loadConfig(env)).toEqual({
      port: 9000,
      host: '::',
      workers: 4,
      databaseUrl: env.DATABASE_URL,
      databasePoolSize: 5,
      dataDir: '/var/lib/strongroom',
      encryptionKey: KEY,
      authSecret: KEYS.AUTH_SECRET,
      authSecretFormer: 'f'.repeat(32),
      setup: { token: 't'.repeat(20), networks: ['127.0.0.1', '10.0.0.0/8'] },
      redisUrl: env.REDIS_URL,
      hasConsole: false,
      hasRateLimits: true,
      rateLimits: { read: 1, write: 2, secrets: 3, login: 4, anonymous: 5 },
      requestBodyMemory: 64 * 1024 * 1024,
      sealedAnswerMemory: 0,
      logLevel: 'debug',
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      trustedProxies: ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32'],
      metricsPort: 9090,
      metricsHost: '0.0.0.0',
      publicUrl: 'https://secrets.example.org',
      mail: { url: env.SMTP_URL, from: env.SMTP_FROM },
      client: {
        url: 'https://secrets.example.org',
        clientId: 'id',
        clientSecret: 'secret',
        token: 'token',
      },
      workloads: {
        allowsNoAudience: true,
        takesServiceTokens: false,
        awsStsEndpoint: 'https://sts.example.org',
        azureAuthorityUrl: 'https://login.example.org',
        googleKeysUrl: 'https://keys.example.org',
      },
      outgoing: {
        allowedNetworks: ['10.0.0.0/8'],
        proxy: 'http://proxy.example.org:3128',
        threads: 6,
      },
      acme: {
        permittedRanges: ['10.0.0.0/8', 'fd00::/8'],
        excludedRanges: ['10.1.0.0/16'],
        dnsServers: ['10.0.0.53', '10.0.0.53:5353', '[fd00::53]:5353'],
        httpPort: 5002,
        tlsPort: 5001,
      },
      versions: { days: 90, count: 50 },
      storagePerOrganization: 1_000_000,
      audit: {
        reads: false,
        key: 'a'.repeat(32),
        formerKeys: ['b'.repeat(32), 'c'.repeat(40)],
      },
      events: {
        retentionDays: 30,
        retentionCount: 5_000,
        expiringSeconds: 60,
        streamsPerCaller: 1,
        streamsPerOrganization: 2,
        streamsPerReplica: 3,
      },
    });
  });

  it('treats a blank setting as absent', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'ENCRYPTION_KEY', 'AUTH_SECRET', 'REDIS_URL'];
    const blank = Object.fromEntries(names.map((name, i) => [name, i % 2 ? '' : '  ']));

    expect(loadConfig(blank)).toEqual(loadConfig({}));
  });

  describe('from files', () => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'strongroom-settings-'));
    });
    afterAll(() => rmSync(directory, { recursive: true }));
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };

    it('reads NAME_FILE, without the line end', () => {
      const env = {
        PORT_FILE: file('a', '9000\n'),
        AUTH_SECRET_FILE: file('b', `${KEYS.AUTH_SECRET}\n`),
      };

      expect(loadConfig(env)).toMatchObject({ port: 9000, authSecret: KEYS.AUTH_SECRET });
    });

    it('reads the credentials that systemd hands over', () => {
      file('ENCRYPTION_KEY', `${KEYS.ENCRYPTION_KEY}\n`);

      expect(loadConfig({ CREDENTIALS_DIRECTORY: directory }).encryptionKey).toEqual(KEY);
    });

    it('refuses a setting that is given twice, and a file that is absent, empty or too large', () => {
      const env = {
        CREDENTIALS_DIRECTORY: directory,
        ENCRYPTION_KEY: KEYS.ENCRYPTION_KEY,
        PORT: '1',
        PORT_FILE: file('c', '2'),
        HOST_FILE: join(directory, 'absent'),
        AUDIT_KEY_FILE: file('d', ' \n'),
        SETUP_TOKEN_FILE: file('e', 'canary'.repeat(20_000)),
        LOG_LEVEL_FILE: file('f', 'canary'),
        DATA_DIR_FILE: directory,
      };
      file('ENCRYPTION_KEY', KEYS.ENCRYPTION_KEY);

      const problems = problemsOf(env);

      expect(problems).toEqual([
        'PORT is given twice, by PORT and PORT_FILE: keep one',
        `HOST should be in the file ${env.HOST_FILE}, which cannot be read (ENOENT)`,
        `DATA_DIR should be in the file ${directory}, which cannot be read (EISDIR)`,
        'ENCRYPTION_KEY is given twice, by ENCRYPTION_KEY and its credential: keep one',
        `SETUP_TOKEN should be in the file ${env.SETUP_TOKEN_FILE}, which is too large`,
        `AUDIT_KEY should be in the file ${env.AUDIT_KEY_FILE}, which is empty`,
        'LOG_LEVEL should be one of fatal, error, warn, info, debug, trace, silent',
      ]);
      expect(problems.join()).not.toContain('canary');
    });
  });

  it('turns rate limits off, whatever their numbers', () => {
    const { hasRateLimits } = loadConfig({ RATE_LIMITS: 'off', RATE_LIMIT_READ: 'none' });

    expect(hasRateLimits).toBe(false);
  });

  it('runs one worker for each core with WORKERS=auto', () => {
    const { workers } = loadConfig({ WORKERS: 'auto' });

    expect(workers).toBe(Math.min(availableParallelism(), 64));
  });

  it('listens on every address with DATABASE_URL', () => {
    const config = loadConfig({ ...KEYS, DATABASE_URL: 'postgres://db.example.org/x' });

    expect(config.host).toBe('0.0.0.0');
  });

  const ORIGIN =
    'origin such as https://secrets.example.org, without a path; http only for localhost';
  const NUMBER = 'should be a whole number from';
  it.each([
    ['VERSION_RETENTION_DAYS', '36501', `${NUMBER} 0 to 36500`],
    ['VERSION_RETENTION_COUNT', '-1', `${NUMBER} 0 to 1000000`],
    ['AUDIT_READS', 'some', 'should be one of on, off'],
    ['AUDIT_KEY', 'short', 'should have at least 32 characters'],
    ['AUDIT_FORMER_KEYS', 'short', 'should be keys of at least 32 characters, split by commas'],
    ['PORT', '65536', `${NUMBER} 0 to 65535`],
    ['PORT', '-1', `${NUMBER} 0 to 65535`],
    ['PORT', '8080.5', `${NUMBER} 0 to 65535`],
    ['PORT', '0x10', `${NUMBER} 0 to 65535`],
    ['PORT', '1e3', `${NUMBER} 0 to 65535`],
    ['PORT', 'http', `${NUMBER} 0 to 65535`],
    ['HOST', 'http://x', 'should be an address or host name to listen on, such as 127.0.0.1'],
    ['HOST', '127.0.0.256', 'should be an address or host name to listen on, such as 127.0.0.1'],
    ['HOST', 'a b', 'should be an address or host name to listen on, such as 127.0.0.1'],
    ['METRICS_HOST', '::g', 'should be an address or host name to listen on, such as 127.0.0.1'],
    ['WORKERS', '0', `${NUMBER} 1 to 64, or auto`],
    ['WORKERS', 'all', `${NUMBER} 1 to 64, or auto`],
    ['DATABASE_POOL_SIZE', '0', `${NUMBER} 1 to 1000`],
    ['DATABASE_POOL_SIZE', '1001', `${NUMBER} 1 to 1000`],
    ['METRICS_PORT', '99999', `${NUMBER} 0 to 65535`],
    ['EVENT_RETENTION_COUNT', '999', `${NUMBER} 1000 to 100000000`],
    ['EVENT_EXPIRING_SECONDS', '604801', `${NUMBER} 0 to 604800`],
    ['EVENT_STREAMS_PER_ORGANIZATION', '0', `${NUMBER} 1 to 100000`],
    ['REQUEST_BODY_MEMORY_MIB', '63', `${NUMBER} 64 to 65536`],
    ['SEALED_ANSWERS_MIB', '65537', `${NUMBER} 0 to 65536`],
    ['RATE_LIMIT_READ', '0', `${NUMBER} 1 to 100000000`],
    ['RATE_LIMIT_WRITE', 'many', `${NUMBER} 1 to 100000000`],
    ['RATE_LIMIT_SECRETS', '1.5', `${NUMBER} 1 to 100000000`],
    ['RATE_LIMIT_LOGIN', '-5', `${NUMBER} 1 to 100000000`],
    ['RATE_LIMIT_ANONYMOUS', '9999999999', `${NUMBER} 1 to 100000000`],
    ['RATE_LIMITS', 'no', 'should be one of on, off'],
    ['LOG_LEVEL', 'INFO', 'should be one of fatal, error, warn, info, debug, trace, silent'],
    ['REDIS_URL', 'localhost:6379', 'should be a URL that starts with redis://'],
    ['REDIS_URL', 'http://localhost', 'should be a URL that starts with redis://'],
    ['ENCRYPTION_KEY_NEXT', KEYS.ENCRYPTION_KEY, 'should be another key, beside ENCRYPTION_KEY'],
    [
      'ENCRYPTION_KEY_NEXT',
      'short',
      'should be 32 random bytes in base64 (openssl rand -base64 32)',
    ],
    ['AUTH_SECRET', 's'.repeat(31), 'should have at least 32 characters'],
    ['PUBLIC_URL', 'http://secrets.example.org', `should be an ${ORIGIN}`],
    ['PUBLIC_URL', 'https://a.example/x', `should be an ${ORIGIN}`],
    ['CORS_ORIGINS', '*', 'should be origins such as https://app.example.org, split by commas'],
    ['CORS_ORIGINS', 'null', 'should be origins such as https://app.example.org, split by commas'],
    [
      'CORS_ORIGINS',
      'https://a.example/',
      'should be origins such as https://app.example.org, split by commas',
    ],
    [
      'CORS_ORIGINS',
      'ftp://a.example',
      'should be origins such as https://app.example.org, split by commas',
    ],
    [
      'TRUSTED_PROXIES',
      'proxy.example.org',
      'should be addresses or networks such as 10.0.0.0/8, split by commas',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'should be addresses or networks such as 10.0.0.0/8, split by commas',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8/8',
      'should be addresses or networks such as 10.0.0.0/8, split by commas',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/',
      'should be addresses or networks such as 10.0.0.0/8, split by commas',
    ],
    ['OUTGOING_ALLOWED_NETWORKS', '127.0.0.0/8', NEVER_OPENED],
    ['OUTGOING_ALLOWED_NETWORKS', '10.0.0.0/8,169.254.169.254', NEVER_OPENED],
  ])('refuses %s=%s', (name, value, what) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${what}`]);
  });

  it.each([
    'db.example.org',
    'postgres:x',
    'mysql://db.example.org/x',
    'postgres//db.example.org/canary',
  ])('refuses DATABASE_URL=%s', (url) => {
    expect(problemsOf({ ...KEYS, DATABASE_URL: url })).toEqual([
      'DATABASE_URL should be a URL that starts with postgres://',
    ]);
  });

  it.each([
    ['31 bytes', Buffer.alloc(31, 7).toString('base64')],
    ['33 bytes', Buffer.alloc(33, 7).toString('base64')],
    ['hexadecimal', KEY.toString('hex')],
    ['all zero', Buffer.alloc(32).toString('base64')],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['without padding', KEYS.ENCRYPTION_KEY.replace('=', '')],
    ['not canonical', KEYS.ENCRYPTION_KEY.replace(/.=$/, '9=')],
    ['quoted', `"${KEYS.ENCRYPTION_KEY}"`],
    ['in two lines', `${KEYS.ENCRYPTION_KEY.slice(0, 20)}\n${KEYS.ENCRYPTION_KEY.slice(20)}`],
  ])('refuses an ENCRYPTION_KEY that is %s, without repeating it', (_, key) => {
    const problems = problemsOf({ ENCRYPTION_KEY: key });

    expect(problems).toEqual([
      'ENCRYPTION_KEY should be 32 random bytes in base64 (openssl rand -base64 32)',
    ]);
    expect(problems.join()).not.toContain(key);
  });

  it.each([
    ['absent', {}],
    ['blank', { ENCRYPTION_KEY: '  ', AUTH_SECRET: ' ' }],
  ])('refuses DATABASE_URL with keys that are %s', (_, keys) => {
    expect(problemsOf({ DATABASE_URL: 'postgres://db.example.org/x', ...keys })).toEqual([
      'ENCRYPTION_KEY is needed with DATABASE_URL: 32 random bytes in base64',
      'AUTH_SECRET is needed with DATABASE_URL: at least 32 random characters',
    ]);
  });

  it('names every problem at once, without repeating a value', () => {
    const env = {
      PORT: 'canary-1',
      HOST: 'canary 2',
      DATABASE_URL: 'canary-3',
      DATABASE_POOL_SIZE: 'canary-4',
      ENCRYPTION_KEY: 'canary-5',
      AUTH_SECRET: 'canary-6',
      PUBLIC_URL: 'canary-15',
      REDIS_URL: 'canary-7',
      RATE_LIMITS: 'canary-8',
      RATE_LIMIT_READ: 'canary-9',
      LOG_LEVEL: 'canary-10',
      CORS_ORIGINS: 'canary-11',
      TRUSTED_PROXIES: 'canary-12',
      METRICS_PORT: 'canary-13',
      METRICS_HOST: 'canary 14',
    };
    const problems = problemsOf(env);

    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(
      Object.keys(env).sort(),
    );
    expect(problems.join()).not.toContain('canary');
  });
});

describe('the papers', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
  const variables = [...variablesOf(new Config())].sort();

  it('list every setting in .env.example, and nothing else', () => {
    const listed = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name]) => name!,
    );

    expect(listed.sort()).toEqual(variables);
  });

  it('describe every setting in the table of README.md, and nothing else', () => {
    const rows = read('README.md').match(/^\| `[A-Z].*$/gm) ?? [];
    const described = rows.flatMap((row) => {
      const names = [...row.split('|')[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!);
      const stem = names[0]!.replace(/_[A-Z]+$/, '');
      return names.map((name) => (name.startsWith('_') ? stem + name : name));
    });

    expect(described.sort()).toEqual(variables);
  });
});
