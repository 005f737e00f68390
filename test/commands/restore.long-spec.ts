import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { insist, send } from '../../soak/client.js';
import { Replica } from '../../soak/replica.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { joinEmbeddedPostgres } from '../../src/database/embedded/running-postgres.js';
import { EventSource, subscribe } from '../support/events/event-source.js';
import { findInstalled, OwnServer } from '../support/own-server.js';
import { execute, scratchDirectory } from '../support/test-database.js';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

let directory: string;
let server: Replica | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-restore-'));
});
afterEach(async () => {
  await server?.end();
  server = undefined;
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

const dataDir = (name: string) => join(directory, name);

async function start(data: string): Promise<Replica> {
  server = await Replica.start({ DATA_DIR: dataDir(data), RATE_LIMITS: 'off' }, MAIN);
  return server;
}

/** Runs a command as an operator would; what it printed, and its exit code. */
const command = (data: string, ...args: string[]) =>
  commandIn({ DATA_DIR: dataDir(data) }, ...args);

function commandIn(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { PATH = '' } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    env: { PATH, ...env },
    cwd: directory,
    encoding: 'utf8',
  });
  return { text: stdout + stderr, code: status };
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the first start told. */
async function credentialsOf({ printed }: Replica): Promise<Credentials> {
  const found = (what: RegExp) => printed.map((line) => what.exec(line)?.[1]).find(Boolean);
  for (;;) {
    const clientId = found(/client id +(\S+)/);
    const clientSecret = found(/client secret +(\S+)/);
    if (clientId && clientSecret) return { clientId, clientSecret };
    await delay(20);
  }
}

/** Somebody at work on one server. */
class Account {
  private constructor(
    readonly url: string,
    readonly token: string,
    readonly projectId: string,
  ) {}

  static async open(url: string, credentials: Credentials, projectId?: string): Promise<Account> {
    const login = `${url}/api/v1/auth/universal-auth/login`;
    type Login = { accessToken: string };
    const { accessToken: token } = await insist<Login>('POST', login, { body: credentials });
    return Account.withToken(url, token, projectId);
  }

  static async withToken(url: string, token: string, projectId?: string): Promise<Account> {
    if (projectId !== undefined) return new Account(url, token, projectId);
    type Created = { project: { id: string } };
    const body = { projectName: 'Kept' };
    const { project } = await insist<Created>('POST', `${url}/api/v1/projects`, { token, body });
    return new Account(url, token, project.id);
  }

  write(key: string, secretValue: string): Promise<unknown> {
    const { token, projectId } = this;
    const body = { projectId, environment: 'dev', secretPath: '/', secretValue };
    return insist('POST', `${this.url}/api/v4/secrets/${key}`, { token, body });
  }

  /** Writes one secret after another, each with its name as its value, until told to end; gives their names. */
  keepWriting(): () => Promise<readonly string[]> {
    const written: string[] = [];
    let isOver = false;
    const work = (async () => {
      while (!isOver) {
        const key = `W_${written.length}`;
        await this.write(key, key);
        written.push(key);
      }
    })();
    return async () => {
      isOver = true;
      await work;
      return written;
    };
  }

  async values(): Promise<Record<string, string>> {
    const { token, projectId } = this;
    type List = { secrets: { secretKey: string; secretValue: string }[] };
    const url = `${this.url}/api/v4/secrets?projectId=${projectId}&environment=dev`;
    const { secrets } = await insist<List>('GET', url, { token });
    return Object.fromEntries(secrets.map((each) => [each.secretKey, each.secretValue]));
  }

  subscribe(cursor?: string): Promise<EventSource> {
    const { projectId, token, url } = this;
    return subscribe({ url }, token, { projectId, register: [{}], ...(cursor ? { cursor } : {}) });
  }
}

describe('a copy of the data directory, made while the server was down', () => {
  let credentials: Credentials;
  let projectId = '';
  let cursorOfLater: string;

  beforeAll(async () => {
    const first = await start('first');
    credentials = await credentialsOf(first);
    const account = await Account.open(first.url, credentials);
    projectId = account.projectId;
    await account.write('BEFORE', 'kept value');
    await first.end();
    await cp(dataDir('first'), dataDir('copy'), { recursive: true });
    const again = await start('first');
    const later = await Account.open(again.url, credentials, projectId);
    const stream = await later.subscribe();
    await later.write('AFTER', 'lost value');
    await stream.until(() => stream.items.length === 1);
    cursorOfLater = stream.events.at(-1)!.id!;
    stream.close();
    await again.end();
    server = undefined;
  });

  it('is found whole, and noted', () => {
    const { text, code } = command('copy', 'restore:finish');

    expect(text).toMatch(/data keys: 1 looked at, 0 not whole/);
    expect(text).toMatch(/states of secrets: 1 looked at, 0 not whole/);
    expect(text).toMatch(/event logs: 1 looked at, 0 not whole/);
    expect(text).toContain('begun a new epoch');
    expect(code).toBe(0);
  });

  it('serves what was there at the backup, and tells readers from after it to begin anew', async () => {
    const restored = await start('copy');
    const account = await Account.open(restored.url, credentials, projectId);
    expect(await account.values()).toEqual({ BEFORE: 'kept value' });
    // The log grows past the number that the reader last saw.
    for (const key of ['A', 'B', 'C']) await account.write(key, key);

    const stream = await account.subscribe(cursorOfLater);
    await stream.until(() => stream.events.length > 0);

    expect(stream.events[0]!.event).toBe('reset');
    stream.close();
  });

  it('has the restore in its audit log', async () => {
    const restored = await start('copy');
    const { token } = await Account.open(restored.url, credentials, projectId);
    const url = `${restored.url}/api/v1/organization/audit-logs?eventType=instance.restore`;

    const { status, text } = await send('GET', url, { token });

    expect(status).toBe(200);
    expect(text).toContain('"instance.restore"');
  });

  it('that lost a byte is found out, and left as it is', async () => {
    await cp(dataDir('copy'), dataDir('damaged'), { recursive: true });
    const postgres = await startEmbeddedPostgres({
      directory: join(dataDir('damaged'), 'postgres'),
    });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      `update secrets set value = set_byte(value, 20, get_byte(value, 20) # 1) where key = 'BEFORE'`,
    );
    const epochs = () => client.query('select id, epoch from projects order by id');
    const before = await epochs();
    await client.end();
    await postgres.stop();

    const { text, code } = command('damaged', 'restore:finish');

    expect(text).toMatch(
      /states of secrets: \d+ looked at, 1 not whole\n {2}secret [\w-]+, version 1/,
    );
    expect(text).toContain('NOT WHOLE. Nothing was changed.');
    expect(code).toBe(1);
    const again = await startEmbeddedPostgres({ directory: join(dataDir('damaged'), 'postgres') });
    const reader = new pg.Client({ connectionString: again.url });
    await reader.connect();
    const after = await reader.query('select id, epoch from projects order by id');
    await reader.end();
    await again.stop();
    expect(after.rows).toEqual(before.rows);
  });
});

describe('a physical backup, made while the server was at work', () => {
  it('is found whole, and has what was committed before its end', async () => {
    const source = await start('busy');
    const credentials = await credentialsOf(source);
    const account = await Account.open(source.url, credentials);
    await account.write('BEFORE', 'kept value');
    const ends = account.keepWriting();
    await physicalBackup('busy', 'physical');
    const written = await ends();
    await source.end();
    server = undefined;

    const { text, code } = command('physical', 'restore:finish');

    expect(text).toMatch(/event logs: 1 looked at, 0 not whole/);
    expect(code).toBe(0);
    const restored = await start('physical');
    const again = await Account.open(restored.url, credentials, account.projectId);
    const values = await again.values();
    expect(values).toMatchObject({ BEFORE: 'kept value' });
    // Whole writes, from the first on: the backup ends at one moment.
    const kept = Object.keys(values).length - 1;
    expect(written.slice(0, kept).every((key) => values[key] === key)).toBe(true);
  });
});

/** By PostgreSQL's own way: https://www.postgresql.org/docs/18/continuous-archiving.html, "low level API". */
async function physicalBackup(from: string, to: string): Promise<void> {
  const directoryOf = (name: string) => join(dataDir(name), 'postgres');
  const url = new URL(await joinEmbeddedPostgres(directoryOf(from)));
  url.username = 'postgres';
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`select pg_backup_start('test', fast => true)`);
  await mkdir(dataDir(to), { recursive: true });
  for (const name of ['encryption.key', 'auth.secret']) {
    await cp(join(dataDir(from), name), join(dataDir(to), name));
  }
  const cluster = join(directoryOf(to), 'cluster');
  const isPart = (path: string) => !/\/(postmaster\.(pid|opts)|\.s\.PGSQL\..*)$/.test(path);
  // Files of the log come and go meanwhile; the ones that are needed stay until the backup ends.
  await copyWhatStays(join(directoryOf(from), 'cluster'), cluster, isPart);
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  );
  await copyWhatStays(
    join(directoryOf(from), 'cluster', 'pg_wal'),
    join(cluster, 'pg_wal'),
    isPart,
  );
  await writeFile(join(cluster, 'backup_label'), rows[0]!.label);
  await client.end();
}

async function copyWhatStays(
  from: string,
  to: string,
  isPart: (path: string) => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await cp(from, to, { recursive: true, force: true, filter: isPart });
      return;
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isGone || attempt === 5) throw error;
    }
  }
}

/** `pg_dump` and `pg_basebackup` are for servers of their own version. */
const installed = findInstalled();
const describeWithServer = installed && installed.version >= 15 ? describe : describe.skip;

describeWithServer("a backup of a PostgreSQL of one's own", () => {
  const keys = {
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    AUTH_SECRET: 'x'.repeat(48),
    RATE_LIMITS: 'off',
  };
  let own: OwnServer;

  beforeEach(async () => {
    own = await OwnServer.start(installed!);
    await execute(own.url('postgres'), 'create database kept', 'create database restored');
  });
  afterEach(async () => {
    await server?.end();
    server = undefined;
    await own.end();
  });

  const finish = (database: string, ...args: string[]) =>
    commandIn({ ...keys, DATABASE_URL: own.url(database) }, 'restore:finish', ...args);

  const serve = async (database: string) =>
    (server = await Replica.start({ ...keys, DATABASE_URL: own.url(database) }, MAIN));

  async function found(): Promise<Account> {
    const { url } = await serve('kept');
    const body = { email: 'a@example.org', password: 'a long enough one', organization: 'Kept' };
    type Founded = { identity: { credentials: { token: string } } };
    const { identity } = await insist<Founded>('POST', `${url}/api/v1/admin/bootstrap`, { body });
    return Account.withToken(url, identity.credentials.token);
  }

  /** Takes a backup in the midst of writes; gives what was written before it, and a cursor of after it. */
  async function backUp(account: Account, take: () => Promise<void>) {
    const end = account.keepWriting();
    await account.write('BEFORE', 'kept value');
    await take();
    const written = await end();
    const stream = await account.subscribe();
    await account.write('LATER', 'lost');
    await stream.untilKey('LATER');
    stream.close();
    return { written, cursor: stream.events.at(-1)!.id! };
  }

  it.each(['pg_dump', 'pg_basebackup'])(
    'made by %s restores to one moment of it',
    async (program) => {
      const account = await found();
      const copy = own.path('copy');
      const isDump = program === 'pg_dump';
      const { written, cursor } = await backUp(account, () =>
        isDump
          ? own.run('pg_dump', '-Fc', '-f', copy, own.url('kept'))
          : own.run('pg_basebackup', '--checkpoint=fast', '-D', copy, '-d', own.url('postgres')),
      );
      await server!.end();
      if (isDump) await own.run('pg_restore', '--no-owner', '-d', own.url('restored'), copy);
      else await own.serve(copy);
      const database = isDump ? 'restored' : 'kept';

      expect(finish(database, '--check')).toMatchObject({ code: 0 });
      expect(finish(database)).toMatchObject({ code: 0 });
      const { url } = await serve(database);
      const restored = await Account.withToken(url, account.token, account.projectId);
      const { BEFORE, ...others } = await restored.values();
      expect(BEFORE).toBe('kept value');
      const kept = written.slice(0, Object.keys(others).length);
      expect(others).toEqual(Object.fromEntries(kept.map((key) => [key, key])));
      expect(kept.length).toBeLessThan(written.length);
      const stream = await restored.subscribe(cursor);
      await stream.until(({ events }) => events.length > 0);
      expect(stream.events[0]!.event).toBe('reset');
      stream.close();
    },
  );
});
