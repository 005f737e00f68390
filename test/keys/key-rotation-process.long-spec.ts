import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { firstLogin, newProject, send } from '../support/key-processes.js';
import { Program } from '../support/program.js';
import { createTestDatabase, scratchDirectory } from '../support/test-database.js';
import { until } from '../support/until.js';

const ROUNDS = Number(process.env['SOAK_ROTATIONS'] ?? 1);
const SECRETS = 200;
const OTHERS = 3;

let programs: Program[];
let directory: string;

beforeEach(async () => {
  programs = [];
  directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-test-keys-'));
});
afterEach(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

function start(env: Readonly<Record<string, string>>, ...args: readonly string[]): Program {
  const program = new Program(env, ...args);
  programs.push(program);
  return program;
}

/** Runs a command to its end. */
async function run(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const program = start(env, ...args);
  const code = await program.exit;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

/** Reads and changes secrets until it is told to end, and remembers every answer but 200. */
class Traffic {
  readonly failures: object[] = [];
  requests = 0;
  private isOver = false;
  private work: Promise<unknown>;

  constructor(
    private readonly urls: readonly string[],
    private readonly token: string,
    private readonly projectId: string,
  ) {
    this.work = Promise.all(urls.flatMap((url) => [this.read(url), this.write(url)]));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async read(url: string): Promise<void> {
    const where = `workspaceId=${this.projectId}&environment=dev`;
    while (!this.isOver) {
      const name = `KEY_${randomInt(SECRETS)}`;
      await this.expect(`${url}/api/v3/secrets/raw/${name}?${where}`, name);
      await this.expect(`${url}/api/v3/secrets/raw/${name}?${where}&version=1`, `${name}:first`);
      await this.expect(`${url}/api/v3/secrets/raw?${where}`, 'KEY_0:');
      // The machine is for the commands too.
      await delay(20);
    }
  }

  private async write(url: string): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const name = `KEY_${randomInt(SECRETS)}`;
      const body = {
        workspaceId: this.projectId,
        environment: 'dev',
        secretValue: `${name}:${n}`,
      };
      await this.expect(`${url}/api/v3/secrets/raw/${name}`, name, body);
      await delay(20);
    }
  }

  private async expect(url: string, text: string, body?: object): Promise<void> {
    const reply = await send(url, body ? 'PATCH' : 'GET', this.token, body);
    this.requests += 1;
    if (reply.status !== 200 || !reply.text.includes(text)) {
      this.failures.push({ url, status: reply.status, text: reply.text.slice(0, 300) });
    }
  }
}

async function fill(url: string, token: string, projectId: string): Promise<void> {
  const names = Array.from({ length: SECRETS }, (_, i) => `KEY_${i}`);
  const of = (suffix: string) => ({
    workspaceId: projectId,
    environment: 'dev',
    secrets: names.map((name) => ({
      secretKey: name,
      secretValue: `${name}:${suffix}`,
      secretComment: 'c',
    })),
  });
  const path = `${url}/api/v3/secrets/batch/raw`;
  expect((await send(path, 'POST', token, of('first'))).status).toBe(200);
  expect((await send(path, 'PATCH', token, of('second'))).status).toBe(200);
}

describe('the keys of projects and the root key', () => {
  it('are rotated again and again under load, with kill -9, and nobody notices', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let [root, next] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
    const keys = () => ({
      DATABASE_URL: database.url,
      AUTH_SECRET: 'x'.repeat(40),
      ENCRYPTION_KEY: root!,
      ENCRYPTION_KEY_NEXT: next!,
    });
    const one = async <T>(sql: string) =>
      Object.values((await client.query<Record<string, T>>(sql)).rows[0]!)[0]!;
    try {
      let servers = [start(keys()), start(keys())];
      let urls = await Promise.all(servers.map((server) => server.listening()));
      const account = {
        email: 'a@example.org',
        password: 'correct horse battery',
        organization: 'Keys',
      };
      const made = await send(`${urls[0]}/api/v1/admin/bootstrap`, 'POST', undefined, account);
      const { token } = (made.body as { identity: { credentials: { token: string } } }).identity
        .credentials;
      const projectId = await newProject(urls[0]!, token, 'Rotated');
      for (let i = 0; i < OTHERS; i++) await newProject(urls[0]!, token, `Other ${i}`);
      await fill(urls[0]!, token, projectId);
      let [kills, requests] = [0, 0];

      for (let round = 0; round < ROUNDS; round++) {
        const traffic = new Traffic(urls, token, projectId);
        const before = await one<number>('select max(version) from data_keys');
        const command = start(keys(), 'keys:rotate', '--older-than', '0s');
        await until(
          async () => (await one<number>('select max(version) from data_keys')) !== before,
          5,
        );
        await delay(randomInt(150));
        if ((await command.kill()) === null) kills += 1;
        const rotated = await run(keys(), 'keys:rotate');
        expect(rotated).toMatchObject({ code: 0, stderr: '' });
        const older = `(select project_id, key_version from secrets union all
            select project_id, key_version from secret_versions) s
          where key_version < (select max(version) from data_keys d where d.project_id = s.project_id)`;
        expect(await one<number>(`select count(*)::integer from ${older}`)).toBe(0);
        expect((await run(keys(), 'keys:retire', '--wait', '1s')).code).toBe(0);
        expect(await one<number>('select count(*)::integer from data_keys')).toBe(1 + OTHERS);

        const rootVersion = await one<number>('select max(version) from root_keys');
        const rooting = start(keys(), 'keys:rotate-root');
        while ((await one<number>('select max(version) from root_keys')) === rootVersion) {
          await delay(1);
        }
        if ((await rooting.kill()) === null) kills += 1;
        expect((await run(keys(), 'keys:rotate-root')).code).toBe(0);
        await traffic.end();
        expect(traffic.failures).toEqual([]);
        requests += traffic.requests;

        [root, next] = [next, randomBytes(32).toString('base64')];
        const fresh = [start(keys()), start(keys())];
        urls = await Promise.all(fresh.map((server) => server.listening()));
        for (const server of servers) expect(await server.kill('SIGTERM')).toBe(0);
        servers = fresh;
        expect((await run(keys(), 'keys:retire-root')).code).toBe(0);
        expect(await one<number>('select count(*)::integer from root_keys')).toBe(1);
      }

      expect(kills).toBeGreaterThan(0);
      expect(requests).toBeGreaterThan(ROUNDS);
    } finally {
      await client.end();
      await Promise.all(programs.map((program) => program.kill()));
      await database.drop();
    }
  });
});

describe('an embedded instance', () => {
  const keyFiles = async (data: string) =>
    (await readdir(data)).filter((name) => name.startsWith('encryption.key')).sort();

  it('has its keys rotated while it runs: commands join its database, whose root key changes too', async () => {
    const env = { DATA_DIR: join(directory, 'data') };
    const server = start(env);
    const url = await server.listening();
    const { token } = await firstLogin(server);
    const projectId = await newProject(url, token, 'Embedded');
    await fill(url, token, projectId);
    const oldKey = await readFile(join(env.DATA_DIR, 'encryption.key'), 'utf8');
    const traffic = new Traffic([url], token, projectId);

    const rotated = await run(env, 'keys:rotate', '--older-than', '0s');
    const killed = start(env, 'keys:rotate-root');
    await killed.untilPrinted(/Root key version (2)/).finally(() => killed.kill());
    const rooted = await run(env, 'keys:rotate-root');
    const between = await keyFiles(env.DATA_DIR);
    await newProject(url, token, 'Made meanwhile');
    const retired = await run(env, 'keys:retire-root');
    await traffic.end();

    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    expect(rooted).toMatchObject({ code: 0, stderr: '' });
    expect(between).toEqual(['encryption.key', 'encryption.key.next']);
    expect(retired).toMatchObject({ code: 0, stderr: '' });
    expect(retired.stdout).toContain('encryption.key is the new root key now');
    expect(traffic.failures).toEqual([]);
    expect(await keyFiles(env.DATA_DIR)).toEqual(['encryption.key']);
    const newKey = await readFile(join(env.DATA_DIR, 'encryption.key'), 'utf8');
    expect(newKey).not.toBe(oldKey);

    expect(await server.kill('SIGTERM')).toBe(0);
    // As if the last step had been ended just before the file took its place.
    await writeFile(join(env.DATA_DIR, 'encryption.key.next'), newKey, { mode: 0o600 });
    await writeFile(join(env.DATA_DIR, 'encryption.key'), oldKey, { mode: 0o600 });
    expect(await run(env, 'keys:retire-root')).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(join(env.DATA_DIR, 'encryption.key'), 'utf8')).toBe(newKey);
    expect(await keyFiles(env.DATA_DIR)).toEqual(['encryption.key']);
    const again = start(env);
    const found = await send(
      `${await again.listening()}/api/v3/secrets/raw/KEY_1?workspaceId=${projectId}&environment=dev`,
      'GET',
      token,
    );
    expect(found.status).toBe(200);
    expect(found.text).toContain('KEY_1:');
  });

  it('goes on with a next root key that was made but not introduced', async () => {
    const env = { DATA_DIR: join(directory, 'data') };
    const first = start(env);
    await first.listening();
    await first.kill('SIGTERM');
    const next = randomBytes(32).toString('base64');
    await writeFile(join(env.DATA_DIR, 'encryption.key.next'), `${next}\n`, { mode: 0o600 });
    await writeFile(join(env.DATA_DIR, 'encryption.key.next.new'), 'half', { mode: 0o600 });

    // Nobody has made it the root key yet, so it must not become the file.
    expect((await run(env, 'keys:retire-root')).code).toBe(0);
    expect(await keyFiles(env.DATA_DIR)).toContain('encryption.key.next');
    expect((await run(env, 'keys:rotate-root')).code).toBe(0);
    expect((await run(env, 'keys:retire-root')).code).toBe(0);

    expect(await readFile(join(env.DATA_DIR, 'encryption.key'), 'utf8')).toBe(`${next}\n`);
  });
});
