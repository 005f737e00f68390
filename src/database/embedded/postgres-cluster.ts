import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, lchown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Account } from './postgres-binaries.js';
import { socketIn } from './postgres-orphan.js';

export interface ServerPaths {
  readonly binaries: string;
  readonly account: Account;
}

/** None of our own environment: it holds keys. */
export const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * PostgreSQL always runs inside its data directory and knows it by this name only. So, when root starts it as somebody else, the
 * directories above may be closed to that user.
 */
export const HERE = existsSync('/proc/self/cwd') ? '/proc/self/cwd' : undefined;

export const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
};

/** Only the superuser comes with a cluster; the application is none. */
const FIRST_STATEMENTS = [
  'create role strongroom login createdb',
  'create database strongroom owner strongroom',
];

/** Makes the cluster in the directory if there is none, and clears away what an interrupted attempt has left. */
export async function prepareCluster(
  directory: string,
  place: ServerPaths,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith('cluster.new-')) continue;
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const cluster = join(directory, 'cluster');
  if (existsSync(cluster)) await adopt(cluster, place.account);
  else await initialise(cluster, place, durable);
}

/** A copy that root made, of a backup say, belongs to root; PostgreSQL's own account could not open it. */
async function adopt(cluster: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || gid === undefined || (await stat(cluster)).uid !== 0) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  // Last: until then the next start sees that it was not finished.
  await chown(cluster, uid, gid);
}

/** Under another name until it is complete, so that a cluster which exists is a whole one. */
async function initialise(cluster: string, place: ServerPaths, durable: boolean): Promise<void> {
  const draft = await mkdtemp(`${cluster}.new-`);
  const { uid, gid } = place.account;
  if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
  const initdb = [
    ['--pgdata', HERE ?? draft],
    ['--username', 'postgres'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--auth-local', 'trust'],
    ['--auth-host', 'reject'],
    ['--data-checksums', '--no-instructions'],
    durable ? [] : ['--no-sync'],
  ];
  await run('initdb', initdb.flat(), { ...place, cwd: draft });
  const single = ['--single', '-D', HERE ?? draft, '-c', 'exit_on_error=on'];
  const settings = durable ? [] : flags(NOT_DURABLE);
  const statements = FIRST_STATEMENTS.join('\n') + '\n';
  await run('postgres', [...single, ...settings, 'postgres'], { ...place, cwd: draft }, statements);
  await rename(draft, cluster);
  const parent = await open(dirname(cluster));
  await parent.sync().finally(() => parent.close());
}

async function run(
  program: string,
  args: string[],
  place: ServerPaths & { cwd: string },
  input = '',
): Promise<void> {
  const { cwd, account, binaries } = place;
  const child = spawn(join(binaries, program), args, { cwd, ...account, env: ENVIRONMENT });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => {}); // it has ended early, and its output says why
  child.stdin.end(input);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${program} failed (${signal ?? code}): ${output.trim()}`);
}

/** sockaddr_un, less the terminator; macOS has the smaller one. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** Where the server of that process id, which works in the cluster, can be reached. */
export function clusterUrl(cluster: string, pid: number): string {
  const short = Buffer.byteLength(socketIn(cluster)) <= LONGEST_SOCKET_PATH;
  const host = short || !HERE ? cluster : `/proc/${pid}/cwd`;
  return `postgres://strongroom@localhost/strongroom?host=${encodeURIComponent(host)}`;
}

export function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
