import { randomUUID } from 'node:crypto';
import { ServiceTokenSettings } from '../../src/auth/service-token-sessions.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject } from '../support/people.js';
import { aProvider } from '../support/scim-scene.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  join,
  type TestProject,
} from '../support/scene.js';

const server = useApp();
const ROUTE = '/api/v2/service-token';
const VALUE = 'correct horse battery staple';

let admin: Caller;
let orgId: string;
let project: TestProject;
let writer: Caller;

interface Details {
  readonly id: string;
  readonly expiresAt: string;
  readonly createdAt: string;
}

interface Made {
  readonly token: string;
  readonly id: string;
  readonly data: Details;
}

const anywhere = [{ environment: 'dev', secretPath: '/**' }];

/** What the CLI sends, whose fields for end-to-end encryption are empty by now. */
const orderOf = (more: object = {}) => ({
  name: 'nightly',
  workspaceId: project.id,
  scopes: anywhere,
  permissions: ['read'],
  expiresIn: 86_400,
  ...{ encryptedKey: '', iv: '', tag: '', randomBytes: 'ab'.repeat(16) },
  ...more,
});

const order = (caller: Pick<Caller, 'http'>, more: object = {}) =>
  caller.http.post(`${ROUTE}/`).send(orderOf(more));

async function make(caller: Pick<Caller, 'http'>, more: object = {}): Promise<Made> {
  const { body } = await order(caller, more).expect(200);
  const { serviceToken, serviceTokenData } = body as {
    serviceToken: string;
    serviceTokenData: Details;
  };
  return { token: serviceToken, id: serviceTokenData.id, data: serviceTokenData };
}

const put = (secretPath: string, environment = 'dev', key = 'KEY') =>
  admin.http
    .post(`/api/v4/secrets/${key}`)
    .send({ projectId: project.id, environment, secretPath, secretValue: VALUE })
    .expect(200);

const listAt = (token: string, secretPath: string, environment = 'dev', more = {}) =>
  server
    .as(token)
    .get('/api/v4/secrets')
    .query({ projectId: project.id, environment, secretPath, ...more });

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  writer = await aMember(server, project, orgId, 'member');
  for (const [name, path] of [
    ['apps', '/'],
    ['web', '/apps'],
    ['other', '/'],
  ])
    await admin.http
      .post('/api/v1/folders')
      .send({ projectId: project.id, environment: 'dev', name, path })
      .expect(200);
  for (const path of ['/', '/apps', '/apps/web', '/other']) await put(path);
  await put('/', 'prod');
});

describe('making a service token', () => {
  it('shows it once, in three parts, with the details that existing clients read', async () => {
    const { token, id, data } = await make(writer, { expiresIn: 1_800 });

    expect(token).toMatch(new RegExp(`^st\\.${id}\\.[0-9a-f]{64}$`));
    expect(data).toMatchObject({
      ...{ _id: id, name: 'nightly', workspace: project.id, projectId: project.id },
      ...{ scopes: anywhere, permissions: ['read'], lastUsed: null, createdBy: writer.id },
      ...{ __v: 0, secretHash: '', encryptedKey: null, iv: null, tag: null },
      user: { _id: writer.id, id: writer.id, kind: 'identity' },
    });
    const life = Date.parse(data.expiresAt) - Date.parse(data.createdAt);
    expect(Math.abs(life - 1_800_000)).toBeLessThan(1_000);
    const stored = await server.database.source.query<object[]>(
      'select * from service_tokens where id = $1',
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain(token.split('.')[2]);
  });

  it.each([0, null, undefined])('takes expiresIn %p for 365 days', async (expiresIn) => {
    const { data } = await make(admin, { expiresIn });

    const life = Date.parse(data.expiresAt) - Date.parse(data.createdAt);
    expect(Math.abs(life - 365 * 86_400_000)).toBeLessThan(1_000);
  });

  const path = (secretPath: unknown) => ({ scopes: [{ environment: 'dev', secretPath }] });

  it.each<[string, object, (string | number)[]]>([
    ['a pattern that is no path', path('**'), ['scopes', 0, 'secretPath']],
    ['a path with ..', path('/a/../b'), ['scopes', 0, 'secretPath']],
    ['a path with an empty part', path('/a//b'), ['scopes', 0, 'secretPath']],
    ['a path that speaks of its reader', path('/{{identity.name}}'), ['scopes', 0, 'secretPath']],
    ['a pattern with an open bracket', path('/[a'), ['scopes', 0, 'secretPath']],
    ['a path that is a number', path(7), ['scopes', 0, 'secretPath']],
    ['no scope', { scopes: [] }, ['scopes']],
    ['a permission that is not', { permissions: ['admin'] }, ['permissions', 0]],
    ['no permission', { permissions: [] }, ['permissions']],
    ['more than a year', { expiresIn: 365 * 86_400 + 1 }, ['expiresIn']],
    ['no name', { name: ' ' }, ['name']],
  ])('refuses a scope or a term that cannot be: %s (422, T357)', async (_, more, at) => {
    const { body } = await order(writer, more).expect(422);

    const { message } = body as { message: { path: unknown[] }[] };
    expect(message.map((each) => each.path)).toContainEqual(at);
  });

  it('refuses an unknown environment (404)', async () => {
    const scopes = [...anywhere, { environment: 'nope', secretPath: '/' }];

    expect(codeOf(await order(writer, { scopes }).expect(404))).toBe('environment-not-found');
  });

  it.each<[string, readonly Rule[], object]>([
    [
      'write by a maker who may not delete',
      [{ subject: 'secrets', action: ['describeSecret', 'readValue', 'create', 'edit'] }],
      { permissions: ['write'] },
    ],
    [
      'a folder beyond those of its maker',
      [
        {
          subject: 'secrets',
          action: ['describeSecret', 'readValue'],
          conditions: { secretPath: { $glob: '/apps/**' } },
        },
        { subject: 'secret-folders', action: ['read'] },
        { subject: 'secret-imports', action: ['read'] },
      ],
      {},
    ],
  ])('refuses what its maker may not: %s (403, T357)', async (_, rules, more) => {
    const maker = await aMember(server, project, orgId, [
      { subject: 'service-tokens', action: ['create'] },
      ...rules,
    ]);

    expect(codeOf(await order(maker, more).expect(403))).toBe('beyond-own-permissions');
  });

  it('is for who may, in the project (403, 404)', async () => {
    const viewer = await aMember(server, project, orgId, 'viewer');
    const stranger = await aScene(server);
    const { token } = await make(writer);

    expect(codeOf(await order(viewer).expect(403))).toBe('permission-denied');
    await order(stranger.admin).expect(404);
    const own = await server.as(token).post(ROUTE).send(orderOf()).expect(403);
    expect(codeOf(own)).toBe('service-token-refused');
  });

  it('ends at 50 that live (400); those that are over go', async () => {
    const crowded = await aProject(admin);
    for (let n = 0; n < 50; n++) await make(admin, { workspaceId: crowded.id });

    const refused = await order(admin, { workspaceId: crowded.id }).expect(400);
    expect(codeOf(refused)).toBe('limit-reached');
    await server.database.source.query(
      `update service_tokens set expires_at = now() where project_id = $1`,
      [crowded.id],
    );
    await make(admin, { workspaceId: crowded.id });
    const { body } = await admin.http
      .get(`/api/v1/workspace/${crowded.id}/service-token-data`)
      .expect(200);
    expect((body as { serviceTokenData: unknown[] }).serviceTokenData).toHaveLength(1);
  });

  it('is recorded, without the token', async () => {
    const { token, id } = await make(writer, { name: 'recorded' });
    await writer.http.delete(`${ROUTE}/${id}`).expect(200);

    const entries = await server.database.source.query<object[]>(
      `select action, actor_id "actorId", project_id "projectId", target from audit_entries
       where target->>'serviceTokenId' = $1 order by created_at, id`,
      [id],
    );
    expect(entries).toMatchObject([
      {
        ...{ action: 'service-token.create', actorId: writer.id, projectId: project.id },
        target: { name: 'recorded', scopes: anywhere, permissions: ['read'] },
      },
      { action: 'service-token.delete', target: { name: 'recorded' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token.split('.')[2]);
  });
});

describe('the form of a service token', () => {
  const details = (token: string) => server.as(token).get(ROUTE);

  it.each<[string, (parts: string[]) => string[], number]>([
    ['three parts', (parts) => parts, 200],
    ['a fourth part of the client', (parts) => [...parts, 'ab'.repeat(16)], 200],
    ['two parts', ([st, id]) => [st!, id!], 401],
    ['five parts', (parts) => [...parts, 'a', 'b'], 401],
    ['an empty fourth part', (parts) => [...parts, ''], 401],
    ['an id that is none', ([st, , secret]) => [st!, 'x', secret!], 401],
    ['another id', ([st, , secret]) => [st!, randomUUID(), secret!], 401],
    ['another secret', ([st, id]) => [st!, id!, '0'.repeat(64)], 401],
    ['capitals', ([st, id, secret]) => [st!, id!, secret!.toUpperCase()], 401],
    ['a shorter secret', ([st, id, secret]) => [st!, id!, secret!.slice(1)], 401],
  ])('takes three parts or four, and no other form (T355): %s', async (_, change, status) => {
    const { token } = await make(writer);

    const answer = await details(change(token.split('.')).join('.')).expect(status);
    if (status === 401) expect(codeOf(answer)).toBe('service-token-invalid');
  });

  it('tells of itself, and is the one kind of token that may ask (403)', async () => {
    const { token, id } = await make(writer);

    const { body, headers } = await details(token).expect(200);
    expect(body).toMatchObject({ _id: id, workspace: project.id, scopes: anywhere });
    expect(headers.deprecation).toMatch(/^@\d+$/);
    expect(codeOf(await writer.http.get(ROUTE).expect(403))).toBe('service-token-needed');
  });
});

describe('the end of a service token', () => {
  const isDead = async (token: string) => {
    const answer = await listAt(token, '/').expect(401);
    expect(codeOf(answer)).toBe('service-token-invalid');
  };

  /** The tokens that the last audit entry of these actions names. */
  const endedIn = async (organizationId: string, ...actions: string[]) => {
    const [entry] = await server.database.source.query<{ ended: object[] }[]>(
      `select target -> 'serviceTokens' ended from audit_entries
       where org_id = $1 and action = any ($2) order by created_at desc, id desc limit 1`,
      [organizationId, actions],
    );
    return entry?.ended;
  };

  it('comes with its deletion, at the next request', async () => {
    const { token, id } = await make(writer);
    await listAt(token, '/').expect(200);

    await writer.http.delete(`${ROUTE}/${id}`).expect(200);
    await isDead(token);
    await writer.http.delete(`${ROUTE}/${id}`).expect(404);
  });

  it('comes with its time', async () => {
    const { token, id } = await make(writer);

    await server.database.source.query(
      'update service_tokens set expires_at = now() where id = $1',
      [id],
    );
    await isDead(token);
  });

  it('comes with the membership of its maker, and does not come back with it', async () => {
    const maker = await aMember(server, project, orgId, 'member');
    const { token, id } = await make(maker);
    const path = `/api/v1/projects/${project.id}/memberships/identities/${maker.id}`;

    const { body } = await admin.http.delete(path).expect(200);
    expect(body).toMatchObject({ serviceTokens: [{ id, name: 'nightly' }] });
    await isDead(token);
    await join(server, project, maker, 'member');
    await isDead(token);
  });

  it('comes with the place of its maker in the group by which it was in the project, for good', async () => {
    const bot = await anIdentity(server, orgId, 'no-access');
    const ann = await aPerson(server, orgId, 'member');
    const crew = await aGroup(server, orgId);
    await joinProject(server, project, { groupId: crew }, 'member');
    const members = `/api/v1/groups/${crew}`;
    for (const [maker, place] of [
      [bot, `${members}/machine-identities/${bot.id}`],
      [ann, `${members}/users/${ann.email}`],
    ] as const) {
      await admin.http.post(place).expect(200);
      const { token, id } = await make(maker);
      await listAt(token, '/').expect(200);

      await admin.http.delete(place).expect(200);
      await isDead(token);
      expect(await endedIn(orgId, 'group.remove-user', 'group.remove-identity')).toEqual([
        { id, name: 'nightly' },
      ]);
      await admin.http.post(place).expect(200);
      await isDead(token);
    }
  });

  it('comes with that place where a provider takes it, or the whole organization is left', async () => {
    const provider = await aProvider(server);
    const theirs = await aProject(provider.admin);
    const ann = await aPerson(server, provider.orgId, 'member');
    const crew = await provider.group('Crew', [ann.orgMembershipId]);
    await joinProject(server, theirs, { groupId: crew }, 'member');
    const makeTheirs = () => make(ann, { workspaceId: theirs.id });

    const value = ann.orgMembershipId;
    const first = await makeTheirs();
    const left = { op: 'remove', path: `members[value eq "${value}"]` };
    await provider.patch(`/Groups/${crew}`, left).expect(204);
    const names = ({ id }: Made) => [{ id, name: 'nightly' }];
    expect(await endedIn(provider.orgId, 'scim-group.update')).toEqual(names(first));
    await provider
      .patch(`/Groups/${crew}`, { op: 'add', path: 'members', value: [{ value }] })
      .expect(204);
    await isDead(first.token);

    const second = await makeTheirs();
    const members = `/api/v2/organizations/${provider.orgId}/memberships`;
    await provider.admin.http.delete(`${members}/${value}`).expect(200);
    expect(await endedIn(provider.orgId, 'org-member.remove')).toEqual(names(second));
    await isDead(second.token);
  });

  it('comes with the deactivation of a person who made it, as long as that lasts', async () => {
    const ann = await aPerson(server, orgId, 'member');
    await admin.http
      .post(`/api/v1/projects/${project.id}/memberships`)
      .send({ emails: [ann.email], roleSlugs: ['member'] })
      .expect(200);
    const { token, data } = await make(ann);
    expect(data).toMatchObject({ user: { kind: 'user', id: ann.id } });
    await listAt(token, '/').expect(200);

    const setActive = (isActive: boolean) =>
      server.database.source.query(
        'update organization_memberships set is_active = $2 where id = $1',
        [ann.orgMembershipId, isActive],
      );
    await setActive(false);
    await isDead(token);
    await setActive(true);
    await listAt(token, '/').expect(200);
  });

  it('comes with the project', async () => {
    const gone = await aProject(admin);
    const { token } = await make(admin, { workspaceId: gone.id });

    await admin.http.delete(`/api/v1/projects/${gone.id}`).expect(200);
    await isDead(token);
  });

  it('comes with the switch, for the time that it is off; none is made meanwhile (400)', async () => {
    const { token, id } = await make(writer);
    const settings = server.app.get(ServiceTokenSettings) as { isOn: boolean };

    settings.isOn = false;
    try {
      await isDead(token);
      expect(codeOf(await order(writer).expect(400))).toBe('not-offered');
      await writer.http.delete(`${ROUTE}/${id}`).expect(200);
    } finally {
      settings.isOn = true;
    }
  });
});

describe('what a service token reads', () => {
  const web = { scopes: [{ environment: 'dev', secretPath: '/apps/**' }] };

  it('is what its scopes and the rights of its maker both reach', async () => {
    const { token } = await make(writer, web);

    for (const path of ['/apps', '/apps/web']) {
      const { body } = await listAt(token, path).expect(200);
      expect(body).toMatchObject({ secrets: [{ secretKey: 'KEY', secretValue: VALUE }] });
    }
    const all = await listAt(token, '/', 'dev', { recursive: true }).expect(200);
    expect((all.body as { secrets: unknown[] }).secrets).toHaveLength(2);
  });

  it.each([
    ['the folder above', '/', 'dev'],
    ['a folder beside', '/other', 'dev'],
    ['another environment', '/', 'prod'],
  ])(
    'is not %s: a list there is refused (403), a secret is not found (404)',
    async (_, path, environment) => {
      const { token } = await make(writer, web);
      const http = server.as(token);
      const query = { projectId: project.id, environment, secretPath: path };

      await http.get('/api/v4/secrets').query(query).expect(403);
      await http.get('/api/v4/secrets/KEY').query(query).expect(404);
      const at = { projectId: project.id, environment, path };
      await http.get('/api/v1/folders').query(at).expect(403);
      await http.get('/api/v1/secret-imports').query(at).expect(403);
    },
  );

  it.each([
    ['names no environment and no path', {}],
    ['names others', { environment: 'prod', secretPath: '/other' }],
    ['names one that is not there', { environment: 'nowhere', secretPath: '/nowhere' }],
  ])(
    'is the one folder of a token with a single scope without wildcards, where a request %s',
    async (_, more) => {
      const scopes = [{ environment: 'dev', secretPath: '/apps/web' }];
      const http = server.as((await make(writer, { scopes })).token);
      const here = { environment: 'dev', secretPath: '/apps/web' };

      for (const [path, name] of [
        ['/api/v4/secrets', 'projectId'],
        ['/api/v3/secrets/raw', 'workspaceId'],
      ] as const) {
        const query = { [name]: project.id, ...more };
        const list = await http.get(path).query(query).expect(200);
        const one = await http.get(`${path}/KEY`).query(query).expect(200);
        expect((list.body as { secrets: object[] }).secrets).toMatchObject([here]);
        expect((one.body as { secret: object }).secret).toMatchObject(here);
      }
      await http
        .get('/api/v4/secrets')
        .query({ projectId: randomUUID(), ...more })
        .expect(404);
    },
  );

  it.each([
    ['two scopes', ['/apps', '/apps/web']],
    ['a pattern', ['/apps/**']],
    ['a pattern of two', ['/{apps,other}']],
  ])('is named by the request where a token has %s (400 without)', async (_, paths) => {
    const scopes = paths.map((secretPath) => ({ environment: 'dev', secretPath }));
    const http = server.as((await make(writer, { scopes })).token);
    const query = { projectId: project.id };

    await http.get('/api/v4/secrets').query(query).expect(400);
    const { body } = await http
      .get('/api/v4/secrets')
      .query({ ...query, environment: 'dev', secretPath: '/apps' })
      .expect(200);
    expect((body as { secrets: object[] }).secrets).toHaveLength(1);
  });

  it('is named by v3 and by the id of the secret as well', async () => {
    const { token } = await make(writer, web);
    const http = server.as(token);
    const query = { workspaceId: project.id, environment: 'dev', secretPath: '/apps' };

    const { body } = await http.get('/api/v3/secrets/raw/KEY').query(query).expect(200);
    const { id } = (body as { secret: { id: string } }).secret;
    await http.get(`/api/v4/secrets/id/${id}`).expect(200);
    const narrow = await make(writer, { scopes: [{ environment: 'dev', secretPath: '/' }] });
    await server.as(narrow.token).get(`/api/v4/secrets/id/${id}`).expect(404);
  });

  it('is one project, even where its maker is in another (403), and no other organization (404)', async () => {
    const second = await aProject(admin);
    const { token } = await make(admin);
    const theirs = await aProject((await aScene(server)).admin);
    const listOf = (query: object) =>
      server
        .as(token)
        .get('/api/v4/secrets')
        .query({ environment: 'dev', ...query });

    await listOf({ projectId: second.id }).expect(403);
    await listOf({ projectId: theirs.id }).expect(404);
    await server
      .as(token)
      .get('/api/v3/secrets/raw')
      .query({ workspaceSlug: second.slug, environment: 'dev' })
      .expect(403);
    await server
      .as(token)
      .post('/api/v3/secrets/raw/NEW')
      .send({ projectSlug: second.slug, environment: 'dev', secretValue: 'x' })
      .expect(403);
  });

  it('shows folders within its scopes, and the names of those right below', async () => {
    const { token } = await make(writer, { scopes: [{ environment: 'dev', secretPath: '/apps' }] });
    const list = (path: string, recursive = false) =>
      server
        .as(token)
        .get('/api/v1/folders')
        .query({ projectId: project.id, environment: 'dev', path, recursive });
    const { body } = await list('/apps', true).expect(200);

    const { folders } = body as { folders: { id: string; path: string }[] };
    expect(folders.map(({ path }) => path)).toEqual(['/apps/web']);
    await server.as(token).get(`/api/v1/folders/${folders[0]!.id}`).expect(403);
    await server.as(token).get(`/api/v1/folders/${project.id}/dev/apps`).expect(200);
    await server.as(token).get(`/api/v1/folders/${project.id}/dev/other`).expect(403);
  });

  it('becomes less when its maker may do less, and never more than it was made for', async () => {
    const maker = await aMember(server, project, orgId, 'member');
    const { token } = await make(maker, web);
    await listAt(token, '/apps').expect(200);

    const path = `/api/v1/projects/${project.id}/memberships/identities/${maker.id}`;
    await admin.http
      .patch(path)
      .send({ roles: [{ role: 'no-access' }] })
      .expect(200);
    await listAt(token, '/apps').expect(403);
    await admin.http
      .patch(path)
      .send({ roles: [{ role: 'admin' }] })
      .expect(200);
    await listAt(token, '/apps').expect(200);
    await listAt(token, '/other').expect(403);
  });

  it('is answered 304 while nothing changed, and recorded as read by the token', async () => {
    const { token, id } = await make(writer, web);
    const first = await listAt(token, '/apps').expect(200);

    await listAt(token, '/apps').set('If-None-Match', first.headers.etag!).expect(304);
    const [entry] = await server.database.source.query<object[]>(
      `select actor_kind "actorKind", actor_name "actorName" from audit_entries
       where actor_id = $1 and action = 'secret.read' limit 1`,
      [id],
    );
    expect(entry).toEqual({ actorKind: 'service-token', actorName: 'nightly' });
    const { body } = await server.as(token).get(ROUTE).expect(200);
    expect((body as { lastUsed: string | null }).lastUsed).not.toBeNull();
  });
});

describe('what a service token writes', () => {
  const writes = {
    permissions: ['write'],
    scopes: [{ environment: 'dev', secretPath: '/apps/**' }],
  };
  const place = () => ({ projectId: project.id, environment: 'dev', secretPath: '/apps' });

  it('is made, changed and deleted without being read', async () => {
    const { token, id } = await make(writer, writes);
    const http = server.as(token);
    const made = await http
      .post('/api/v4/secrets/WRITTEN')
      .send({ ...place(), secretValue: VALUE })
      .expect(200);

    expect(JSON.stringify(made.body)).not.toContain(VALUE);
    expect(made.body).toMatchObject({
      secret: { actor: { actorId: id, actorType: 'service-token', name: 'nightly' } },
    });
    await http.get('/api/v4/secrets').query(place()).expect(403);
    const changed = await http
      .patch('/api/v4/secrets/WRITTEN')
      .send({ ...place(), secretValue: `${VALUE}!` })
      .expect(200);
    expect(JSON.stringify(changed.body)).not.toContain(VALUE);
    await http.delete('/api/v4/secrets/WRITTEN').send(place()).expect(200);
    const batch = { ...place(), secrets: [{ secretKey: 'ONE', secretValue: VALUE }] };
    await http.post('/api/v4/secrets/batch').send(batch).expect(200);
    await http.delete('/api/v4/secrets/batch').send(batch).expect(200);
  });

  it('happens once with an Idempotency-Key, and is not shown to the token of before', async () => {
    const { token, id } = await make(writer, writes);
    const send = () =>
      server
        .as(token)
        .post('/api/v4/secrets/KEYED')
        .set('Idempotency-Key', id)
        .send({ ...place(), secretValue: VALUE });

    await send().expect(200);
    const { headers } = await send().expect(200);
    expect(headers['idempotency-replayed']).toBe('true');
  });

  it('is folders and imports as well, within its scopes (403)', async () => {
    const { token } = await make(writer, { ...writes, permissions: ['read', 'write'] });
    const http = server.as(token);
    const folder = { projectId: project.id, environment: 'dev', name: 'made' };
    const { body } = await http
      .post('/api/v1/folders')
      .send({ ...folder, path: '/apps' })
      .expect(200);

    const { id } = (body as { folder: { id: string } }).folder;
    await http
      .patch(`/api/v1/folders/${id}`)
      .send({ ...folder, name: 'renamed' })
      .expect(200);
    await http.delete(`/api/v2/folders/${id}`).send({ projectId: project.id }).expect(200);
    await http
      .post('/api/v1/folders')
      .send({ ...folder, path: '/' })
      .expect(403);
    const importing = (path: string, from: string) =>
      http.post('/api/v1/secret-imports').send({
        ...{ workspaceId: project.id, environment: 'dev', path },
        import: { environment: 'dev', path: from },
      });
    await importing('/apps', '/other').expect(403);
    await importing('/other', '/apps/web').expect(403);
    await importing('/apps', '/apps/web').expect(200);
  });

  it('is refused with read alone (403)', async () => {
    const { token } = await make(writer, { ...writes, permissions: ['read'] });

    await server
      .as(token)
      .post('/api/v4/secrets/NOPE')
      .send({ ...place(), secretValue: VALUE })
      .expect(403);
  });
});

describe('a rename that would bring secrets into the scope of a service token', () => {
  it('is weighed as if the token held them (403)', async () => {
    const renamed = await aProject(admin);
    const scopes = [{ environment: 'staging', secretPath: '/**' }];
    await make(admin, { workspaceId: renamed.id, scopes });
    const base = `/api/v1/projects/${renamed.id}`;
    const { body } = await admin.http.get(base).expect(200);
    const { environments } = (body as { project: { environments: { id: string; slug: string }[] } })
      .project;
    const rename = (by: Caller, from: string, to: string) => {
      const { id } = environments.find(({ slug }) => slug === from)!;
      return by.http.patch(`${base}/environments/${id}`).send({ slug: to });
    };
    const environment = { projectId: renamed.id, environment: 'prod', secretPath: '/' };
    await admin.http
      .post('/api/v4/secrets/KEY')
      .send({ ...environment, secretValue: VALUE })
      .expect(200);
    const renamer = await aMember(server, renamed, orgId, [
      { subject: 'environments', action: ['read', 'edit'] },
      { subject: 'secrets', action: ['describeSecret', 'readValue', 'create', 'edit', 'delete'] },
    ]);
    await admin.http
      .post('/api/v1/secret-imports')
      .send({
        ...{ workspaceId: renamed.id, environment: 'prod', path: '/' },
        import: { environment: 'dev', path: '/' },
      })
      .expect(200);

    await rename(admin, 'staging', 'aside').expect(200);
    await rename(renamer, 'prod', 'staging').expect(403);
    await rename(renamer, 'prod', 'elsewhere').expect(200);
  });
});

describe('routes that are not for service tokens', () => {
  it.each([
    ['get', '/api/v1/organization/roles'],
    ['get', '/api/v1/projects/PROJECT'],
    ['get', '/api/v1/projects/PROJECT/identity-memberships'],
    ['get', '/api/v1/organization/audit-logs'],
    ['get', '/api/v1/workspace/PROJECT/service-token-data'],
    ['get', '/api/v4/secrets/KEY/secret-references'],
    ['post', '/api/v4/secrets/move'],
    ['post', '/api/v1/events/subscribe/project-events'],
    ['delete', `/api/v2/service-token/${randomUUID()}`],
  ] as const)('%s %s is refused (403)', async (method, path) => {
    const { token } = await make(admin, { permissions: ['read', 'write'] });

    const answer = await server.as(token)[method](path.replace('PROJECT', project.id)).expect(403);
    expect(codeOf(answer)).toBe('service-token-refused');
  });
});
