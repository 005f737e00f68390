import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
let admin: Caller;
let project: TestProject;
let other: TestProject;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  other = await aProject(admin);
});

/** Nested objects of 900 keys each, within every bound of a body. */
const heavy = (objects = 27) =>
  Array.from({ length: objects }, () =>
    Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1])),
  );

const place = () => ({ projectId: project.id, environment: 'dev', secretPath: '/' });

let names = 0;
const role = (extra: object = {}) => ({
  slug: `role-${++names}`,
  name: 'Role',
  permissions: [{ subject: 'role', action: ['read'] }],
  ...extra,
});

describe('F7: properties that a DTO does not know', () => {
  it.each([27, 28])('are dropped in %d objects of 900 keys, up to the bound', async (objects) => {
    const answer = await admin.http
      .post('/api/v1/projects')
      .send({ projectName: 'P', x: heavy(objects) });

    expect(answer.status).toBe(objects === 27 ? 200 : 422);
  });

  it('are left out of a nested DTO, and of the items of a list', async () => {
    const body = {
      ...place(),
      secretValue: 'v',
      secretMetadata: [{ key: 'owner', value: 'me', unknown: { a: 1 } }],
    };

    const { body: answer } = await admin.http.post('/api/v4/secrets/NESTED').send(body).expect(200);

    expect((answer as { secret: object }).secret).toMatchObject({
      secretMetadata: [{ key: 'owner', value: 'me' }],
    });
    expect(JSON.stringify(answer)).not.toContain('unknown');
  });

  it('are refused where the DTO is strict, each by its name (422)', async () => {
    const answer = await admin.http
      .post('/api/v1/organization/roles')
      .send(role({ extra: 1, toString2: { a: 1 } }))
      .expect(422);

    expect((answer.body as { message: unknown }).message).toEqual([
      { code: 'unrecognized_keys', path: ['extra'], message: 'Unknown property' },
      { code: 'unrecognized_keys', path: ['toString2'], message: 'Unknown property' },
    ]);
    await admin.http.post('/api/v1/organization/roles').send(role()).expect(200);
  });
});

describe('an honest client with more fields than we know', () => {
  it('creates as SDKs and Terraform do', async () => {
    const environment = { name: 'QA', slug: 'qa', projectId: other.id, position: 4 };
    const made = await admin.http
      .post(`/api/v1/projects/${other.id}/environments`)
      .send({ ...environment, workspaceId: other.id });
    const secret = {
      workspaceId: project.id,
      environment: 'dev',
      secretPath: '/',
      secretValue: 'v',
    };
    const extra = { secretName: 'SDK', projectSlug: null, siteUrl: 'x', headers: { a: ['b'] } };
    const written = await admin.http.post('/api/v3/secrets/raw/SDK').send({ ...secret, ...extra });

    expect([made.status, written.status]).toEqual([200, 200]);
  });

  it('keeps an object of free form as it was sent', async () => {
    const metadata = { list: [1, { deep: [null, true, 'x'] }], then: 'a', length: 3 };
    const body = { ...place(), secretValue: 'v', metadata };
    await admin.http.post('/api/v4/secrets/FREE').send(body).expect(200);
    const conditions = { environment: { $in: ['dev', 'qa'] }, secretPath: { $glob: '/a/**' } };
    const permissions = [{ subject: 'secrets', action: ['readValue'], conditions }];

    const path = `/api/v1/projects/${project.id}/roles`;
    const role = { slug: 'free', name: 'Free', permissions };
    const answer = await admin.http.post(path).send(role).expect(200);

    expect((answer.body as { role: object }).role).toMatchObject({ permissions });
  });
});

describe('a batch whose items are many and rich', () => {
  const metadata = Array.from({ length: 20 }, (_, i) => ({ key: `k${i}`, value: 'v' }));
  const items = (count: number, extra: object = {}) =>
    Array.from({ length: count }, (_, i) => ({
      secretKey: `RICH_${i}`,
      secretValue: 'v',
      secretMetadata: metadata,
      ...extra,
    }));

  it('is refused with the first 100 problems (422)', async () => {
    const body = { ...place(), secrets: items(1_000, { skipMultilineEncoding: 'no' }) };

    const answer = await admin.http.post('/api/v4/secrets/batch').send(body);

    expect(answer.status).toBe(422);
    expect((answer.body as { message: unknown[] }).message).toHaveLength(100);
  });

  it('is taken with 24,000 values', async () => {
    const body = { ...place(), secrets: items(400) };

    const answer = await admin.http.post('/api/v4/secrets/batch').send(body);

    expect(answer.status).toBe(200);
  });
});
