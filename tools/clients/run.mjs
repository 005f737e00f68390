// Runs the published clients of this API against a server that it starts: `npm run clients`, or `npm run clients -- go python`.
// Installs them under tools/clients (node_modules, .installed), from the locks beside this file.
// Ends with 1 if a method failed, else with 3 if a client was skipped, else with 0.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..', '..');
const INSTALLED = join(HERE, '.installed');
const MINUTE = 60_000;

/** Commands return null where they end well, else what went wrong. */
function run(command, args, { cwd = HERE, minutes = 10, env = {} } = {}) {
  const options = {
    cwd,
    timeout: minutes * MINUTE,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  };
  const { status, error, stderr } = spawnSync(command, args, options);
  if (status === 0) return null;
  const last = (stderr ?? '').trim().split('\n').at(-1) ?? '';
  return `${command} ${args[0]}: ${error?.code ?? last}`.slice(0, 300);
}

const npmInstall = () =>
  existsSync(join(HERE, 'node_modules', '.package-lock.json'))
    ? null
    : run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);

const PYTHON = join(INSTALLED, 'python', 'bin', 'python');

/** Half an installation, after a time-out, is begun anew: the SDK itself must be there. */
function pythonInstall() {
  if (existsSync(PYTHON) && run(PYTHON, ['-c', 'import infisical_sdk']) === null) return null;
  const made = run('python3', ['-m', 'venv', '--clear', join(INSTALLED, 'python')]);
  return made ?? run(PYTHON, ['-m', 'pip', 'install', '-q', '-r', join(HERE, 'requirements.txt')]);
}

const goBuild = (name) => () =>
  run('go', ['build', '-o', join(INSTALLED, name), '.'], { cwd: join(HERE, name), minutes: 20 });

const nodeSdk = (name, version) => ({
  name: `Node @infisical/sdk ${version}`,
  id: name,
  install: npmInstall,
  command: [process.execPath, 'node.mjs', name],
});

const CLIENTS = [
  nodeSdk('sdk5', '5.0.2'),
  nodeSdk('sdk4', '4.0.6'),
  nodeSdk('sdk3', '3.0.91'),
  {
    name: 'MCP @infisical/mcp 0.0.24',
    id: 'mcp',
    install: npmInstall,
    command: [process.execPath, 'mcp.mjs'],
  },
  {
    name: 'Python infisicalsdk 1.0.17',
    id: 'python',
    install: pythonInstall,
    command: [PYTHON, 'python.py'],
  },
  {
    name: 'Go github.com/infisical/go-sdk 0.8.0',
    id: 'go',
    install: goBuild('go'),
    command: [join(INSTALLED, 'go')],
  },
];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server of its own, and returns its address, the credentials that it printed, and how to end it. */
async function startServer() {
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-clients-'));
  const port = String(await freePort());
  const env = {
    ...process.env,
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'METRICS_PORT']) delete env[name];
  const server = spawn(process.execPath, [join(ROOT, 'dist', 'src', 'main.js')], {
    env,
    cwd: directory,
  });
  let said = '';
  for (const output of [server.stdout, server.stderr]) output.on('data', (text) => (said += text));
  const site = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${site}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let n = 0; n < 240 && server.exitCode === null && !(await isReady()); n++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const [, clientId] = /client id\s+(\S+)/.exec(said) ?? [];
  const [, clientSecret] = /client secret\s+(\S+)/.exec(said) ?? [];
  const end = async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
    await rm(directory, { recursive: true, force: true });
  };
  if (clientId && clientSecret) return { site, clientId, clientSecret, end };
  await end();
  throw new Error('The server did not start, or printed no credentials.');
}

async function post(url, body, token) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** What a client is told: where the server is, how to log in, and a project of its own. */
async function environmentFor({ site, clientId, clientSecret }, { name }) {
  const login = await post(`${site}/api/v1/auth/universal-auth/login`, { clientId, clientSecret });
  const { project } = await post(
    `${site}/api/v1/projects`,
    { projectName: name },
    login.accessToken,
  );
  return {
    SITE: site,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TOKEN: login.accessToken,
    PROJECT_ID: project.id,
    PROJECT_SLUG: project.slug,
  };
}

/** The outcomes of a client's methods. */
async function outcomesOf(server, client) {
  const env = { ...process.env, ...(await environmentFor(server, client)) };
  const [command, ...args] = client.command;
  const child = spawn(command, args, { cwd: HERE, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), 5 * MINUTE);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const outcomes = output
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line));
  if (code === 0 && outcomes.length > 0) return outcomes;
  const error = errors.trim().slice(-300);
  return [
    ...outcomes,
    { method: 'the program', outcome: 'failed', error: `ended with ${code}: ${error}` },
  ];
}

const count = (outcomes, wanted) => outcomes.filter(({ outcome }) => outcome === wanted).length;

function print(client, outcomes) {
  const kinds = ['works', 'not offered', 'needs a cloud', 'failed'];
  const counts = kinds.map((kind) => `${count(outcomes, kind)} ${kind}`).join(', ');
  console.log(`${client.name}: ${outcomes.length} methods: ${counts}`);
  for (const { method, outcome, error } of outcomes) {
    if (outcome === 'failed') console.log(`  FAILED ${method}: ${error}`);
    else if (process.env.VERBOSE) console.log(`  ${outcome}: ${method}`);
  }
}

mkdirSync(INSTALLED, { recursive: true });
const asked = process.argv.slice(2);
const chosen = CLIENTS.filter(({ id }) => asked.length === 0 || asked.includes(id));
const skipped = [];
const all = [];
const server = await startServer();
try {
  for (const client of chosen) {
    const problem = client.install();
    if (problem) {
      skipped.push(client.name);
      console.log(`SKIPPED ${client.name}: ${problem}`);
      continue;
    }
    const outcomes = await outcomesOf(server, client);
    all.push(...outcomes);
    print(client, outcomes);
  }
} finally {
  await server.end();
}
const failed = count(all, 'failed');
console.log(
  `${chosen.length - skipped.length} clients tried, ${skipped.length} skipped; ${all.length} methods: ${count(all, 'works')} work, ` +
    `${count(all, 'not offered')} of features that are not offered (404), ${count(all, 'needs a cloud')} need a cloud, ${failed} failed.`,
);
process.exitCode = failed > 0 ? 1 : skipped.length > 0 ? 3 : 0;
