import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount } from '../src/database/embedded/postgres-binaries.js';
import { freePort } from '../test/support/free-port.js';
import type { Installed } from '../test/support/own-server.js';
import { tcpProxy, type TcpProxy } from '../test/support/tcp-proxy.js';
import { startGroup } from './endings.js';

const HOST = '127.0.0.1';

interface Server {
  readonly port: number;
  kill(): Promise<unknown>;
}

/** A primary and its standby, and the one address at which applications look for whichever writes. */
export class PostgresPair {
  private constructor(
    readonly address: TcpProxy,
    private readonly replication: TcpProxy,
    private readonly primary: Server,
    private readonly standby: Server,
    private readonly directory: string,
  ) {}

  static async start(installed: Installed, isSynchronous: boolean): Promise<PostgresPair> {
    // A directory of its own: those above must be open to the account that owns the clusters.
    const directory = await mkdtemp(join(tmpdir(), 'strongroom-pair-'));
    const account = await serverAccount(directory);
    if (account.uid !== undefined && account.gid !== undefined)
      await chown(directory, account.uid, account.gid);
    const tools = new Tools(installed, directory, account);
    await tools.run(
      'initdb',
      '-D',
      tools.path('one'),
      '-U',
      'strongroom',
      '-A',
      'trust',
      '-E',
      'UTF8',
    );
    const primary = await tools.serve('one');
    await ask(primary.port, 'postgres', 'create database strongroom');
    // The standby follows through it, so that it can be made deaf.
    const replication = await tcpProxy(urlOf(primary.port), { host: HOST, port: primary.port });
    const { port } = new URL(replication.url);
    const source = `host=${HOST} port=${port} user=strongroom application_name=standby`;
    await tools.run(
      'pg_basebackup',
      '-D',
      tools.path('two'),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '-d',
      source,
    );
    const standby = await tools.serve('two');
    if (isSynchronous) {
      await ask(primary.port, 'postgres', `alter system set synchronous_standby_names = 'standby'`);
      await ask(primary.port, 'postgres', 'select pg_reload_conf()');
    }
    const pair = new PostgresPair(
      await tcpProxy(urlOf(primary.port), { host: HOST, port: primary.port }),
      replication,
      primary,
      standby,
      directory,
    );
    const state = isSynchronous ? 'sync' : 'async';
    const follows = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
    while ((await ask(primary.port, 'postgres', follows)).length === 0) await delay(50);
    return pair;
  }

  /** Where applications connect. */
  get url(): string {
    return this.address.url;
  }

  /** The standby hears of no commit from now on. It has all those before. */
  async deafen(): Promise<void> {
    const [row] = await ask<{ at: string }>(
      this.primary.port,
      'postgres',
      'select pg_current_wal_flush_lsn()::text at',
    );
    const isThere = `select 1 where pg_last_wal_replay_lsn() >= '${row!.at}'`;
    while ((await ask(this.standby.port, 'postgres', isThere)).length === 0) await delay(20);
    this.replication.stall();
  }

  /** The primary is gone at once; nobody is at the address. */
  async crash(): Promise<void> {
    await Promise.all([this.address.cut(), this.primary.kill()]);
  }

  /** The standby takes over, at the same address. */
  async promote(): Promise<void> {
    await ask(this.standby.port, 'postgres', 'select pg_promote()');
    this.address.lead({ host: HOST, port: this.standby.port });
    await this.address.restore();
  }

  /** A statement on whichever took over. */
  query<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<T[]> {
    return ask(this.standby.port, 'strongroom', statement, values);
  }

  async end(): Promise<void> {
    await Promise.all([this.address.close(), this.replication.close()]);
    await Promise.all([this.primary.kill(), this.standby.kill()]);
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Programs of PostgreSQL, run as the account that owns the clusters. */
class Tools {
  constructor(
    private readonly installed: Installed,
    private readonly directory: string,
    private readonly account: Awaited<ReturnType<typeof serverAccount>>,
  ) {}

  path(name: string): string {
    return join(this.directory, name);
  }

  async run(program: string, ...args: string[]): Promise<void> {
    const child = spawn(join(this.installed.bin, program), args, {
      ...this.account,
      cwd: this.directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`${program}: ${said}`);
  }

  async serve(cluster: string): Promise<Server> {
    const port = await freePort();
    const settings = [
      `listen_addresses=${HOST}`,
      `port=${port}`,
      'unix_socket_directories=',
      'max_connections=200',
      'wal_level=replica',
      'hot_standby=on',
    ];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    const program = join(this.installed.bin, 'postgres');
    const child = startGroup(program, ['-D', this.path(cluster), ...flags], {
      ...this.account,
      cwd: this.directory,
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const isUp = () =>
      ask(port, 'postgres', 'select 1').then(
        () => true,
        () => false,
      );
    while (!(await isUp())) {
      if (child.exitCode !== null) throw new Error(`The server of ${cluster} ended.`);
      await delay(50);
    }
    const kill = async () => {
      child.kill('SIGQUIT');
      await exited;
    };
    return { port, kill };
  }
}

const urlOf = (port: number) => `postgres://strongroom@${HOST}:${port}/strongroom`;

async function ask<T extends pg.QueryResultRow>(
  port: number,
  database: string,
  statement: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ host: HOST, port, user: 'strongroom', database });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
