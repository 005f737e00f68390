import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { scratchDirectory } from '../support/test-database.js';

describe('the embedded PostgreSQL', () => {
  let directory: string;
  let logged: string[];
  let started: EmbeddedPostgres[];
  let template: string;

  beforeAll(async () => {
    template = await mkdtemp(join(await scratchDirectory(), 'strongroom-test-spec-'));
    await (await startEmbeddedPostgres({ directory: template, durable: false })).stop();
  });
  afterAll(() => rm(template, { recursive: true, force: true, maxRetries: 5 }));

  beforeEach(async () => {
    directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-test-spec-'));
    logged = [];
    started = [];
  });

  afterEach(async () => {
    for (const server of started) await server.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });

  async function start(where = directory): Promise<EmbeddedPostgres> {
    const log = (line: string) => void logged.push(line);
    const server = await startEmbeddedPostgres({ directory: where, log, durable: false });
    started.push(server);
    return server;
  }

  /** Starts on a copy of a cluster: to make one takes a second. */
  async function startOnCopy(): Promise<EmbeddedPostgres> {
    execFileSync('cp', ['-a', join(template, 'cluster'), directory]);
    return start();
  }

  async function query(server: EmbeddedPostgres, text: string, values: unknown[] = []) {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async function deadPid(): Promise<number> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    return child.pid!;
  }

  it('makes a UTF-8 cluster that sorts by code point, for a role that is no superuser', async () => {
    const server = await start();

    const [facts] = await query(
      server,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
         (select string_agg(c, '' order by c) from unnest(array['a', '_', 'B', 'ä']) c) as sorted,
         (select rolsuper from pg_roles where rolname = current_user) as super,
         current_setting('listen_addresses') as addresses`,
    );

    expect(facts).toEqual({
      encoding: 'UTF8',
      checksums: 'on',
      sorted: 'B_aä',
      super: false,
      addresses: '',
    });
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('finds its data again, and stops as often as it is asked to', async () => {
    const first = await startOnCopy();
    await query(first, 'create table kept as select 42 as answer');
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(await first.exited).toBeUndefined();

    const second = await start();

    expect(await query(second, 'select * from kept')).toEqual([{ answer: 42 }]);
    expect(logged).toEqual([]);
  });

  it('refuses a second instance on the same directory and leaves the first alone', async () => {
    const server = await startOnCopy();

    await expect(start()).rejects.toThrow(
      `Another Strongroom (pid ${process.pid}) already uses the data directory ${directory}.`,
    );

    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes over from an owner that was killed, and ends the server it left behind', async () => {
    const orphan = await startOnCopy();
    await query(orphan, 'create table kept as select 42 as answer');
    await writeFile(join(directory, 'lock'), `${await deadPid()} 1\n`);

    const server = await start();

    expect(await query(server, 'select * from kept')).toEqual([{ answer: 42 }]);
    expect(await orphan.exited).toEqual(expect.any(Error));
    expect(logged).toEqual([expect.stringMatching(/of an earlier run \(pid \d+\)/)]);
  });

  it('is not deceived by a process id that is in use again', async () => {
    await (await startOnCopy()).stop();
    const stranger = `${process.pid} 1\n`;
    await writeFile(join(directory, 'lock'), stranger);
    await writeFile(
      join(directory, 'cluster', 'postmaster.pid'),
      `${process.pid}\n.\n1\n5432\n.\n`,
    );

    const server = await start();

    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readFile(join(directory, 'lock'), 'utf8')).not.toBe(stranger);
  });

  it('starts afresh after a first start that was interrupted', async () => {
    const attempt = join(directory, 'cluster.new-killed');
    await mkdir(join(attempt, 'base'), { recursive: true });
    await writeFile(join(attempt, 'PG_VERSION'), '18\n');
    await writeFile(join(directory, 'lock'), `${await deadPid()}\n`);

    const server = await start();

    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(directory)).sort()).toEqual(['cluster', 'lock']);
  });

  it.each([
    ['long', 'd'.repeat(120)],
    ['full of special characters', "with space & % ü '#?"],
  ])('works in a directory whose name is %s', async (_, name) => {
    const server = await start(join(directory, name));

    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('tells when the server ends by itself, and starts again', async () => {
    const server = await startOnCopy();
    const pid = parseInt(await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');

    expect((await server.exited)?.message).toMatch(/ended by itself .*SIGKILL/);

    await server.stop();
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('never logs what a client sent', async () => {
    const server = await startOnCopy();
    await query(server, 'create table things (name text unique)');
    const insert = 'insert into things values ($1)';
    await query(server, insert, ['s3cret']);

    await expect(query(server, insert, ['s3cret'])).rejects.toThrow('unique');
    await expect(query(server, 'select $1::text::uuid', ['s3cret'])).rejects.toThrow('uuid');
    await server.stop();

    expect(logged).toEqual([]);
  });

  it('gives the server none of our environment', async () => {
    process.env['STRONGROOM_SPEC_KEY'] = 's3cret';
    const server = await startOnCopy();
    delete process.env['STRONGROOM_SPEC_KEY'];
    const pid = parseInt(await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8'), 10);

    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    expect(environment).not.toContain('s3cret');
  });
});
