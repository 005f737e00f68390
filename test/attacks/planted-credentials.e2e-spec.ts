import { useApp } from '../support/harness.js';
import { aMember, anIdentity, aProject, aScene, aToken, type Caller } from '../support/scene.js';
import { until } from '../support/until.js';

const server = useApp();

/** A member of the organization who can make credentials of identities that hold nothing. */
async function scene() {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  const mallory = await anIdentity(server, orgId, 'member');
  const created = await admin.http
    .post('/api/v1/identities')
    .send({ name: 'deploy-bot', role: 'no-access' })
    .expect(200);
  const bot = (created.body as { identity: { id: string } }).identity.id;
  await admin.http
    .post('/api/v4/secrets/PASSWORD')
    .send({ projectId: project.id, environment: 'prod', secretValue: 'PROD-VALUE' })
    .expect(200);
  return { admin, orgId, project, mallory, bot };
}

async function plantToken(by: Caller, identityId: string): Promise<{ id: string; token: string }> {
  const auth = `/api/v1/auth/token-auth/identities/${identityId}`;
  await by.http.post(auth).send({ accessTokenTTL: 0, accessTokenMaxTTL: 0 });
  const { body } = await by.http.post(`${auth}/tokens`).send({ name: 'planted' }).expect(200);
  const { accessToken, tokenData } = body as { accessToken: string; tokenData: { id: string } };
  return { id: tokenData.id, token: accessToken };
}

async function plantSecret(by: Caller, identityId: string) {
  const auth = `/api/v1/auth/universal-auth/identities/${identityId}`;
  const attached = await by.http.post(auth).send({}).expect(200);
  const made = await by.http.post(`${auth}/client-secrets`).send({}).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  return { clientId, clientSecret: (made.body as { clientSecret: string }).clientSecret };
}

const membershipOf = (projectId: string, identityId: string) =>
  `/api/v1/projects/${projectId}/identity-memberships/${identityId}`;

const read = (token: string, projectId: string) =>
  server.as(token).get(`/api/v4/secrets/PASSWORD?projectId=${projectId}&environment=prod`);

describe('a token that was planted while its identity was weak (F8)', () => {
  it('does not rise with it: the grant is refused, and names the credential and its makers', async () => {
    const { admin, project, mallory, bot } = await scene();
    const planted = await plantToken(mallory, bot);

    const { body } = await admin.http
      .post(membershipOf(project.id, bot))
      .send({ role: 'admin' })
      .expect(409);

    expect(body).toMatchObject({
      error: 'Conflict',
      details: {
        credentials: [
          { id: planted.id, kind: 'token', name: 'planted', identityId: bot, makers: [mallory.id] },
        ],
      },
    });
    await read(planted.token, project.id).expect(403);
  });

  it('is revoked with the grant, if the granter asks for it', async () => {
    const { admin, orgId, project, mallory, bot } = await scene();
    const planted = await plantToken(mallory, bot);

    await admin.http
      .post(membershipOf(project.id, bot))
      .set('X-Revoke-Weaker-Credentials', 'true')
      .send({ role: 'admin' })
      .expect(200);

    await read(planted.token, project.id).expect(401);
    const [entry] = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries where org_id = $1 and action = 'credentials.revoke-weaker'`,
      [orgId],
    );
    expect(entry!.target).toEqual({
      identityId: bot,
      credentials: [{ id: planted.id, kind: 'token' }],
      count: 1,
    });
    const fresh = await plantToken(admin, bot);
    await read(fresh.token, project.id).expect(200);
  });

  it('is not revoked by a granter who may not revoke credentials', async () => {
    const { orgId, project, mallory, bot } = await scene();
    const planted = await plantToken(mallory, bot);
    const owner = await aMember(server, project, orgId, 'admin');

    await owner.http
      .post(membershipOf(project.id, bot))
      .set('X-Revoke-Weaker-Credentials', 'true')
      .send({ role: 'member' })
      .expect(403);

    await server.as(planted.token).get('/api/v1/identities/details').expect(200);
  });

  it('does not rise through a client secret, nor through what that made itself', async () => {
    const { admin, project, mallory, bot } = await scene();
    const planted = await plantSecret(mallory, bot);
    await admin.http.patch(`/api/v1/identities/${bot}`).send({ role: 'member' }).expect(200);
    const login = await server.http
      .post('/api/v1/auth/universal-auth/login')
      .send(planted)
      .expect(200);
    const token = (login.body as { accessToken: string }).accessToken;
    const asBot: Caller = { ...mallory, id: bot, token, http: server.as(token) };
    const second = await plantToken(asBot, bot);

    const { body } = await admin.http
      .post(membershipOf(project.id, bot))
      .send({ role: 'admin' })
      .expect(409);

    const { credentials } = (
      body as { details: { credentials: { id: string; makers: string[] }[] } }
    ).details;
    expect(credentials).toHaveLength(2);
    expect(credentials.find(({ id }) => id === second.id)!.makers.toSorted()).toEqual(
      [bot, mallory.id].toSorted(),
    );
  });

  it.each<[string, (at: Awaited<ReturnType<typeof scene>>) => PromiseLike<unknown>]>([
    [
      'a privilege',
      ({ admin, project, bot }) =>
        admin.http
          .post('/api/v2/identity-project-additional-privilege')
          .send({
            identityId: bot,
            projectId: project.id,
            slug: 'more',
            type: { isTemporary: false },
            permissions: [{ subject: 'secrets', action: 'readValue' }],
          })
          .expect(409),
    ],
    [
      'other roles',
      ({ admin, project, bot }) =>
        admin.http
          .patch(membershipOf(project.id, bot))
          .send({ roles: [{ role: 'admin' }] })
          .expect(409),
    ],
    [
      'an edit of its role',
      async ({ admin, project, bot }) => {
        const created = await admin.http
          .post(`/api/v1/projects/${project.id}/roles`)
          .send({ slug: 'grows', name: 'Grows', permissions: [] })
          .expect(200);
        const role = (created.body as { role: { id: string } }).role.id;
        await admin.http
          .patch(membershipOf(project.id, bot))
          .send({ roles: [{ role: 'grows' }] })
          .expect(200);
        await admin.http
          .patch(`/api/v1/projects/${project.id}/roles/${role}`)
          .send({ permissions: [{ subject: 'secrets', action: 'readValue' }] })
          .expect(409);
      },
    ],
    [
      'a role of the organization',
      ({ admin, bot }) =>
        admin.http.patch(`/api/v1/identities/${bot}`).send({ role: 'admin' }).expect(409),
    ],
    [
      'an edit of its role in the organization',
      async ({ admin, bot }) => {
        const created = await admin.http
          .post('/api/v1/organization/roles')
          .send({ slug: 'grows', name: 'Grows', permissions: [] })
          .expect(200);
        const { id } = (created.body as { role: { id: string } }).role;
        await admin.http.patch(`/api/v1/identities/${bot}`).send({ role: 'grows' }).expect(200);
        await admin.http
          .patch(`/api/v1/organization/roles/${id}`)
          .send({ permissions: [{ subject: 'billing', action: ['manage-billing'] }] })
          .expect(409);
      },
    ],
    [
      'metadata that a rule speaks of',
      async ({ admin, project, bot }) => {
        await admin.http
          .post('/api/v2/identity-project-additional-privilege')
          .set('X-Revoke-Weaker-Credentials', 'false')
          .send({
            identityId: bot,
            projectId: project.id,
            slug: 'by-team',
            type: { isTemporary: false },
            permissions: [
              {
                subject: 'secrets',
                action: 'readValue',
                inverted: true,
                conditions: { secretPath: { $eq: '/{{identity.metadata.team}}' } },
              },
            ],
          })
          .expect(200);
      },
    ],
  ])('does not rise with its identity by %s', async (_, grant) => {
    const at = await scene();
    await at.admin.http
      .post(membershipOf(at.project.id, at.bot))
      .send({ role: 'no-access' })
      .expect(200);
    const planted = await plantToken(at.mallory, at.bot);

    await grant(at);

    await read(planted.token, at.project.id).expect((answer) => {
      expect(answer.status).not.toBe(200);
    });
  });
});

describe('the refusal itself', () => {
  it('tells nothing of credentials to who is weaker than their holder, and revokes none for it', async () => {
    const { admin, orgId } = await aScene(server);
    const maker = await anIdentity(server, orgId, 'admin');
    const strong = await anIdentity(server, orgId, 'admin');
    const planted = await plantToken(maker, strong.id);
    await admin.http.delete(`/api/v1/identities/${maker.id}`).expect(200);
    const mallory = await anIdentity(server, orgId, 'member');
    const project = await aProject(mallory);

    const add = () => mallory.http.post(membershipOf(project.id, strong.id));
    const plain = await add().send({ role: 'viewer' }).expect(403);
    const asked = await add()
      .set('X-Revoke-Weaker-Credentials', 'true')
      .send({ role: 'viewer' })
      .expect(403);

    for (const { body } of [plain, asked]) {
      expect(JSON.stringify(body)).not.toContain(planted.id);
      expect(JSON.stringify(body)).not.toContain(maker.id);
    }
    await server.as(planted.token).get('/api/v1/identities/details').expect(200);
  });

  it('does not stand in the way of taking rights away, however many credentials there are', async () => {
    const { admin, orgId, project, mallory, bot } = await scene();
    await admin.http.post(membershipOf(project.id, bot)).send({ role: 'no-access' }).expect(200);
    const planted = await plantToken(mallory, bot);
    await server.database.source.query(
      `insert into access_tokens (id, token_auth_id, name, ttl, max_ttl, uses_limit, makers)
       select gen_random_uuid(), token_auth_id, 'n' || n, ttl, max_ttl, uses_limit, makers
       from access_tokens, generate_series(1, 1500) n where id = $1`,
      [planted.id],
    );
    const other = await anIdentity(server, orgId, 'member');

    await admin.http
      .patch(membershipOf(project.id, bot))
      .send({ roles: [{ role: 'no-access' }] })
      .expect(200);
    await admin.http
      .patch(membershipOf(project.id, bot))
      .send({ roles: [{ role: 'viewer' }] })
      .expect(409);
    await admin.http.delete(membershipOf(project.id, bot)).expect(200);
    await admin.http.post(membershipOf(project.id, other.id)).send({ role: 'viewer' }).expect(200);
  });

  it('leaves none of the tokens that a revoked one makes meanwhile', async () => {
    const { admin, project, bot, orgId, mallory } = await scene();
    await admin.http.patch(`/api/v1/identities/${bot}`).send({ role: 'member' }).expect(200);
    await admin.http.post(membershipOf(project.id, bot)).send({ role: 'no-access' }).expect(200);
    const first = await plantToken(mallory, bot);
    const asBot = server.as(first.token);
    let isOver = false;
    const tokens: string[] = [];
    const make = async () => {
      while (!isOver) {
        const path = `/api/v1/auth/token-auth/identities/${bot}/tokens`;
        const { status, body } = await asBot.post(path).send({});
        if (status !== 200) return;
        tokens.push((body as { accessToken: string }).accessToken);
      }
    };
    const makers = Array.from({ length: 4 }, make);
    await until(() => tokens.length >= 3, 5);

    const { status } = await admin.http
      .patch(membershipOf(project.id, bot))
      .set('X-Revoke-Weaker-Credentials', 'true')
      .send({ roles: [{ role: 'admin' }] });
    isOver = true;
    await Promise.all(makers);

    expect(status).toBe(200);
    expect(orgId).toBeDefined();
    const alive = await Promise.all(
      tokens.map(async (token) => (await read(token, project.id)).status),
    );
    expect(new Set(alive)).toEqual(new Set([401]));
  });

  it('comes too when the identity founds a project', async () => {
    const { admin, orgId } = await aScene(server);
    const [owner, equal] = [
      await anIdentity(server, orgId, 'member'),
      await anIdentity(server, orgId, 'member'),
    ];
    const own = await plantToken(owner, owner.id);
    const found = (token: string, name: string) =>
      server.as(token).post('/api/v1/projects').send({ projectName: name });
    const planted = await plantToken(equal, owner.id);

    await found(own.token, 'After').expect(409);
    await admin.http
      .post(`/api/v1/auth/token-auth/tokens/${planted.id}/revoke`)
      .send({})
      .expect(200);
    await found(own.token, 'Again').expect(200);
  });
});

describe('honest credentials', () => {
  it('rise with their identity where their maker may grant as much, or is in every project anyway', async () => {
    const { admin, orgId, project, bot } = await scene();
    const token = await plantToken(admin, bot);
    const owner = await aMember(server, project, orgId, 'admin');

    await owner.http.post(membershipOf(project.id, bot)).send({ role: 'member' }).expect(200);

    await read(token.token, project.id).expect(200);
  });

  it('are no matter where the identity gains nothing', async () => {
    const { admin, project, mallory, bot } = await scene();
    await plantToken(mallory, bot);

    await admin.http.post(membershipOf(project.id, bot)).send({ role: 'no-access' }).expect(200);
    await admin.http.patch(`/api/v1/identities/${bot}`).send({ name: 'renamed' }).expect(200);
  });

  it('of the operator are never in the way', async () => {
    const { admin, orgId, project, bot } = await scene();
    const token = await aToken(server, bot, orgId);

    await admin.http.post(membershipOf(project.id, bot)).send({ role: 'admin' }).expect(200);

    await read(token, project.id).expect(200);
  });
});

describe('POST /api/v1/organization-admin/projects/:projectId/grant-admin-access', () => {
  const pathOf = (projectId: string) =>
    `/api/v1/organization-admin/projects/${projectId}/grant-admin-access`;

  it('lets the administrator of an organization into a project of it', async () => {
    const { admin, orgId } = await aScene(server);
    const owner = await anIdentity(server, orgId, 'member');
    const project = await aProject(owner);
    const path = `/api/v1/projects/${project.id}`;
    await admin.http.get(path).expect(403);

    const { body } = await admin.http.post(pathOf(project.id)).expect(200);

    expect(body).toEqual({
      membership: {
        id: expect.any(String),
        identityId: admin.id,
        projectId: project.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    await admin.http.patch(path).send({ description: 'Back' }).expect(200);
    const entries = await server.database.source.query<object[]>(
      `select target from audit_entries where project_id = $1 and action = 'project.grant-admin-access'`,
      [project.id],
    );
    expect(entries).toHaveLength(1);
  });

  it('frees an administrator whom a privilege forbids everything', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const [row] = await server.database.source.query<{ id: string }[]>(
      'select id from project_memberships where project_id = $1 and identity_id = $2',
      [project.id, admin.id],
    );
    await server.database.source.query(
      `insert into additional_privileges (id, project_membership_id, slug, permissions, is_temporary)
       values (gen_random_uuid(), $1, 'stuck', $2, false)`,
      [row!.id, JSON.stringify([{ subject: 'identity', action: ['edit'], inverted: true }])],
    );
    await server.database.source.query('update projects set epoch = epoch + 1 where id = $1', [
      project.id,
    ]);
    const other = await aMember(server, project, orgId, 'viewer');
    const change = () =>
      admin.http.patch(membershipOf(project.id, other.id)).send({ roles: [{ role: 'member' }] });
    await change().expect(403);

    await admin.http.post(pathOf(project.id)).expect(200);

    await change().expect(200);
  });

  it('is for nobody else, and for no project of others', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const stranger = (await aScene(server)).admin;
    const member = await anIdentity(server, orgId, 'member');

    await member.http.post(pathOf(project.id)).expect(403);
    await stranger.http.post(pathOf(project.id)).expect(404);
    await admin.http.post(pathOf('no-uuid')).expect(404);
  });
});
