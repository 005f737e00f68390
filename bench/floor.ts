import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { SealKey } from '../src/crypto/envelope.js';
import { RootSealKey } from '../src/crypto/root-key.js';
import { BY_STORED_TOKEN } from '../src/auth/sessions.js';
import { SCOPE_BY_ID } from '../src/access/access.repository.js';
import { FIND, LIST } from '../src/secrets/secrets.repository.js';
import { WRITE_PURPOSE } from '../src/keys/key-ring.js';
import { presentSecret } from '../src/secrets/secret.presenter.js';
import type { OpenSecret, SealedSecret } from '../src/secrets/secret.js';

/**
 * What a read cannot do without, and nothing else: the same queries, the same decryption, the same JSON,
 * on bare Express and pg.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const root = new RootSealKey(Buffer.from(process.env['ENCRYPTION_KEY'] ?? '', 'base64'));
const keys = new Map<string, SealKey>();
const app = express();

app.get('/list/:projectId', async (req, res) => {
  const { projectId } = req.params;
  const identity = await session(req.headers.authorization ?? '');
  const scope = await pool.query({
    ...SCOPE_BY_ID,
    values: [identity.orgId, identity.id, projectId],
  });
  const values = [projectId, 'dev', '/list', false, '/list/'];
  const { rows } = await pool.query<SealedSecret>({ ...LIST, values });
  const secrets = await open(scope.rows[0], rows);
  res.json({ secrets: secrets.map((secret) => presentSecret(projectId, secret)) });
});

app.get('/get/:projectId/:name', async (req, res) => {
  const { projectId, name } = req.params;
  const identity = await session(req.headers.authorization ?? '');
  const scope = await pool.query({
    ...SCOPE_BY_ID,
    values: [identity.orgId, identity.id, projectId],
  });
  const { rows } = await pool.query<SealedSecret>({
    ...FIND,
    values: [projectId, 'dev', '/list', name],
  });
  const [secret] = await open(scope.rows[0], rows);
  res.json({ secret: presentSecret(projectId, secret!) });
});

interface Scope {
  readonly id: string;
  readonly orgId: string;
}

async function session(authorization: string): Promise<{ id: string; orgId: string }> {
  const claims = jwt.decode(authorization.slice(7)) as {
    jti: string;
    identityId: string;
    exp: number;
  };
  const values = [claims.jti, claims.identityId, claims.exp];
  const { rows } = await pool.query<{ orgId: string }>({ ...BY_STORED_TOKEN, values });
  return { id: claims.identityId, orgId: rows[0]!.orgId };
}

async function open(scope: Scope, rows: readonly SealedSecret[]): Promise<OpenSecret[]> {
  const dataKey = await dataKeyOf(scope);
  const derived = new Map<string, SealKey>();
  return rows.map((row) => {
    const salt = row.salt.toString('latin1');
    const key = derived.get(salt) ?? dataKey.derive(row.salt, WRITE_PURPOSE);
    derived.set(salt, key);
    const ids = [scope.orgId, scope.id, row.id, row.version];
    const value = key.open(row.value, { purpose: 'secret', ids, field: 'value' }).toString('utf8');
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
