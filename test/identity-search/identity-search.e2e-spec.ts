import type { Test } from 'supertest';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene, type Caller } from '../support/scene.js';

const server = useApp();

const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);

interface Found {
  readonly identities: readonly { readonly identity: { readonly name: string }; role: string }[];
  readonly totalCount: number;
}

const rename = (caller: Caller, name: string) =>
  server.database.source.query('update identities set name = $2 where id = $1', [caller.id, name]);

/** The admin, two members, and the holder of a role of the organization's own. */
async function aStage() {
  const { orgId, admin } = await aScene(server);
  await rename(admin, 'root');
  const deploy = await anIdentity(server, orgId, 'member');
  await rename(deploy, 'Deploy_Bot');
  const build = await anIdentity(server, orgId, 'member');
  await rename(build, 'build-bot');
  const auditor = await anIdentity(server, orgId, [{ subject: 'identity', action: ['read'] }]);
  await rename(auditor, 'auditor');
  return { orgId, admin, auditor };
}

describe.each(['/api/v1/identities/search', '/api/v2/identities/search'])('POST %s', (path) => {
  const search = async ({ http }: Caller, body: object): Promise<[string[], number]> => {
    const { identities, totalCount } = (await http.post(path).send(body).expect(200)).body as Found;
    return [identities.map(({ identity }) => identity.name), totalCount];
  };

  it('finds all by name when nothing is asked', async () => {
    const { orgId, admin, auditor } = await aStage();
    await aStage();
    const answer = await admin.http.post(path).send({}).expect(200);
    const { identities, totalCount } = answer.body as Found;
    expect(totalCount).toBe(4);
    expect(identities.map(({ identity }) => identity.name)).toEqual([
      'Deploy_Bot',
      'auditor',
      'build-bot',
      'root',
    ]);
    const read = await admin.http.get(`/api/v1/identities/${auditor.id}`).expect(200);
    expect(identities[1]).toEqual((read.body as { identity: object }).identity);
    expect(identities[1]).toMatchObject({ orgId, identityId: auditor.id, role: 'custom' });
  });

  it('filters by name and role, joined and as alternatives', async () => {
    const { orgId, admin, auditor } = await aStage();
    const [row] = await server.database.source.query<{ slug: string }[]>(
      `select r.slug from identities i join org_roles r on r.id = i.role_id where i.id = $1`,
      [auditor.id],
    );
    const { slug } = row!;
    const found = async (filter: object) => (await search(admin, { search: filter }))[0];
    expect(orgId).toBe(admin.orgId);
    expect(await found({ name: 'root' })).toEqual(['root']);
    expect(await found({ name: 'ROOT' })).toEqual([]);
    expect(await found({ name: { $contains: 'bot' } })).toEqual(['Deploy_Bot', 'build-bot']);
    expect(await found({ name: { $contains: '_' } })).toEqual(['Deploy_Bot']);
    expect(await found({ name: { $in: ['root', 'auditor', 'x'] } })).toEqual(['auditor', 'root']);
    expect(await found({ name: { $contains: 'bot', $eq: 'root' } })).toEqual([]);
    expect(await found({ role: 'admin' })).toEqual(['root']);
    expect(await found({ role: { $in: ['admin', slug] } })).toEqual(['auditor', 'root']);
    expect(await found({ role: 'custom' })).toEqual([]);
    expect(await found({ role: 'member', name: { $contains: 'build' } })).toEqual(['build-bot']);
    expect(await found({ $or: [{ role: 'admin' }, { name: { $contains: 'deploy' } }] })).toEqual([
      'Deploy_Bot',
      'root',
    ]);
    expect(await found({ role: 'member', $or: [{ name: 'root' }, { name: 'build-bot' }] })).toEqual(
      ['build-bot'],
    );
  });

  it('pages in a stable order with the count of all', async () => {
    const { admin } = await aStage();
    expect(await search(admin, { limit: 2, offset: 1 })).toEqual([['auditor', 'build-bot'], 4]);
    expect(await search(admin, { limit: 2, offset: 9 })).toEqual([[], 4]);
    expect(await search(admin, { orderDirection: 'desc', limit: 1 })).toEqual([['root'], 4]);
    const [byRole] = await search(admin, { orderBy: 'role' });
    expect(byRole[0]).toBe('root');
    expect(byRole.at(-1)).toBe('auditor');
    const [byRoleBack] = await search(admin, { orderBy: 'role', orderDirection: 'desc' });
    expect(byRoleBack).toEqual(byRole.toReversed());
  });

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: '5' },
    { offset: -1 },
    { offset: 1.5 },
    { orderBy: 'id' },
    { orderBy: { $ne: 'name' } },
    { orderDirection: 'DESC' },
    { search: 'root' },
    { search: [] },
    { search: { name: 'a%' } },
    { search: { name: 'a\\' } },
    { search: { name: 'a\u0000' } },
    { search: { name: { $regex: '.*' } } },
    { search: { name: 'x'.repeat(256) } },
    { search: { role: { $contains: 'x' } } },
    { search: { $or: [] } },
    { search: { $or: [{ $or: [{ name: 'x' }] }] } },
    { search: { $where: '1' } },
  ])('refuses %j', async (body) => {
    const { admin } = await aStage();
    await expectStatus(422, admin.http.post(path).send(body));
  });

  it('demands identity read of the organization', async () => {
    const { orgId, auditor } = await aStage();
    const nobody = await anIdentity(server, orgId, 'no-access');
    await expectStatus(200, auditor.http.post(path).send({}));
    await expectStatus(403, nobody.http.post(path).send({}));
    await expectStatus(401, server.http.post(path).send({}));
  });
});
