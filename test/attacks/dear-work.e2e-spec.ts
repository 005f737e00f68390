import { describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  BATCH,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';

// F12, N9: what costs more than a request is charged to the rate limit of its caller.

const LIMIT = 300;
const server = useApp({
  RATE_LIMITS: 'on',
  RATE_LIMIT_READ: String(LIMIT),
  RATE_LIMIT_WRITE: String(LIMIT),
  RATE_LIMIT_SECRETS: String(LIMIT),
});

interface Charge {
  /** What the request itself and the next one left of the window. */
  readonly cost: number;
  readonly status: number;
}

const remaining = (headers: Record<string, string>) => Number(headers['x-ratelimit-remaining']);

/** Sends the dear request, then a cheap one of the same class: the cost shows there. */
async function costOf(dear: () => Test, cheap: () => Test): Promise<Charge> {
  const first = await dear();
  const next = await cheap();
  const [before, after] = [first, next].map(({ headers }) =>
    remaining(headers as Record<string, string>),
  );
  return { status: first.status, cost: before! - after! - 1 };
}

const reading = ({ http }: Caller) => http.get('/api/v1/organization/roles');
const v3 = ({ project }: SecretScene, name = '') =>
  `${V3}${name}?workspaceId=${project.id}&environment=dev`;

describe('what is charged beyond the request', () => {
  it('is nothing for a plain read, a list of a few and a small write', async () => {
    const scene = await aSecretScene(server);
    const { admin } = scene;
    await withSecrets(scene, [anItem('A'), anItem('B', '${A}')]);
    const get = () => admin.http.get(v3(scene, '/A'));
    expect(await costOf(get, get)).toEqual({ status: 200, cost: 0 });
    expect(await costOf(() => admin.http.get(v3(scene)), get)).toEqual({ status: 200, cost: 0 });
    const expanded = () => admin.http.get(`${v3(scene, '/B')}&expandSecretReferences=true`);
    expect(await costOf(expanded, get)).toEqual({ status: 200, cost: 0 });
  });

  it('grows with the items of a batch', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const secrets = Array.from({ length: 300 }, (_, n) => anItem(`KEY_${n}`));
    const batch = () => admin.http.post(BATCH).send({ ...dev, secrets });
    expect(await costOf(batch, () => admin.http.get(v3(scene)))).toEqual({ status: 200, cost: 3 });
  });

  it('grows with the bytes of an answer', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('LARGE', 'x'.repeat(1024 * 1024)), anItem('A')]);
    const { http } = scene.admin;
    const large = () => http.get(v3(scene, '/LARGE'));
    expect(await costOf(large, () => http.get(v3(scene, '/A')))).toEqual({ status: 200, cost: 4 });
  });

  it('grows with references that lead nowhere', async () => {
    const scene = await aSecretScene(server);
    const value = '${NONE}'.repeat(5_000);
    await withSecrets(scene, [anItem('REFERS', value), anItem('A')]);
    const { http } = scene.admin;
    const dear = () => http.get(`${v3(scene, '/REFERS')}&expandSecretReferences=true`);
    expect(await costOf(dear, () => http.get(v3(scene, '/A')))).toEqual({ status: 200, cost: 5 });
  });

  it('grows with the texts of an identity search, and is more for a page of the log by name', async () => {
    const { admin } = await aSecretScene(server);
    const name = { $in: Array.from({ length: 100 }, (_, n) => `name-${n}`) };
    const search = { $or: Array.from({ length: 5 }, () => ({ name })) };
    const searching = () => admin.http.post('/api/v1/identities/search').send({ search });
    const again = () => admin.http.post('/api/v1/identities/search').send({});
    expect(await costOf(searching, again)).toEqual({ status: 200, cost: 5 });
    const path = '/api/v1/organization/audit-logs?secretKey=NONE';
    const page = () => admin.http.get(path);
    expect(await costOf(page, () => reading(admin))).toEqual({ status: 200, cost: 10 });
  });

  it('grows with what a look at the past went through', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    await withSecrets(
      scene,
      Array.from({ length: 400 }, (_, n) => anItem(`KEY_${n}`)),
    );
    const asOf = encodeURIComponent(new Date().toISOString());
    const path = `/api/v4/secrets?projectId=${project.id}&environment=dev&asOf=${asOf}`;
    const { status, cost } = await costOf(
      () => admin.http.get(path),
      () => admin.http.get(v3(scene)),
    );
    expect(status).toBe(200);
    expect(cost).toBeGreaterThanOrEqual(3);
  });

  it('never refuses the answer it is for, but the next (429)', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const secrets = Array.from({ length: 1_000 }, (_, n) => anItem(`KEY_${n}`, 'x'.repeat(600)));
    await admin.http
      .post(BATCH)
      .send({ ...dev, secrets })
      .expect(200);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < LIMIT) {
      statuses.push((await admin.http.get(v3(scene))).status);
    }
    expect(statuses.slice(0, -1)).toEqual(statuses.slice(0, -1).map(() => 200));
    // About a megabyte each.
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.length).toBeLessThan(LIMIT / 2);
  });
});
