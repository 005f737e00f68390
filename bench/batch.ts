import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newSalt, SealKey } from '../src/crypto/envelope.js';
import { INSERT } from '../src/secrets/secret-writes.repository.js';
import { call, callJson } from './http.js';
import type { Scene } from './scene.js';

export const BATCH = 1_000;
const VALUE = 'postgres://app:correct-horse-battery-staple@db.internal:5432/app';

/** Makes a folder for each round, so that every key is new. */
export async function makeFolders(scene: Scene, count: number, prefix: string): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  for (const name of names) {
    const body = JSON.stringify({
      workspaceId: scene.projectId,
      environment: 'dev',
      name,
      path: '/',
    });
    await callJson('POST', `${scene.url}/api/v1/folders`, { token: scene.token, body });
  }
  return names.map((name) => `/${name}`);
}

/** A batch of new secrets through the API. */
export async function createBatch(scene: Scene, secretPath: string): Promise<void> {
  const secrets = Array.from({ length: BATCH }, (_, index) => ({
    secretKey: `KEY_${index}`,
    secretValue: `${VALUE}${index}`,
  }));
  const body = JSON.stringify({
    workspaceId: scene.projectId,
    environment: 'dev',
    secretPath,
    secrets,
  });
  const url = `${scene.url}/api/v3/secrets/batch/raw`;
  await call('POST', url, { token: scene.token, body });
}

/** The floor: rows of the same size through plain pg in one transaction, sealed beforehand. */
export class PlainBatch {
  private readonly salt = newSalt();
  private readonly sealed: readonly Buffer[];

  constructor(
    private readonly client: pg.Client,
    private readonly scene: Scene,
  ) {
    const key = new SealKey(Buffer.alloc(32, 7));
    const place = { purpose: 'bench', ids: [], field: 'value' };
    this.sealed = Array.from({ length: BATCH }, (_, i) => key.seal(`${VALUE}${i}`, place));
  }

  async write(secretPath: string): Promise<void> {
    const { client, scene } = this;
    const folder = await client.query<{ id: string }>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and e.slug = 'dev' and f.path = $2`,
      [scene.projectId, secretPath],
    );
    const none = this.sealed.map(() => null);
    await client.query('begin');
    await client.query(INSERT, [
      folder.rows[0]!.id,
      scene.projectId,
      1,
      this.salt,
      scene.identityId,
      'bench',
      scene.identityId,
      this.sealed.map(() => randomUUID()),
      this.sealed.map((_, index) => `KEY_${index}`),
      this.sealed,
      none,
      none,
      none,
      none,
      none,
      none,
    ]);
    await client.query('commit');
  }
}
