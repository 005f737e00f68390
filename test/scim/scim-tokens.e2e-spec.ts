import { randomUUID } from 'node:crypto';
import { aProvider, GROUP, SCIM, USER } from '../support/scim-scene.js';
import { aProject, aScene, anIdentity } from '../support/scene.js';
import { server, ERROR, ours, theirs, unique, bodyOf } from './scim-stage.js';

describe('another organization', () => {
  it('gives 404 for its users and groups, 400 for its users as members, and is in no list', async () => {
    const [user, name] = [await theirs.user(unique('theirs')), `Their group ${randomUUID()}`];
    const group = await theirs.group(name, [user]);
    const own = await ours.group(`Our group ${randomUUID()}`);
    const replaced = { schemas: [USER, GROUP], userName: 'x', displayName: 'x' };

    for (const path of [`/Users/${user}`, `/Groups/${group}`]) {
      const unknown = path.replace(/[^/]+$/, randomUUID());
      for (const [method, body] of [['get'], ['put', replaced], ['delete']] as const) {
        const [answer, blind] = [
          await ours.send(method, path, body),
          await ours.send(method, unknown, body),
        ];
        expect([answer.status, answer.body]).toEqual([404, blind.body]);
      }
      await ours.patch(path, { op: 'replace', path: 'externalId', value: 'x' }).expect(404);
    }
    const foreign = await ours
      .patch(`/Groups/${own}`, { op: 'add', path: 'members', value: [{ value: user }] })
      .expect(400);
    const unknown = await ours
      .patch(`/Groups/${own}`, { op: 'add', path: 'members', value: [{ value: randomUUID() }] })
      .expect(400);
    expect(foreign.body).toEqual(unknown.body);
    expect(bodyOf(await ours.send('get', `/Groups/${own}`)).members).toEqual([]);
    expect(await ours.find('Users', `id eq "${user}"`)).toEqual([]);
    expect(
      await ours.find('Groups', `displayName eq "${name}" or members.value eq "${user}"`),
    ).toEqual([]);
    await theirs.send('get', `/Groups/${group}`).expect(200);
    await ours.send('get', '/Users/not-an-id').expect(404);
  });
});

describe('a token of SCIM', () => {
  const SHAPE = { schemas: [ERROR], status: expect.any(String), detail: expect.any(String) };

  it('opens users, groups and discovery and nothing else (403); nothing else opens these (403)', async () => {
    const project = await aProject(ours.admin);
    const others = [
      '/api/v1/projects',
      `/api/v1/projects/${project.id}`,
      '/api/v1/identities/details',
      `${SCIM}/scim-tokens?organizationId=${ours.orgId}`,
      `${SCIM}/scim-events`,
    ];
    for (const path of others) await server.as(ours.token).get(path).expect(403);
    for (const path of [
      '/Users',
      '/Groups',
      '/Schemas',
      '/ResourceTypes',
      '/ServiceProviderConfig',
    ]) {
      await ours.send('get', path).expect(200);
      const answer = await ours.admin.http.get(SCIM + path).expect(403);
      expect([answer.headers['content-type'], JSON.parse(answer.text)]).toEqual([
        'application/scim+json',
        { ...SHAPE, status: '403' },
      ]);
    }
    await server
      .as(ours.token)
      .get('/api/v1/projects')
      .expect('Content-Type', /application\/json/);
  });

  it('is dead once it is deleted, is over, or its organization is gone (401)', async () => {
    const provider = await aProvider(server);
    const query = (sql: string) => server.database.source.query(sql, [provider.tokenId]);
    await provider.send('get', '/Users').expect(200);

    await query(`update scim_tokens set expires_at = now() - interval '1 second' where id = $1`);
    await provider
      .send('get', '/Users')
      .expect(401)
      .expect(({ body }) => expect(body).toMatchObject(SHAPE));
    await query(`update scim_tokens set expires_at = now() + interval '1 hour' where id = $1`);
    await provider.send('get', '/Users').expect(200);
    await theirs.admin.http.delete(`${SCIM}/scim-tokens/${provider.tokenId}`).expect(404);
    await provider.admin.http.delete(`${SCIM}/scim-tokens/${provider.tokenId}`).expect(200);
    await provider.send('get', '/Users').expect(401);
    await provider.send('get', '/nowhere').expect(404);
    await server.as(provider.token).get('/api/v1/projects').expect(401);
    const other = await aProvider(server);
    await server.database.source.query('delete from organizations where id = $1', [other.orgId]);
    await other.send('get', '/Users').expect(401);
    for (const wrong of ['srscim_', `srscim_${'A'.repeat(43)}`, `${provider.token}A`])
      await server.as(wrong).get(`${SCIM}/Users`).expect(401);
  });

  it('is kept as a digest alone, and told once', async () => {
    const provider = await aProvider(server);
    await provider.send('get', '/Users').expect(200);

    const listed = await provider.admin.http
      .get(`${SCIM}/scim-tokens?organizationId=${provider.orgId}`)
      .expect(200);
    const { scimTokens } = listed.body as { scimTokens: object[] };
    expect(scimTokens).toMatchObject([
      {
        id: provider.tokenId,
        description: 'Okta',
        ttlDays: 0,
        expiresAt: null,
        lastUsedAt: expect.any(String),
      },
    ]);
    const [row] = await server.database.source.query<object[]>(
      'select * from scim_tokens where id = $1',
      [provider.tokenId],
    );
    const secret = provider.token.slice('srscim_'.length);
    expect(secret).toHaveLength(43);
    for (const text of [JSON.stringify(row), listed.text, server.logLines.join('\n')])
      expect(text).not.toContain(secret);
    const entries = await server.database.source.query<object[]>(
      'select target from audit_entries where org_id = $1',
      [provider.orgId],
    );
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('needs rights on scim to be made, read and deleted (403), in the organization of the caller (404)', async () => {
    const { orgId } = ours;
    const member = await anIdentity(server, orgId, 'member');
    const stranger = await aScene(server);
    const draft = { organizationId: orgId };

    await member.http.post(`${SCIM}/scim-tokens`).send(draft).expect(403);
    await member.http.get(`${SCIM}/scim-tokens?organizationId=${orgId}`).expect(403);
    await member.http.delete(`${SCIM}/scim-tokens/${ours.tokenId}`).expect(403);
    await member.http.get(`${SCIM}/scim-events`).expect(403);
    await stranger.admin.http.post(`${SCIM}/scim-tokens`).send(draft).expect(404);
    await stranger.admin.http.get(`${SCIM}/scim-tokens?organizationId=${orgId}`).expect(404);
    await ours.admin.http
      .post(`${SCIM}/scim-tokens`)
      .send({ ...draft, ttlDays: 731 })
      .expect(400)
      .expect(({ text }) => {
        expect(JSON.parse(text)).toMatchObject({
          ...SHAPE,
          status: '400',
          scimType: 'invalidValue',
        });
      });
  });

  it('is made by nobody who holds less than an administrator (403): it moves people into groups of any role', async () => {
    const { orgId } = ours;
    const permissions = [{ subject: 'scim', action: ['create', 'read', 'edit', 'delete'] }];
    await ours.admin.http
      .post('/api/v1/organization/roles')
      .send({ slug: 'provisioner', name: 'Provisioner', permissions })
      .expect(200);
    const provisioner = await anIdentity(server, orgId, 'no-access');
    await ours.admin.http
      .patch(`/api/v1/identities/${provisioner.id}`)
      .send({ role: 'provisioner' })
      .expect(200);

    await provisioner.http.post(`${SCIM}/scim-tokens`).send({ organizationId: orgId }).expect(403);
  });

  it('leaves events of what it changed, the newest first', async () => {
    const provider = await aProvider(server);
    const id = await provider.user(unique('event'));
    await provider
      .patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
      .expect(200);

    const { body } = await provider.admin.http.get(`${SCIM}/scim-events?limit=2`).expect(200);
    expect(body).toMatchObject({
      scimEvents: [
        {
          orgId: provider.orgId,
          eventType: 'deactivate-user',
          event: { membershipId: id, provider: 'Okta' },
        },
        { eventType: 'create-user', event: { membershipId: id } },
      ],
    });
    const later = new Date(Date.now() + 60_000).toISOString();
    const none = await provider.admin.http.get(`${SCIM}/scim-events?fromDate=${later}`).expect(200);
    expect(none.body).toEqual({ scimEvents: [] });
  });
});
