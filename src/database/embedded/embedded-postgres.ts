import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { lockDirectory } from './directory-lock.js';
import { postgresBinaries, serverAccount } from './postgres-binaries.js';
import {
  clusterUrl,
  ENVIRONMENT,
  flags,
  HERE,
  NOT_DURABLE,
  type ServerPaths,
  prepareCluster,
} from './postgres-cluster.js';
import { endOrphan, refuseUnseen } from './postgres-orphan.js';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Settles when the server is gone: with nothing after stop(), else with what happened. */
  readonly exited: Promise<Error | undefined>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made if absent, and closed to other users. Holds the cluster and the lock. */
  directory: string;
  log?: (line: string) => void;
  /** False gives up the data on a power cut, and with it the price of keeping them. For tests. */
  durable?: boolean;
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  io_method: 'sync', // the default keeps three more processes
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%b|',
  // A message's detail quotes the row, a statement its parameters.
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log = () => {}, durable = true } = options;
  const directory = resolve(options.directory);
  const cluster = join(directory, 'cluster');
  await makePrivate(directory);
  await refuseUnseen(cluster);
  const unlock = await lockDirectory(directory);
  try {
    await endOrphan(cluster, log);
    const account = await serverAccount(cluster);
    const place = { account, binaries: await postgresBinaries(account, log) };
    await prepareCluster(directory, place, durable);
    return await launch(cluster, place, { log, durable, unlock });
  } catch (error) {
    await unlock();
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'it belongs to another account',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
};

/** The directory cannot be made or closed to others. */
class DirectoryUnusable extends Error {
  readonly isExpected = true;

  constructor(directory: string, cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(`DATA_DIR ${directory} cannot be used: ${REASONS[code] ?? message}.`, { cause });
  }
}

async function makePrivate(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
  } catch (error) {
    throw new DirectoryUnusable(directory, error);
  }
}

async function launch(
  cluster: string,
  place: ServerPaths,
  options: { log: (line: string) => void; durable: boolean; unlock: () => Promise<void> },
): Promise<EmbeddedPostgres> {
  const settings = flags(options.durable ? SETTINGS : { ...SETTINGS, ...NOT_DURABLE });
  // Its own session: Ctrl-C at the terminal is for us, and we end the server last.
  const child = spawn(join(place.binaries, 'postgres'), ['-D', HERE ?? cluster, ...settings], {
    cwd: cluster,
    ...place.account,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) => settle(`exit ${signal ?? code}`));
  });
  watch(child, gone);
  await readiness(child, gone, options.log);

  let stopped: Promise<void> | undefined;
  const exited = gone.then(async (how) => {
    await options.unlock();
    return stopped ? undefined : new Error(`PostgreSQL ended by itself (${how}).`);
  });
  return {
    url: clusterUrl(cluster, child.pid!),
    exited,
    stop: () => (stopped ??= stop(child, exited)),
  };
}

/** Resolves when the server accepts connections. Passes on what its processes log as long as it lives. */
async function readiness(
  child: ChildProcess,
  gone: Promise<string>,
  log: (line: string) => void,
): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((ready, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (line.includes('ready to accept connections')) ready();
      if (said.length < 50) said.push(line);
      if (worthTelling(line)) log(`PostgreSQL ${line.replace('|', ': ')}`);
    });
    const fail = (how: string) =>
      reject(new Error(`PostgreSQL did not start (${how}): ${said.join(' ')}`));
    void gone.then(fail);
  });
  child.unref();
  (child.stderr as Socket).unref();
}

/** What a client causes is told to that client, and may quote its values. */
function worthTelling(line: string): boolean {
  if (/^(client backend|parallel worker)\|/.test(line)) return false;
  return /\|(WARNING|ERROR|FATAL|PANIC):|terminated by signal/.test(line);
}

/** Ends the server should we be killed: the pipe from us closes. */
function watch(server: ChildProcess, gone: Promise<unknown>): void {
  const script = ['-c', 'read -r _; kill -INT "$1"', 'sh', String(server.pid)];
  const watchdog = spawn('/bin/sh', script, {
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => {}); // without a shell the next start does it
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  void gone.then(() => watchdog.kill('SIGKILL'));
}

/** Breaks off what clients are doing, writes everything out and ends; should that hang, ends at once, as after a crash. */
async function stop(server: ChildProcess, exited: Promise<unknown>): Promise<void> {
  server.ref();
  server.kill('SIGINT');
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(impatience);
}
