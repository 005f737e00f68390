import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  withoutReqId,
} from '../support/scene.js';

const PATH = '/api/v1/identities';
const server = useApp();

interface Identity {
  readonly id: string;
  readonly name: string;
}

const create = async (caller: Caller, body: object): Promise<Identity> =>
  (
    (await caller.http
      .post(PATH)
      .send({ name: 'bot', ...body })
      .expect(200)) as { body: { identity: Identity } }
  ).body.identity;

const audited = async (orgId: string): Promise<string[]> =>
  (
    await server.database.source.query<{ action: string }[]>(
      'select action from audit_entries where org_id = $1 order by id',
      [orgId],
    )
  ).map(({ action }) => action);

const roleOf = async (id: string): Promise<string | undefined> =>
  (
    await server.database.source.query<{ role: string }[]>(
      'select role from identities where id = $1',
      [id],
    )
  )[0]?.role;

const identityRules = (...action: string[]): Rule[] => [{ subject: 'identity', action }];

describe('POST /api/v1/identities', () => {
  it('creates an identity without rights', async () => {
    const { admin, orgId } = await aScene(server);

    const { body } = await admin.http
      .post(PATH)
      .send({
        name: ' bot ',
        organizationId: orgId,
        metadata: [{ key: 'team', value: 'payments' }],
        unknown: 1,
      })
      .expect(200);

    expect(body).toEqual({
      identity: {
        id: expect.any(String),
        name: 'bot',
        orgId,
        projectId: null,
        authMethods: [],
        hasDeleteProtection: false,
        metadata: [{ id: expect.any(String), key: 'team', value: 'payments' }],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const { id } = (body as { identity: Identity }).identity;
    expect(await roleOf(id)).toBe('no-access');
    expect(await audited(orgId)).toEqual(['identity.create']);
  });

  it('gives a custom role by its slug', async () => {
    const { admin } = await aScene(server);
    const permissions = [{ subject: 'audit-logs', action: ['read'] }];
    const role = { slug: 'auditor', name: 'Auditor', permissions };
    await admin.http.post('/api/v1/organization/roles').send(role).expect(200);

    const { id } = await create(admin, { role: 'auditor' });

    const { body } = await admin.http.get(`${PATH}/${id}`).expect(200);
    expect(body).toMatchObject({
      identity: { role: 'custom', customRole: { slug: 'auditor', name: 'Auditor', permissions } },
    });
  });

  it('refuses what is malformed, unknown or not the caller’s', async () => {
    const { admin } = await aScene(server);
    const other = await aScene(server);
    const post = (body: object) => admin.http.post(PATH).send({ name: 'bot', ...body });

    await post({ name: ' ' }).expect(422);
    await post({ name: 'n'.repeat(256) }).expect(422);
    await post({ hasDeleteProtection: 'yes' }).expect(422);
    await post({ metadata: [{ key: '', value: 'x' }] }).expect(422);
    await post({ role: 'nobody' }).expect(404);
    await post({ role: 'custom' }).expect(404);
    await post({ role: 'Admin' }).expect(404);
    await post({ organizationId: other.orgId }).expect(404);
    const repeated = [
      { key: 'a', value: '1' },
      { key: 'a', value: '2' },
    ];
    const answer = await post({ metadata: repeated }).expect(400);
    expect(answer.body).toMatchObject({ details: { keys: ['a'] } });
  });

  it('lets nobody give more than they hold', async () => {
    const { orgId } = await aScene(server);
    const member = await anIdentity(server, orgId, 'member');
    const granter = await anIdentity(server, orgId, identityRules('create', 'grant-privileges'));

    const denied = await member.http.post(PATH).send({ name: 'bot', role: 'admin' }).expect(403);
    expect(denied.body).toMatchObject({
      error: 'PermissionDenied',
      details: {
        missingPermissions: expect.arrayContaining([
          expect.objectContaining({ subject: 'identity', action: ['grant-privileges'] }),
        ]),
      },
    });
    await granter.http.post(PATH).send({ name: 'bot', role: 'member' }).expect(403);
    await create(member, {});
    await create(granter, {});
  });

  it('asks for grant-privileges before any role is given', async () => {
    const { orgId } = await aScene(server);
    const member = await anIdentity(server, orgId, 'member');

    const { body } = await member.http.post(PATH).send({ name: 'bot', role: 'member' }).expect(403);

    expect(body).toMatchObject({ details: { subject: 'identity', action: 'grant-privileges' } });
  });

  it('is refused without token and without permission', async () => {
    const { orgId } = await aScene(server);
    const nobody = await anIdentity(server, orgId, 'no-access');

    await server.http.post(PATH).send({ name: 'bot' }).expect(401);
    await nobody.http.post(PATH).send({ name: 'bot' }).expect(403);
    await nobody.http.post(PATH).send({}).expect(422);
  });
});

describe('GET /api/v1/identities', () => {
  it('shows an identity as a member of the organization', async () => {
    const { admin, orgId } = await aScene(server);
    const { id } = await create(admin, { role: 'member' });

    const { body } = await admin.http.get(`${PATH}/${id}`).expect(200);

    expect(body).toEqual({
      identity: {
        id: expect.any(String),
        role: 'member',
        roleId: null,
        orgId,
        identityId: id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        lastLoginAuthMethod: null,
        lastLoginTime: null,
        metadata: [],
        identity: {
          id,
          name: 'bot',
          orgId,
          hasDeleteProtection: false,
          authMethods: [],
          activeLockoutAuthMethods: [],
        },
      },
    });
  });

  it('lists by name, page by page, with the count of all', async () => {
    const { admin, orgId } = await aScene(server);
    for (const name of ['b', 'a', 'C']) await create(admin, { name });
    const list = async (query: string) => {
      const { body } = await admin.http.get(`${PATH}?${query}`).expect(200);
      const { identities, totalCount } = body as {
        identities: { identity: Identity }[];
        totalCount: number;
      };
      return { names: identities.map(({ identity }) => identity.name), totalCount };
    };

    const own = expect.stringMatching(/^identity-/);
    expect(await list(`orgId=${orgId}`)).toEqual({ names: ['C', 'a', 'b', own], totalCount: 4 });
    expect(await list('limit=1&offset=1')).toEqual({ names: ['a'], totalCount: 4 });
    expect(await list('offset=2147483648&orgId=')).toEqual({ names: [], totalCount: 4 });
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=1e1', 'limit=5&limit=6']) {
      await admin.http.get(`${PATH}?${query}`).expect(422);
    }
    await admin.http.get(`${PATH}?orgId=${randomUUID()}`).expect(404);
  });

  it('tells an identity its organization, whatever its role', async () => {
    const { orgId } = await aScene(server);
    const nobody = await anIdentity(server, orgId, 'no-access');

    const { body } = await nobody.http.get(`${PATH}/details`).expect(200);

    const organization = { id: orgId, name: 'Org', slug: `org-${orgId}` };
    expect(body).toEqual({ identityDetails: { organization } });
    await nobody.http.get(PATH).expect(403);
    await nobody.http.get(`${PATH}/${nobody.id}`).expect(403);
  });

  it('lists the projects of an identity', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const member = await aMember(server, project, orgId, 'viewer');

    const { body } = await admin.http.get(`${PATH}/${member.id}/identity-memberships`).expect(200);

    expect(body).toEqual({
      identityMemberships: [
        {
          id: expect.any(String),
          identityId: member.id,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          roles: [
            {
              id: expect.any(String),
              role: 'viewer',
              isTemporary: false,
              customRoleId: null,
              customRoleName: null,
              customRoleSlug: null,
              temporaryMode: null,
              temporaryRange: null,
              temporaryAccessStartTime: null,
              temporaryAccessEndTime: null,
            },
          ],
          identity: {
            id: member.id,
            name: `identity-${member.id}`,
            orgId,
            authMethods: ['token-auth'],
            hasDeleteProtection: false,
            projectId: null,
          },
          project: { id: project.id, name: 'Project' },
        },
      ],
    });
    await member.http.get(`${PATH}/${member.id}/identity-memberships`).expect(403);
  });
});

describe('an identity of another organization', () => {
  const ROUTES = [
    ['get', ''],
    ['patch', ''],
    ['delete', ''],
    ['get', '/identity-memberships'],
  ] as const;

  it.each(ROUTES)('is as unknown to %s %s as none at all', async (method, suffix) => {
    const { admin } = await aScene(server);
    const other = await aScene(server);
    const send = async (id: string) =>
      (await admin.http[method](`${PATH}/${id}${suffix}`).expect(404)).body as object;

    const foreign = withoutReqId(await send(other.admin.id));
    for (const id of [randomUUID(), 'nothing', '*', '%00', other.admin.id.toUpperCase()]) {
      expect(withoutReqId(await send(id))).toEqual(foreign);
    }
    expect(await roleOf(other.admin.id)).toBe('admin');
  });
});

describe('PATCH /api/v1/identities/:id', () => {
  it('changes what is given and leaves the rest', async () => {
    const { admin, orgId } = await aScene(server);
    const { id } = await create(admin, { metadata: [{ key: 'a', value: '1' }] });
    const patch = (body: object) => admin.http.patch(`${PATH}/${id}`).send(body).expect(200);

    const { body } = await patch({ name: 'new', hasDeleteProtection: true, role: null });

    expect(body).toMatchObject({
      identity: { name: 'new', hasDeleteProtection: true, metadata: [{ key: 'a', value: '1' }] },
    });
    const cleared = await patch({ metadata: [] });
    expect(cleared.body).toMatchObject({ identity: { name: 'new', metadata: [] } });
    expect(await roleOf(id)).toBe('no-access');
    expect((await audited(orgId)).slice(1)).toEqual(['identity.update', 'identity.update']);
  });

  it('lets a new role count at the very next request', async () => {
    const { admin, orgId } = await aScene(server);
    const bot = await anIdentity(server, orgId, 'no-access');
    const setRole = (role: string) =>
      admin.http.patch(`${PATH}/${bot.id}`).send({ role }).expect(200);
    await bot.http.get(PATH).expect(403);

    await setRole('member');
    await bot.http.get(PATH).expect(200);
    await setRole('no-access');
    await bot.http.get(PATH).expect(403);
  });

  it('lets nobody change a stronger identity, nor make one', async () => {
    const { admin, orgId } = await aScene(server);
    const editor = await anIdentity(
      server,
      orgId,
      identityRules('edit', 'delete', 'grant-privileges'),
    );
    const bot = await anIdentity(server, orgId, 'no-access');

    const change = await editor.http.patch(`${PATH}/${admin.id}`).send({ name: 'x' }).expect(403);
    expect(change.body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    await editor.http.delete(`${PATH}/${admin.id}`).expect(403);
    await editor.http.patch(`${PATH}/${bot.id}`).send({ role: 'admin' }).expect(403);
    await editor.http.patch(`${PATH}/${editor.id}`).send({ role: 'admin' }).expect(403);
    await editor.http.patch(`${PATH}/${editor.id}`).send({ name: 'still me' }).expect(200);
    await editor.http.patch(`${PATH}/${bot.id}`).send({ name: 'weaker' }).expect(200);
  });

  it('holds the admin of the instance for stronger than any other admin', async () => {
    const { admin, orgId } = await aScene(server);
    const root = await anIdentity(server, orgId, 'admin');
    await server.database.source.query(
      'update identities set is_instance_admin = true where id = $1',
      [root.id],
    );

    const { body } = await admin.http.patch(`${PATH}/${root.id}`).send({ name: 'x' }).expect(403);

    const missingPermissions = [{ subject: 'instance', action: ['administer'] }];
    expect(body).toMatchObject({ details: { missingPermissions } });
    await root.http.patch(`${PATH}/${admin.id}`).send({ name: 'x' }).expect(200);
  });
});

describe('the last admin of an organization', () => {
  it('can neither be demoted nor deleted', async () => {
    const { admin } = await aScene(server);

    await admin.http.patch(`${PATH}/${admin.id}`).send({ role: 'member' }).expect(409);
    const { body } = await admin.http.delete(`${PATH}/${admin.id}`).expect(409);

    expect(body).toMatchObject({ error: 'Conflict' });
    await admin.http.patch(`${PATH}/${admin.id}`).send({ role: 'admin', name: 'x' }).expect(200);
  });

  it('is left when admins demote and delete each other at once', async () => {
    const { admin, orgId } = await aScene(server);
    const others = await Promise.all([1, 2, 3].map(() => anIdentity(server, orgId, 'admin')));
    const all = [admin, ...others];

    const answers = await Promise.all(
      all.map((caller, i) => {
        const victim = all[(i + 1) % all.length]!;
        const path = `${PATH}/${victim.id}`;
        return i % 2
          ? caller.http.delete(path)
          : caller.http.patch(path).send({ role: 'no-access' });
      }),
    );

    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
    const [left] = await server.database.source.query<{ n: number }[]>(
      `select count(*)::int n from identities where org_id = $1 and role = 'admin'`,
      [orgId],
    );
    expect(left!.n).toBeGreaterThanOrEqual(1);
  });

  it('grants nothing any more once the demotion is acknowledged', async () => {
    const { admin, orgId } = await aScene(server);
    for (let round = 0; round < 10; round++) {
      const rival = await anIdentity(server, orgId, 'admin');
      const demotion = admin.http.patch(`${PATH}/${rival.id}`).send({ role: 'no-access' });
      const grants = [1, 2, 3].map(() =>
        rival.http.post(PATH).send({ name: 'minion', role: 'admin' }),
      );
      const [demoted] = await Promise.all([demotion, ...grants]);
      expect(demoted.status).toBe(200);
      await rival.http.post(PATH).send({ name: 'minion', role: 'admin' }).expect(403);
    }
  });
});

describe('DELETE /api/v1/identities/:id', () => {
  it('ends the identity with its tokens, and only once', async () => {
    const { admin, orgId } = await aScene(server);
    const bot = await anIdentity(server, orgId, 'member');

    const { body } = await admin.http.delete(`${PATH}/${bot.id}`).expect(200);

    expect(body).toMatchObject({ identity: { id: bot.id, authMethods: ['token-auth'] } });
    await bot.http.get(`${PATH}/details`).expect(401);
    await admin.http.delete(`${PATH}/${bot.id}`).expect(404);
    expect(await audited(orgId)).toEqual(['identity.delete']);
  });

  it('refuses while the identity is protected', async () => {
    const { admin } = await aScene(server);
    const { id } = await create(admin, { hasDeleteProtection: true });

    await admin.http.delete(`${PATH}/${id}`).expect(400);
    await admin.http.patch(`${PATH}/${id}`).send({ hasDeleteProtection: false }).expect(200);
    await admin.http.delete(`${PATH}/${id}`).expect(200);
  });

  it('needs the permission', async () => {
    const { orgId } = await aScene(server);
    const editor = await anIdentity(server, orgId, identityRules('edit'));
    const bot = await anIdentity(server, orgId, 'no-access');

    await editor.http.delete(`${PATH}/${bot.id}`).expect(403);
    await server.http.delete(`${PATH}/${bot.id}`).expect(401);
  });
});
