// Counts the files of ours that run for one request: `node scripts/build.js && node tools/files-per-request.js`.
// What V8 saw running between the request and its answer, after two requests of the kind; src/http/README.md has the rule. The first request is a short read: what it takes besides rights
// and its own module is the edge.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, logIn, send } from './server.js';

const FROM = '/dist/src/';
/** Requests of a kind; the last one is looked at. */
const TIMES = 3;
/** Folders that every request passes. */
const EDGE = /^(http|database)\//;
const load = (path) => import(join(import.meta.dirname, '..', 'dist', 'src', path));

const directory = await mkdtemp(join(tmpdir(), 'strongroom-files-'));
const { startEmbeddedPostgres } = await load('database/embedded/embedded-postgres.js');
const database = await startEmbeddedPostgres({ directory, durable: false });
try {
  const { app, ask } = await start(database.url);
  await count(await requestsOf(ask));
  app.getHttpServer().closeAllConnections();
  await app.close();
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}

async function start(databaseUrl) {
  const { loadConfig } = await load('config.js');
  const { createLog } = await load('logging/log.js');
  const { createAppContext } = await load('app-context.js');
  const { createApp } = await load('create-app.js');
  const { claimFirstRun } = await load('start-up/first-run-setup.js');
  const authSecret = randomBytes(32).toString('base64');
  const given = { databaseUrl, encryptionKey: randomBytes(32), authSecret };
  const config = loadConfig({ SETUP_NETWORKS: '127.0.0.0/8' });
  const app = await createApp(await createAppContext(config, given, createLog('error')));
  const port = await freePort();
  await app.listen(port, '127.0.0.1');
  const site = `http://127.0.0.1:${port}`;
  const token = await logIn({ site, ...(await claimFirstRun(app)) });
  return { app, ask: (method, path, body) => send(method, `${site}/api${path}`, body, token) };
}

async function requestsOf(ask) {
  const { project } = await ask('POST', '/v1/projects', { projectName: 'A', slug: 'aaaaa' });
  const { identity } = await ask('POST', '/v1/identities', { name: 'x', role: 'no-access' });
  const member = `/v1/projects/${project.id}/memberships/identities/${identity.id}`;
  await ask('POST', member, { roles: [{ role: 'viewer' }] });
  const at = { projectId: project.id, environment: 'dev', secretPath: '/' };
  for (let n = 0; n < TIMES; n++)
    await ask('POST', `/v4/secrets/S${n}`, { ...at, secretValue: 'v' });
  let n = 0;
  let reads = 0;
  const named = () => ({ slug: `made-${(n += 1)}`, name: 'Made' });
  const rules = (subject, action) => [{ subject, action: [action] }];
  const privilege = {
    identityId: identity.id,
    projectId: project.id,
    type: { isTemporary: false },
  };
  return {
    'a short read': () => ask('GET', '/v1/organization/audit-logs/chain'),
    'create a role': () =>
      ask('POST', '/v1/organization/roles', { ...named(), permissions: rules('role', 'read') }),
    'create a privilege (v2)': () =>
      ask('POST', '/v2/identity-project-additional-privilege', {
        ...{ ...privilege, slug: named().slug },
        permissions: rules('secrets', 'readValue'),
      }),
    'create a batch': () => {
      const secrets = [{ secretKey: `K${(n += 1)}`, secretValue: 'v' }];
      return ask('POST', '/v4/secrets/batch', { ...at, secrets });
    },
    // A secret that was read before is answered as before, which takes fewer files.
    'read a secret': () => ask('GET', `/v4/secrets/S${reads++}?${new URLSearchParams(at)}`),
  };
}

async function count(requests) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let edge = null;
  for (const [what, request] of Object.entries(requests)) {
    for (let n = 1; n < TIMES; n++) await request();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await filesThatRan(session);
    await request();
    const files = await filesThatRan(session);
    edge ??= new Set(files.filter((file) => !/^(access|audit-logs|permissions)\//.test(file)));
    const after = files.filter((file) => !edge.has(file) && !EDGE.test(file));
    console.log(
      `${what}: ${files.length} run, ${after.length} of them after the edge\n  ${after.join(' ')}`,
    );
  }
}

/** Since the last call. */
async function filesThatRan(session) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const hasRun = ({ functions }) =>
    functions.some(({ ranges: [{ startOffset, count: calls }] }) => startOffset > 0 && calls > 0);
  return result
    .filter(({ url }) => url.includes(FROM) && !url.includes('node_modules'))
    .filter(hasRun)
    .map(({ url }) => url.split(FROM)[1].replace(/\.js$/, '.ts'))
    .sort();
}
