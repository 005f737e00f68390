// Writes what a database of this code looks like, with a little of everything in it, to test/database/releases:
//   npm run build && node scripts/dump-release.js
// The file is named after the newest migration; CONTRIBUTING.md says when one is made. The newest code must start on every
// file that was made (test/database/releases.e2e-spec.ts). The first line is a comment: the keys, and what was stored, as JSON.
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { freePort, send } from '../tools/server.js';
import { storeEverything } from './release-data.js';

const ROOT = join(import.meta.dirname, '..');
const load = (path) => import(join(ROOT, 'dist', 'src', path));

const directory = await mkdtemp(join(tmpdir(), 'strongroom-release-'));
const { startEmbeddedPostgres } = await load('database/embedded/embedded-postgres.js');
const server = await startEmbeddedPostgres({ directory, durable: false });
try {
  const { statements, newest } = await makeSchema(server.url);
  const facts = await makeData(server.url);
  const text = [`-- ${JSON.stringify(facts)}`, ...statements, ...(await dumpRows(server.url)), ''];
  const file = join(ROOT, 'test', 'database', 'releases', `${newest}.sql`);
  await writeFile(file, text.join('\n'));
  console.log(file);
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Runs the migrations, and returns the statements that change the schema, and the time of the newest migration. */
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
  const [{ newest }] = await source.query('select max(timestamp) newest from migrations');
  await source.destroy();
  const changes = statements.filter((query) => /^\s*(create|alter|drop)\b/i.test(query));
  return { newest, statements: changes.map((query) => `${query};`) };
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
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  // Names are proved to this machine, and the first page is asked for at the address that the ACME server says of itself.
  const settings = {
    ...{ RATE_LIMITS: 'off', SETUP_NETWORKS: '127.0.0.0/8', PUBLIC_URL: site },
    ...{ ACME_PERMITTED_RANGES: '127.0.0.0/8', ACME_HTTP_PORT: String(await freePort()) },
  };
  const infrastructure = { databaseUrl, encryptionKey, authSecret };
  const context = await createAppContext(loadConfig(settings), infrastructure, createLog('error'));
  const app = await createApp(context);
  await app.listen(port, '127.0.0.1');
  const keys = { encryptionKey: encryptionKey.toString('base64'), authSecret };
  const env = {
    ...{ ...process.env, ...settings, DATABASE_URL: databaseUrl },
    ...{ ENCRYPTION_KEY: keys.encryptionKey, AUTH_SECRET: authSecret },
  };
  try {
    const admin = await claimFirstRun(app);
    const login = { clientId: admin.clientId, clientSecret: admin.clientSecret };
    const { accessToken } = await send('POST', `${site}/api/v1/auth/universal-auth/login`, login);
    const at = { site, command: commandBeside(env), proofPort: Number(settings.ACME_HTTP_PORT) };
    const stored = await storeEverything(at, accessToken);
    await chained(databaseUrl);
    return { ...keys, login, ...stored };
  } finally {
    app.getHttpServer().closeAllConnections();
    await app.close();
  }
}

/** Runs a command of the operator on the same database, and returns what it printed. */
function commandBeside(env) {
  const program = join(ROOT, 'dist', 'src', 'main.js');
  return async (...args) => {
    const of = [program, '--command', ...args];
    return (await promisify(execFile)(process.execPath, of, { env })).stdout;
  };
}

/** Waits until all audit entries are in the chain of their organization. */
async function chained(url) {
  const { dataSourceOptions } = await load('database/options.js');
  const source = await new DataSource(dataSourceOptions(url, 1)).initialize();
  try {
    for (let n = 0; n < 120; n++) {
      const [{ waiting }] = await source.query('select count(*)::int waiting from audit_pending');
      if (waiting === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await source.destroy();
  }
  throw new Error('Audit entries were not linked within a minute.');
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
