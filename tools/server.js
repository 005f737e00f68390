// Starts a server of its own, for what tries it out from outside.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '..', 'dist', 'src', 'main.js');

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function environment(directory, port, more) {
  const place = { PORT: port, HOST: '127.0.0.1', DATA_DIR: directory };
  const env = { ...process.env, ...place, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...more };
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'METRICS_PORT']) delete env[name];
  return env;
}

/** Waits until the server answers, and has said with what to log in. */
async function awaitReady(server, site, said) {
  const isReady = () =>
    fetch(`${site}/api/health/ready`).then(
      ({ ok }) => ok && /client secret\s/.test(said()),
      () => false,
    );
  for (let n = 0; n < 240 && server.exitCode === null && !(await isReady()); n++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Starts the built server on an embedded database that is gone afterwards, and returns its address, the credentials that
 * it printed, its process, a function that runs a command beside it, and how to end it. `nodeArgs`: arguments of Node,
 * before the program; `env`: settings.
 */
export async function startServer({ nodeArgs = [], env: more = {} } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-tools-'));
  const port = String(await freePort());
  const env = environment(directory, port, more);
  const server = spawn(process.execPath, [...nodeArgs, PROGRAM], {
    env,
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const output of [server.stdout, server.stderr]) {
    output.on('data', (text) => (said = `${said}${text}`.slice(-MOST_KEPT)));
  }
  const site = `http://127.0.0.1:${port}`;
  await awaitReady(server, site, () => said);
  const [, clientId] = /client id\s+(\S+)/.exec(said) ?? [];
  const [, clientSecret] = /client secret\s+(\S+)/.exec(said) ?? [];
  const end = async () => {
    const isRunning = server.exitCode === null && server.signalCode === null;
    if (isRunning && server.kill()) await once(server, 'exit');
    await rm(directory, { recursive: true, force: true });
  };
  if (clientId && clientSecret) {
    const command = commandIn(directory, env);
    return { site, clientId, clientSecret, process: server, said: () => said, command, end };
  }
  await end();
  throw new Error(`The server did not start, or printed no credentials.\n${said}`);
}

/** Runs a command of the operator, and returns what it printed; throws unless it ends with 0. */
const commandIn =
  (directory, env) =>
  async (...args) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [PROGRAM, '--command', ...args],
      { cwd: directory, env },
    );
    return stdout;
  };

/** Characters of what the server says that are kept. */
const MOST_KEPT = 256 * 1024;

/** Sends JSON, and returns the answer; throws unless it is a 2xx. */
export async function send(method, url, body, token) {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Logs in by universal auth, and returns the access token. */
export async function logIn({ site, clientId, clientSecret }) {
  const path = `${site}/api/v1/auth/universal-auth/login`;
  return (await send('POST', path, { clientId, clientSecret })).accessToken;
}
