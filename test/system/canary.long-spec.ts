import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { joinEmbeddedPostgres } from '../../src/database/embedded/running-postgres.js';
import { firstLogin, newProject, type Reply, send } from '../support/key-processes.js';
import { Program } from '../support/program.js';
import { scratchDirectory } from '../support/test-database.js';

/** In every value that is to stay secret; the other in one that is not, to see that the search finds. */
const CANARY = `cnry${randomBytes(9).toString('hex')}`;
const CONTROL = `ctrl${randomBytes(9).toString('hex')}`;

/** Every form in which something might have been written down. */
function formsOf(secret: string): Map<string, Buffer> {
  const bytes = Buffer.from(secret);
  const units = [...secret].map((char) => char.charCodeAt(0).toString(16));
  const forms: [string, Buffer | string][] = [
    ['as it is, in URLs and in JSON', secret],
    ['hex', bytes.toString('hex')],
    ['upper-case hex', bytes.toString('hex').toUpperCase()],
    ['URL-encoded throughout', units.map((unit) => `%${unit}`).join('')],
    ['JSON-escaped throughout', units.map((unit) => `\\u00${unit}`).join('')],
    ['UTF-16, little end first', Buffer.from(secret, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(secret, 'utf16le').swap16()],
    ['reversed', [...secret].toReversed().join('')],
  ];
  for (const shift of [0, 1, 2]) {
    // Cut to whole groups: what stands around it does not matter then.
    const whole = bytes.subarray(shift, bytes.length - ((bytes.length - shift) % 3));
    forms.push([`base64 from ${shift}`, whole.toString('base64')]);
    forms.push([`base64url from ${shift}`, whole.toString('base64url')]);
  }
  return new Map(forms.map(([name, form]) => [name, Buffer.from(form as string)]));
}

interface SearchedContent {
  readonly name: string;
  readonly content: Buffer;
}

function hits(places: readonly SearchedContent[], secrets: readonly string[]): string[] {
  const forms = secrets.map((secret, i) => [i, formsOf(secret)] as const);
  return places.flatMap(({ name, content }) =>
    forms.flatMap(([i, each]) =>
      [...each]
        .filter(([, form]) => content.includes(form))
        .map(([form]) => `secret ${i} in ${name}, ${form}`),
    ),
  );
}

async function filesIn(directory: string): Promise<SearchedContent[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      // PostgreSQL takes files away while we look.
      const content = await readFile(path).catch(() => Buffer.alloc(0));
      return { name: path, content };
    }),
  );
}

/** Every row of every table as text; bytea comes as hex, and is decoded once more. */
async function dump(url: string): Promise<SearchedContent[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const places: SearchedContent[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      const text = rows.map(({ row }) => row).join('\n');
      const decoded = text.replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      places.push({ name: `table ${name}`, content: Buffer.from(text) });
      places.push({ name: `bytes of ${name}`, content: Buffer.from(decoded, 'latin1') });
    }
    return places;
  } finally {
    await client.end();
  }
}

let scratch: string;
let data: string;
let temporary: string;
const programs: Program[] = [];
/** What the server itself made up and gave out once. */
const given: string[] = [];
const statuses: Record<string, number> = {};
let welcomes = 0;

function start(...args: string[]): Program {
  const env = { DATA_DIR: data, TMPDIR: temporary, LOG_LEVEL: 'trace' };
  const program = new Program(env, ...args);
  programs.push(program);
  return program;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(await scratchDirectory(), 'strongroom-test-canary-'));
  data = join(scratch, 'data');
  temporary = join(scratch, 'tmp');
  await mkdir(temporary);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

let count = 0;
/** A value nobody may find again: long enough to be kept apart from its row now and then. */
const secret = (size = 0) => `${CANARY}-${(count += 1)}-"ü\\/${'x'.repeat(size)}`;

/** Every door that takes secret material, opened well and badly. */
async function throughEveryDoor(url: string, token: string): Promise<void> {
  const projectId = await newProject(url, token, 'Canaries');
  const where = { workspaceId: projectId, environment: 'dev' };
  const v4 = { projectId, environment: 'dev' };
  const query = new URLSearchParams(where).toString();
  const v3 = (name: string) => `/api/v3/secrets/raw/${name}`;
  const full = () => ({
    secretValue: secret(),
    secretComment: secret(),
    secretMetadata: [
      { key: 'hidden', value: secret(), isEncrypted: true },
      { key: 'shown', value: CONTROL },
    ],
  });
  const to = async (
    name: string,
    method: string,
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<Reply> => {
    const reply = await send(`${url}${path}`, method, token, body, headers);
    statuses[name] = reply.status;
    return reply;
  };
  const once = { 'Idempotency-Key': 'canary-1' };

  await to('create', 'POST', v3('A'), { ...where, ...full() });
  await to('create big', 'POST', v3('BIG'), { ...where, ...full(), secretValue: secret(300_000) });
  await to('create v4', 'POST', '/api/v4/secrets/B', { ...v4, ...full() });
  await to('create once', 'POST', v3('ONCE'), { ...where, ...full() }, once);
  await to('create taken', 'POST', v3('A'), { ...where, ...full() });
  await to('update', 'PATCH', v3('A'), { ...where, ...full() });
  await to('update v4', 'PATCH', '/api/v4/secrets/B', { ...v4, ...full() });
  const batch = ['C', 'D', 'E'].map((secretKey) => ({ secretKey, ...full() }));
  await to('batch', 'POST', '/api/v3/secrets/batch/raw', { ...where, secrets: batch });
  await to('batch taken', 'POST', '/api/v3/secrets/batch/raw', {
    ...where,
    secrets: [...batch, { secretKey: 'NEW', ...full() }],
  });
  const updates = batch.map((item) => ({ ...item, ...full() }));
  await to('batch update', 'PATCH', '/api/v3/secrets/batch/raw', { ...where, secrets: updates });
  await to('dry run', 'POST', '/api/v4/secrets/batch', {
    ...v4,
    secrets: [{ secretKey: 'DRY', ...full() }],
    dryRun: true,
  });
  await to('folder', 'POST', '/api/v1/folders', { ...where, name: 'f', path: '/' });
  const read = await to('read', 'GET', `${v3('A')}?${query}`);
  const { id } = (read.body as { secret: { id: string } }).secret;
  await to('move', 'POST', '/api/v3/secrets/move', {
    projectId,
    sourceEnvironment: 'dev',
    sourceSecretPath: '/',
    destinationEnvironment: 'dev',
    destinationSecretPath: '/f',
    secretIds: [id],
    shouldOverwrite: false,
  });
  await to('roll back', 'POST', `/api/v4/secrets/id/${id}/rollback`, { version: 1 });
  await to('delete', 'DELETE', v3('C'), where);
  await to('list', 'GET', `/api/v3/secrets/raw?${query}&recursive=true`);
  await to('value of a wrong kind', 'POST', v3('X'), { ...where, secretValue: { a: secret() } });
  await to('comment too long', 'POST', v3('X'), { ...where, secretComment: secret(70_000) });
  await to('NUL in a comment', 'POST', v3('X'), {
    ...where,
    ...full(),
    secretComment: `${secret()}\0`,
  });
  await to('malformed', 'POST', v3('X'), `{"secretValue": "${CANARY}" oops`);
  await to('key twice', 'POST', v3('X'), `{"secretValue":"${CANARY}","secretValue":"${CANARY}"}`);
  await to(
    'value in the query',
    'GET',
    `${v3('A')}?${query}&secretValue=${CANARY}&version=${CANARY}`,
  );
  await to('unknown project', 'POST', v3('X'), {
    ...full(),
    workspaceId: CANARY,
    environment: 'dev',
  });
  await to('once again', 'POST', v3('ONCE'), { ...where, ...full() }, once);
  await to('wrong login', 'POST', '/api/v1/auth/universal-auth/login', {
    clientId: '0',
    clientSecret: secret(),
  });
  await send(`${url}/api/v1/projects`, 'GET', `${CANARY}.${CANARY}.${CANARY}`);
  await send(`${url}/api/v1/oauth/token`, 'POST', undefined, `client_secret=${CANARY}`, {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
}

async function credentials(url: string, token: string): Promise<void> {
  const made = await send(`${url}/api/v1/identities`, 'POST', token, {
    name: 'robot',
    role: 'no-access',
    organizationId: claimsOf(token).orgId,
  });
  const { identity } = made.body as { identity: { id: string } };
  const base = `${url}/api/v1/auth/universal-auth/identities/${identity.id}`;
  await send(base, 'POST', token, {});
  const secretOf = await send(
    `${base}/client-secrets`,
    'POST',
    token,
    {},
    {
      'Idempotency-Key': 'canary-2',
    },
  );
  given.push((secretOf.body as { clientSecret: string }).clientSecret);
  const tokens = `${url}/api/v1/auth/token-auth/identities/${identity.id}`;
  await send(tokens, 'POST', token, {});
  const own = await send(
    `${tokens}/tokens`,
    'POST',
    token,
    { name: 't' },
    {
      'Idempotency-Key': 'canary-3',
    },
  );
  given.push((own.body as { accessToken: string }).accessToken);
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { orgId: string };

describe('what was kept secret', () => {
  it('is in no table, no file, no log and no temporary directory, in no encoding', async () => {
    const server = start();
    const url = await server.listening();
    const { token, secret: clientSecret } = await firstLogin(server);
    welcomes = server.stderr.split(clientSecret).length - 1;
    given.push(token, clientSecret);
    await throughEveryDoor(url, token);
    await credentials(url, token);
    const commands = [start('keys:rotate', '--older-than', '0s'), start('keys:rotate-root')];
    for (const command of commands) expect(await command.exit).toBe(0);
    const tables = await dump(await joinEmbeddedPostgres(join(data, 'postgres')));
    // While it runs, with all of the log that a crash would leave, and after an orderly end.
    const running = await filesIn(join(data, 'postgres'));
    expect(await server.kill('SIGTERM')).toBe(0);
    const files = await filesIn(join(data, 'postgres'));
    const said = programs.map(({ stdout, stderr }, i) => ({
      name: `output of process ${i}`,
      content: Buffer.from(`${stdout}\n${stderr}`.replaceAll(clientSecret, '')),
    }));

    expect(statuses).toMatchObject({
      create: 200,
      'create big': 200,
      'create v4': 200,
      'create taken': 409,
      update: 200,
      'update v4': 200,
      batch: 200,
      'batch taken': 409,
      'batch update': 200,
      move: 200,
      'roll back': 200,
      delete: 200,
      'value of a wrong kind': 422,
      'comment too long': 422,
      malformed: 400,
      'key twice': 400,
      'wrong login': 401,
    });
    expect(given).toHaveLength(4);
    expect(given.every((each) => typeof each === 'string' && each.length > 30)).toBe(true);
    // The middle: ends may be shown to tell credentials apart, and the head of a token is no secret.
    const middles = given.map((each) => each.slice(-40, -7));
    const rootKeys = await Promise.all(
      ['encryption.key', 'encryption.key.next', 'auth.secret'].map((name) =>
        readFile(join(data, name), 'utf8'),
      ),
    );
    const keys = rootKeys.map((key) => key.trim().slice(0, 40));
    const everything = [...tables, ...running, ...files, ...(await filesIn(temporary)), ...said];
    expect(everything.length).toBeGreaterThan(500);
    expect(hits(everything, [CANARY, ...middles, ...keys])).toEqual([]);
    const raw = rootKeys.map((key) => Buffer.from(key.trim(), 'base64'));
    expect(everything.filter(({ content }) => raw.some((key) => content.includes(key)))).toEqual(
      [],
    );
    // The search itself: what is not secret is found, in the tables and in the files.
    expect(hits(tables, [CONTROL])).not.toEqual([]);
    expect(hits(files, [CONTROL])).not.toEqual([]);
    // Once by itself, once in the lines to paste.
    expect(welcomes).toBe(2);
  });
});
