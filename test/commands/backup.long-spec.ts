import { randomBytes } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { insist } from '../../soak/client.js';
import { Program, runHere } from '../support/program.js';
import { scratchDirectory } from '../support/test-database.js';
import { until } from '../support/until.js';

let directory: string;
let backupFile: string;
const running = new Set<Program>();

beforeAll(async () => {
  directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-backup-'));
  backupFile = join(directory, 'instance.backup');
});
afterEach(async () => {
  for (const program of running) await program.kill();
  running.clear();
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

const path = (name: string) => join(directory, name);

function program(data: string): Program {
  const started = new Program({ DATA_DIR: path(data) });
  running.add(started);
  return started;
}

const command = (data: string, name: string, ...args: string[]) =>
  runHere({ DATA_DIR: path(data) }, name, ...args);

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function logIn(url: string, body: Credentials): Promise<string> {
  const login = `${url}/api/v1/auth/universal-auth/login`;
  return (await insist<{ accessToken: string }>('POST', login, { body })).accessToken;
}

/** Writes secrets one after another until told to end; gives those that were acknowledged so far. */
function writer(url: string, token: string, projectId: string, prefix: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const work = (async () => {
    for (let n = 0; !isOver; n++) {
      const key = `${prefix}_${n}`;
      const body = { projectId, environment: 'dev', secretValue: `value of ${key}` };
      await insist('POST', `${url}/api/v4/secrets/${key}`, { token, body });
      acknowledged.push(key);
    }
  })();
  const end = async () => {
    isOver = true;
    await work;
  };
  return { acknowledged, end };
}

/**
 * Changes one bit in the middle, the first that changes what is packed there: of a long run of zeros the copy of one place is
 * that of another, and one bit of forty can be either.
 */
function withAnotherBit(packed: Buffer): Buffer {
  for (let at = packed.length >> 1; ; at++) {
    const changed = Buffer.from(packed);
    changed[at]! ^= 1;
    try {
      gunzipSync(changed);
    } catch {
      return changed;
    }
  }
}

async function valuesIn(url: string, token: string, projectId: string) {
  type List = { secrets: { secretKey: string; secretValue: string }[] };
  const query = `projectId=${projectId}&environment=dev`;
  const { secrets } = await insist<List>('GET', `${url}/api/v4/secrets?${query}`, { token });
  return new Map(secrets.map((each) => [each.secretKey, each.secretValue]));
}

describe('npm run strongroom -- backup and restore', () => {
  it('lose nothing that was acknowledged before, while others write; what is restored starts and verifies', async () => {
    const server = program('first');
    const url = await server.listening();
    const credentials = {
      clientId: await server.untilPrinted(/client id\s+(\S+)/),
      clientSecret: await server.untilPrinted(/client secret\s+(\S+)/),
    };
    const token = await logIn(url, credentials);
    type Created = { project: { id: string } };
    const body = { projectName: 'Kept' };
    const made = await insist<Created>('POST', `${url}/api/v1/projects`, { token, body });
    const projectId = made.project.id;
    const writers = ['A', 'B', 'C'].map((prefix) => writer(url, token, projectId, prefix));
    await until(() => writers.every(({ acknowledged }) => acknowledged.length >= 20), 20);
    const before = writers.flatMap(({ acknowledged }) => [...acknowledged]);

    const saved = await command('first', 'backup', backupFile);
    const during = writers.flatMap(({ acknowledged }) => [...acknowledged]);
    for (const each of writers) await each.end();

    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(saved.stdout).toContain('guard it like the secrets themselves');
    expect(during.length).toBeGreaterThan(before.length);
    expect((await stat(backupFile)).mode & 0o777).toBe(0o600);
    // Nothing may come from the first instance.
    await server.kill();
    await rm(path('first'), { recursive: true, maxRetries: 5 });

    const restored = await command('second', 'restore', backupFile);

    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(/states of secrets: \d+ looked at, 0 not whole/);
    expect(restored.stdout).toContain('whole, ');
    expect(restored.stdout).toMatch(/Restored\.\n$/);
    expect(restored.code).toBe(0);
    expect((await readdir(path('second'))).sort()).toEqual([
      'auth.secret',
      'encryption.key',
      'postgres',
    ]);
    const again = program('second');
    const secondUrl = await again.listening();
    const values = await valuesIn(secondUrl, await logIn(secondUrl, credentials), projectId);
    expect(before.filter((key) => values.get(key) !== `value of ${key}`)).toEqual([]);
    // One moment: of each writer the first so many.
    for (const { acknowledged } of writers) {
      const kept = acknowledged.filter((key) => values.has(key));
      expect(acknowledged.slice(0, kept.length)).toEqual(kept);
    }
    for (const action of ['instance.backup', 'instance.restore']) {
      const list = `${secondUrl}/api/v1/organization/audit-logs?eventType=${action}`;
      const entries = await insist('GET', list, { token: await logIn(secondUrl, credentials) });
      expect(JSON.stringify(entries)).toContain(`"${action}"`);
    }
    expect(again.stderr).toBe('');
    expect(await again.kill('SIGTERM')).toBe(0);
  });

  it('work on an instance that is stopped', async () => {
    const second = path('stopped.backup');

    expect((await command('second', 'backup', second)).code).toBe(0);
    expect((await command('third', 'restore', second)).code).toBe(0);
  });

  it('never overwrite: an existing file, a directory with something in it', async () => {
    const again = await command('second', 'backup', backupFile);
    const onto = await command('second', 'restore', backupFile);

    expect(again).toMatchObject({ code: 1, stderr: `${backupFile} exists: name a new file.\n` });
    expect(onto.code).toBe(1);
    expect(onto.stderr).toMatch(
      /^DATA_DIR \S+ is not empty \(\S+\)\. Restore into an empty or a new directory\.\n$/,
    );
  });

  it('refuse a file that is cut off, changed, absent or something else, and leave the directory empty', async () => {
    const cut = path('cut.backup');
    await cp(backupFile, cut);
    await truncate(cut, Math.floor((await stat(cut)).size / 2));
    const changed = path('changed.backup');
    await writeFile(changed, withAnotherBit(await readFile(backupFile)));
    const other = path('other.backup');
    await writeFile(other, randomBytes(4_096));

    for (const [file, why] of [
      [cut, 'or is damaged'],
      [changed, 'or is damaged'],
      [other, 'or is damaged'],
      [path('absent.backup'), 'is not there'],
    ] as const) {
      const { code, stderr } = await command('empty', 'restore', file);
      expect(stderr).toMatch(new RegExp(`^${file} .*${why}\\.\n$`));
      expect(code).toBe(1);
      expect(await readdir(path('empty'))).toEqual([]);
    }
  });

  it.each(['../outside', '/outside', 'postgres/../../outside', 'a/./b', 'a\\b'])(
    'refuse a file that would be written to %s',
    async (name) => {
      const archive = pack();
      const manifest = { format: 1, version: '0.1.0', startedAt: new Date().toISOString() };
      archive.entry({ name: 'strongroom-backup.json' }, JSON.stringify(manifest));
      archive.entry({ name }, 'x');
      archive.finalize();
      const parts: Buffer[] = [];
      for await (const part of archive) parts.push(part);
      const file = path('evil.backup');
      await writeFile(file, gzipSync(Buffer.concat(parts)));
      await mkdir(path('evil'), { recursive: true });

      const { code, stderr } = await command('evil', 'restore', file);

      expect(stderr).toBe(`${file} is not a backup of Strongroom.\n`);
      expect(code).toBe(1);
      expect(await readdir(path('evil'))).toEqual([]);
    },
  );

  it('are for embedded instances', async () => {
    const env = {
      DATABASE_URL: process.env['STRONGROOM_TEST_ADMIN_URL']!,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      AUTH_SECRET: randomBytes(32).toString('base64'),
    };
    const { code, stderr } = await runHere(env, 'restore', backupFile);

    expect(code).toBe(1);
    expect(stderr).toContain('which has no DATABASE_URL');
  });
});
