// Writes what a database of this release looks like, with a little of everything in it, to test/database/releases:
//   npm run build && node scripts/dump-release.js
// Run it once for each release that has new migrations. The newest code must start on every file that it has made
// (test/database/releases.e2e-spec.ts). The first line is a comment: the keys, and what was stored, as JSON.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';

const ROOT = join(import.meta.dirname, '..');
const load = (path) => import(join(ROOT, 'dist', 'src', path));

const directory = await mkdtemp(join(tmpdir(), 'strongroom-release-'));
const { startEmbeddedPostgres } = await load('database/embedded/embedded-postgres.js');
const server = await startEmbeddedPostgres({ directory, durable: false });
try {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const schema = await makeSchema(server.url);
  const facts = { version, ...(await makeData(server.url)) };
  const text = [`-- ${JSON.stringify(facts)}`, ...schema, ...(await dumpRows(server.url)), ''];
  const file = join(ROOT, 'test', 'database', 'releases', `${version}.sql`);
  await writeFile(file, text.join('\n'));
  console.log(file);
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Runs the migrations, and returns the statements that change the schema. */
async function makeSchema(url) {
  const { dataSourceOptions } = await load('database/options.js');
  const statements = [];
  const ignore = () => undefined;
  const logger = {
    logQuery: (query) => statements.push(query),
    ...{ log: ignore, logMigration: ignore, logQueryError: ignore },
    ...{ logQuerySlow: ignore, logSchemaBuild: ignore },
  };
  const options = { ...dataSourceOptions(url, 1, {}), logging: ['query'], logger };
  const source = await new DataSource(options).initialize();
  await source.runMigrations({ transaction: 'each' });
  await source.destroy();
  return statements
    .filter((query) => /^\s*(create|alter|drop)\b/i.test(query))
    .map((query) => `${query};`);
}

/** Stores a little of everything through the API. Returns the keys, the admin's credentials and what was stored. */
async function makeData(databaseUrl) {
  const { loadConfig } = await load('config.js');
  const { createLog } = await load('logging/log.js');
  const { createAppContext } = await load('app-context.js');
  const { createApp } = await load('create-app.js');
  const { claimFirstRun } = await load('start-up/first-run-setup.js');
  const encryptionKey = randomBytes(32);
  const authSecret = randomBytes(32).toString('base64');
  const config = loadConfig({ RATE_LIMITS: 'off', SETUP_NETWORKS: '127.0.0.0/8' });
  const infrastructure = { databaseUrl, encryptionKey, authSecret };
  const context = await createAppContext(config, infrastructure, createLog('error'));
  const app = await createApp(context);
  await app.listen(0, '127.0.0.1');
  try {
    const admin = await claimFirstRun(app);
    const send = clientOf(`http://127.0.0.1:${app.getHttpServer().address().port}/api`);
    const login = { clientId: admin.clientId, clientSecret: admin.clientSecret };
    const { accessToken } = await send('POST', '/v1/auth/universal-auth/login', login);
    const stored = await store((...request) => send(...request, accessToken));
    return { encryptionKey: encryptionKey.toString('base64'), authSecret, login, ...stored };
  } finally {
    app.getHttpServer().closeAllConnections();
    await app.close();
  }
}

async function store(send) {
  const { project } = await send('POST', '/v1/projects', {
    projectName: 'Kept',
    slug: 'kept-project',
  });
  const dev = { workspaceId: project.id, environment: 'dev' };
  await send('POST', '/v1/folders', { ...dev, name: 'api', path: '/' });
  await send('POST', `/v1/projects/${project.id}/tags`, { slug: 'kept', color: '#00ff00' });
  const secret = (name) => `/v3/secrets/raw/${name}`;
  await send('POST', secret('KEPT'), { ...dev, secretValue: 'first', secretComment: 'a comment' });
  await send('PATCH', secret('KEPT'), { ...dev, secretValue: 'second' });
  await send('POST', secret('POINTS'), { ...dev, secretPath: '/api', secretValue: '${dev.KEPT}!' });
  const rules = [{ subject: 'audit-logs', action: ['read'] }];
  const role = { slug: 'auditor', name: 'Auditor', permissions: rules };
  await send('POST', '/v1/organization/roles', role);
  return { projectId: project.id };
}

function clientOf(base) {
  return async (method, path, body, token) => {
    const headers = { 'Content-Type': 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

/** One statement a table, referenced tables first, and the sequences. */
async function dumpRows(url) {
  const { dataSourceOptions } = await load('database/options.js');
  const source = await new DataSource(dataSourceOptions(url, 1)).initialize();
  try {
    const statements = [];
    for (const table of await tablesInOrder(source)) {
      const [{ rows }] = await source.query(
        `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
      );
      if (rows === '[]') continue;
      statements.push(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $rows$${rows}$rows$);`,
      );
    }
    const sequences = await source.query(
      `select sequencename as name, last_value as last from pg_sequences where last_value is not null`,
    );
    return [...statements, ...sequences.map((s) => `select setval('${s.name}', ${s.last});`)];
  } finally {
    await source.destroy();
  }
}

async function tablesInOrder(source) {
  const references = await source.query(`
    select c.relname as name, array_remove(array_agg(r.relname), c.relname)::text[] as needs
    from pg_class c left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
      left join pg_class r on r.oid = f.confrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`);
  const needs = new Map(references.map((each) => [each.name, each.needs.filter(Boolean)]));
  const ordered = new Set();
  const visit = (name) => {
    if (ordered.has(name)) return;
    needs.get(name).forEach(visit);
    ordered.add(name);
  };
  [...needs.keys()].forEach(visit);
  return [...ordered];
}
