import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { SealKey } from '../src/crypto/envelope.js';
import { RootSealKey } from '../src/crypto/root-key.js';
import type { IdentityClaims } from '../src/auth/access-token.js';
import { AS_TEXTS, type TextRow } from '../src/database/database.js';
import { BY_CLIENT_SECRET, createdDay } from '../src/auth/session-queries.js';
import { SecretListRows } from '../src/secrets/secret-list-rows.js';
import { FIND_SECRET, LIST_SECRETS } from '../src/secrets/secrets.repository.js';
import { WRITE_PURPOSE } from '../src/keys/key-ring.js';
import { presentSecret } from '../src/secrets/secret.presenter.js';
import type { OpenSecret, SealedSecret } from '../src/secrets/secret.js';
import { valuePlace } from '../src/secrets/secret-vault.js';

/**
 * What a read cannot do without, and nothing else: the same queries, the same decryption, the same JSON,
 * on bare Express and pg.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const root = new RootSealKey(Buffer.from(process.env['ENCRYPTION_KEY'] ?? '', 'base64'));
const keys = new Map<string, SealKey>();
const { id: SESSION } = BY_CLIENT_SECRET; // as the server does
const ONE_ROW = { name: 'one_row', text: 'select id, epoch from projects where id = $1' };
const app = express();

app.get('/list/:projectId', async (req, res) => {
  const { projectId } = req.params;
  const scope = await session(req.headers.authorization ?? '', projectId);
  const values = [projectId, 'dev', '/list', false, '/list/'];
  const { rows } = await pool.query({ ...LIST_SECRETS.careful, ...AS_TEXTS, values });
  const secrets = await open(
    scope,
    await new SecretListRows(true).decode(rows as unknown as TextRow[]),
  );
  res.json({ secrets: secrets.map((secret) => presentSecret(projectId, secret)) });
});

app.get('/get/:projectId/:name', async (req, res) => {
  const { projectId, name } = req.params;
  const scope = await session(req.headers.authorization ?? '', projectId);
  const { rows } = await pool.query<SealedSecret>({
    ...FIND_SECRET,
    values: [projectId, 'dev', '/list', name],
  });
  const [secret] = await open(scope, rows);
  res.json({ secret: presentSecret(projectId, secret!) });
});

/** The least a conditional request can cost that looks at all: one row by its primary key. */
app.get('/unchanged/:projectId', async (req, res) => {
  const { rows } = await pool.query({ ...ONE_ROW, values: [req.params.projectId] });
  res.status(rows.length === 1 ? 304 : 404).end();
});

interface Scope {
  readonly id: string;
  readonly orgId: string;
}

/** The token is believed: what the server's verification costs is the server's. */
async function session(authorization: string, projectId: string): Promise<Scope> {
  const claims = jwt.decode(authorization.slice(7)) as IdentityClaims;
  const { clientSecretId, identityId, exp, serial } = claims;
  const values = [clientSecretId, identityId, exp, createdDay(claims), serial, projectId];
  const { rows } = await pool.query<Scope>({ ...SESSION, values });
  return rows[0]!;
}

async function open(scope: Scope, rows: readonly SealedSecret[]): Promise<OpenSecret[]> {
  const dataKey = await dataKeyOf(scope);
  const derived = new Map<string, SealKey>();
  return rows.map((row) => {
    const salt = row.salt.toString('latin1');
    const key = derived.get(salt) ?? dataKey.derive(row.salt, WRITE_PURPOSE);
    derived.set(salt, key);
    const place = valuePlace(scope, row, row.comment !== null, row.metadata ?? []);
    const value = key.open(row.value, place).toString('utf8');
    return { ...row, value, isHidden: false, comment: '', metadata: [] };
  });
}

async function dataKeyOf({ id, orgId }: Scope): Promise<SealKey> {
  const known = keys.get(id);
  if (known) return known;
  const text = 'select wrapped from data_keys where project_id = $1 and version = 1';
  const { rows } = await pool.query<{ wrapped: Buffer }>(text, [id]);
  const key = root.unwrap(rows[0]!.wrapped, { orgId, projectId: id, version: 1 });
  keys.set(id, key);
  return key;
}

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
