import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { insist, send } from '../soak/client.js';
import { Replica } from '../soak/replica.js';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.js';
import { EventSource, subscribe } from './events/event-source.js';
import { scratchDirectory } from './test-database.js';

jest.setTimeout(90_000);

const MAIN = join(import.meta.dirname, '..', 'dist', 'src', 'main.js');

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
function command(data: string, ...args: string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: dataDir(data) };
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    env,
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
