import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startGroup } from '../../soak/endings.js';
import { serverAccount } from '../../src/database/embedded/postgres-binaries.js';
import { execute, scratchDirectory } from './test-database.js';
import { until } from './until.js';

/** The programs of a PostgreSQL that is installed on this machine: server and clients of one version. */
export interface Installed {
  readonly bin: string;
  readonly version: number;
}

/** Null where there is none. */
export function findInstalled(): Installed | null {
  const { stdout } = spawnSync('pg_config', ['--bindir', '--version'], { encoding: 'utf8' });
  const [, bin = '', version] = /^(.+)\nPostgreSQL (\d+)/.exec(stdout ?? '') ?? [];
  const isWhole = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'].every((name) =>
    existsSync(join(bin, name)),
  );
  return isWhole ? { bin, version: Number(version) } : null;
}

/** A server of one's own, of those programs. */
export class OwnServer {
  private constructor(
    private readonly installed: Installed,
    private readonly directory: string,
    private readonly account: Awaited<ReturnType<typeof serverAccount>>,
    private stop: () => Promise<unknown>,
  ) {}

  static async start(installed: Installed): Promise<OwnServer> {
    const directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-own-'));
    const account = await serverAccount(directory);
    const { uid, gid } = account;
    if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid);
    const server = new OwnServer(installed, directory, account, async () => {});
    const cluster = join(directory, 'cluster');
    await server.run(
      'initdb',
      '-D',
      cluster,
      '-U',
      'strongroom',
      '-A',
      'trust',
      '-N',
      '-E',
      'UTF8',
    );
    await server.serve(cluster);
    return server;
  }

  url(database: string): string {
    return `postgres://strongroom@localhost/${database}?host=${encodeURIComponent(this.directory)}`;
  }

  /** Runs one of its programs to its end, as its account. Throws what it said if it failed. */
  async run(program: string, ...args: string[]): Promise<void> {
    const child = spawn(join(this.installed.bin, program), args, {
      ...this.account,
      cwd: this.directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`${program}: ${said}`);
  }

  /** A place for files that its programs write. */
  path(name: string): string {
    return join(this.directory, name);
  }

  /** Serves that cluster instead. */
  async serve(cluster: string): Promise<void> {
    await this.stop();
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${this.directory}`,
      'fsync=off',
    ];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    const child = startGroup(join(this.installed.bin, 'postgres'), ['-D', cluster, ...flags], {
      ...this.account,
      cwd: this.directory,
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    this.stop = async () => {
      child.kill('SIGINT');
      await exited;
    };
    const isUp = () =>
      execute(this.url('postgres'), 'select 1').then(
        () => true,
        () => child.exitCode !== null,
      );
    await until(isUp, 50);
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
