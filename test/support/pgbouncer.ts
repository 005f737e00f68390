import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGroup } from '../../soak/endings.js';
import { serverAccount } from '../../src/database/embedded/postgres-binaries.js';
import { freePort } from './free-port.js';
import { execute, scratchDirectory } from './test-database.js';

/** Where Debian and others put it. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = (): boolean =>
  spawnSync(PROGRAM, ['--version'], { stdio: 'ignore' }).status === 0;

/** A PgBouncer in transaction mode before the server that a URL names by host and port. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly stop: () => Promise<unknown>,
  ) {}

  static async start(target: string, poolSize = 4): Promise<PgBouncer> {
    const directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-pooler-'));
    const account = await serverAccount(directory);
    const { uid, gid } = account;
    if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid);
    const { hostname, port, username } = new URL(target);
    const own = await freePort();
    const settings = join(directory, 'pgbouncer.ini');
    await writeFile(
      settings,
      `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
server_login_retry = 0.1
server_connect_timeout = 2
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    );
    const child = startGroup(PROGRAM, [settings], { ...account, cwd: directory, stdio: 'ignore' });
    const exited = once(child, 'exit');
    const url = new URL(target);
    url.host = `127.0.0.1:${own}`;
    const isUp = () =>
      execute(url.href, 'select 1').then(
        () => true,
        () => false,
      );
    for (let n = 0; !(await isUp()); n++) {
      if (n === 200 || child.exitCode !== null) throw new Error('PgBouncer does not start');
      await delay(50);
    }
    const stop = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    return new PgBouncer(url.href, directory, stop);
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
