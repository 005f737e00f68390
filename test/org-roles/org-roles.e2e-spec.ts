import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { ORG_SUBJECTS } from '../../src/permissions/org-subjects.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson } from '../support/people.js';
import { aScene, anIdentity, aProject, join } from '../support/scene.js';

const server = useApp();
const PATH = '/api/v1/organization/roles';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

interface Role {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
}

const roleOf = (answer: { body: unknown }) => (answer.body as { role: Role }).role;
const pathsOf = (answer: { body: unknown }) =>
  (answer.body as { message: { path: unknown[] }[] }).message.map((problem) => problem.path);

describe(`POST ${PATH}`, () => {
  it('creates a role and answers the whole record', async () => {
    const { admin, orgId } = await aScene(server);
    const permissions = [{ subject: 'audit-logs', action: ['read'] }];

    const answer = await admin.http
      .post(PATH)
      .send({ slug: 'auditor', name: 'Auditor', description: null, permissions })
      .expect(200);

    expect(answer.body).toEqual({
      role: {
        id: expect.any(String),
        orgId,
        slug: 'auditor',
        name: 'Auditor',
        description: null,
        permissions,
        createdAt: TIME,
        updatedAt: TIME,
      },
    });
  });

  it.each(Object.entries(ORG_SUBJECTS))(
    'accepts every action on %s, and no other',
    async (subject, row) => {
      const { admin } = await aScene(server);
      const send = (action: string | readonly string[]) =>
        admin.http.post(PATH).send({ slug: 'r', name: 'R', permissions: [{ subject, action }] });

      await send(['no-such-action']).expect(422);
      await send(row.actions).expect(200);
      const [first] = row.actions;
      await admin.http
        .post(PATH)
        .send({ slug: 'one', name: 'One', permissions: [{ subject, action: first }] })
        .expect(200);
    },
  );

  it('takes conditions and inverted on app-connections alone', async () => {
    const { admin } = await aScene(server);
    const send = (rule: object) =>
      admin.http.post(PATH).send({ slug: `r-${randomUUID()}`, name: 'R', permissions: [rule] });
    const connect = { subject: 'app-connections', action: ['connect'] };

    for (const connectionId of ['a', { $eq: 'a' }, { $ne: 'a' }, { $in: ['a', 'b'] }]) {
      const rule = { ...connect, conditions: { connectionId }, inverted: true };
      expect(roleOf(await send(rule).expect(200)).permissions).toEqual([rule]);
    }
    for (const conditions of [
      { connectionId: { $glob: '*' } },
      { other: 'a' },
      { connectionId: '' },
      [],
    ]) {
      await send({ ...connect, conditions }).expect(422);
    }
    await send({ subject: 'role', action: ['read'], conditions: {} }).expect(422);
    await send({ subject: 'role', action: ['read'], inverted: true }).expect(422);
  });

  it('takes inverted: false anywhere as saying nothing', async () => {
    const { admin } = await aScene(server);
    const permissions = [{ subject: 'role', action: ['read'], inverted: false }];

    const answer = await admin.http.post(PATH).send({ slug: 'r', name: 'R', permissions });

    expect(roleOf(answer).permissions).toEqual([{ subject: 'role', action: ['read'] }]);
  });

  it('refuses unknown properties, at the top and in a rule', async () => {
    const { admin } = await aScene(server);
    const permissions = [{ subject: 'role', action: 'read', note: 'x' }];

    const answer = await admin.http
      .post(PATH)
      .send({ slug: 'r', name: 'R', permissions, orgId: 'x' })
      .expect(422);

    expect(pathsOf(answer)).toEqual([['orgId'], ['permissions', 0]]);
  });

  it.each([
    ['an empty slug', { slug: '' }, ['slug']],
    ['a slug of 65 characters', { slug: 'a'.repeat(65) }, ['slug']],
    ['an upper-case slug', { slug: 'Admin' }, ['slug']],
    ['a double hyphen', { slug: 'a--b' }, ['slug']],
    ['a look-alike letter', { slug: '\u0430dmin' }, ['slug']],
    ['a reserved slug', { slug: 'admin' }, ['slug']],
    ['the carrier of custom roles', { slug: 'custom' }, ['slug']],
    ['an empty name', { name: ' ' }, ['name']],
    ['no rules', { permissions: undefined }, ['permissions']],
    [
      'an empty action',
      { permissions: [{ subject: 'role', action: [] }] },
      ['permissions', 0, 'action'],
    ],
  ])('refuses %s', async (_, change, path) => {
    const { admin } = await aScene(server);
    const good = { slug: 'r', name: 'R', permissions: [] };

    const answer = await admin.http
      .post(PATH)
      .send({ ...good, ...change })
      .expect(422);

    expect(pathsOf(answer)).toEqual([path]);
  });

  it('takes a slug of 64 characters', async () => {
    const { admin } = await aScene(server);
    await admin.http
      .post(PATH)
      .send({ slug: 'a'.repeat(64), name: 'R', permissions: [] })
      .expect(200);
  });

  it('lets one of fifty win when all want the same slug', async () => {
    const { admin } = await aScene(server);
    const body = { slug: 'same', name: 'Same', permissions: [] };

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.http.post(PATH).send(body)),
    );

    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
  });

  it('refuses a template that names anything but the identity', async () => {
    const { admin } = await aScene(server);
    const conditions = { connectionId: '{{env.HOME}}' };
    const permissions = [{ subject: 'app-connections', action: ['connect'], conditions }];
    await admin.http.post(PATH).send({ slug: 'r', name: 'R', permissions }).expect(400);
  });

  it('writes one audit entry in the transaction of the change', async () => {
    const { admin, orgId } = await aScene(server);
    const made = await admin.http.post(PATH).send({ slug: 'r', name: 'R', permissions: [] });

    const entries = await server.database.source.query<object[]>(
      `select action, target, actor_id from audit_entries where org_id = $1`,
      [orgId],
    );

    const target = { roleId: roleOf(made).id, slug: 'r' };
    expect(entries).toEqual([{ action: 'org-role.create', target, actor_id: admin.id }]);
  });
});

describe(`GET ${PATH}`, () => {
  it('lists the predefined roles first, then the others by slug, without rules', async () => {
    const { admin } = await aScene(server);
    for (const slug of ['zebra', 'apple']) {
      await admin.http.post(PATH).send({ slug, name: slug, permissions: [] }).expect(200);
    }

    const { roles } = (await admin.http.get(PATH).expect(200)).body as { roles: Role[] };

    expect(roles.map((role) => role.slug)).toEqual([
      'admin',
      'member',
      'no-access',
      'apple',
      'zebra',
    ]);
    expect(roles[0]).not.toHaveProperty('permissions');
  });

  it('reads a role by id and by slug, predefined ones too', async () => {
    const { admin } = await aScene(server);
    const { id } = roleOf(
      await admin.http.post(PATH).send({ slug: 'r', name: 'R', permissions: [] }),
    );

    const byId = await admin.http.get(`${PATH}/${id}`).expect(200);
    const bySlug = await admin.http.get(`${PATH}/slug/r`).expect(200);

    expect(byId.body).toEqual(bySlug.body);
    const predefined = 'b11b49a9-09a9-4443-916a-4246f9ff2c69';
    expect(roleOf(await admin.http.get(`${PATH}/${predefined}`)).slug).toBe('admin');
    expect(roleOf(await admin.http.get(`${PATH}/slug/no-access`)).permissions).toEqual([]);
  });
});

describe(`PATCH and DELETE ${PATH}/{roleId}`, () => {
  it('changes what is given and leaves the rest', async () => {
    const { admin } = await aScene(server);
    const permissions = [{ subject: 'role', action: ['read', 'edit'] }];
    const made = await admin.http
      .post(PATH)
      .send({ slug: 'r', name: 'R', description: 'd', permissions });
    const { id } = roleOf(made);

    const changed = await admin.http.patch(`${PATH}/${id}`).send({ name: 'New' }).expect(200);
    expect(changed.body).toEqual({
      role: { ...roleOf(made), name: 'New', updatedAt: TIME },
    });
    const cleared = await admin.http.patch(`${PATH}/${id}`).send({ description: null }).expect(200);
    expect(cleared.body).toMatchObject({ role: { description: null, name: 'New' } });
    await admin.http.patch(`${PATH}/${id}`).send({ slug: 'r' }).expect(200);
  });

  it('answers 404 for a predefined role, 409 for a slug that is taken', async () => {
    const { admin } = await aScene(server);
    const make = (slug: string) => admin.http.post(PATH).send({ slug, name: 'R', permissions: [] });
    await make('taken');
    const { id } = roleOf(await make('r'));

    await admin.http.patch(`${PATH}/${id}`).send({ slug: 'taken' }).expect(409);
    const predefined = `${PATH}/b11b49a9-09a9-4443-916a-4246f9ff2c70`;
    await admin.http.patch(predefined).send({ name: 'Mine' }).expect(404);
    await admin.http.delete(predefined).expect(404);
  });

  it('either goes or is given, where both happen at once', async () => {
    const { admin, orgId } = await aScene(server);
    for (let run = 0; run < 10; run++) {
      const target = await anIdentity(server, orgId, 'no-access');
      const slug = `raced-${run}`;
      const made = await admin.http.post(PATH).send({ slug, name: slug, permissions: [] });
      const statuses = await Promise.all([
        admin.http.delete(`${PATH}/${roleOf(made).id}`).then(({ status }) => status),
        admin.http
          .patch(`/api/v1/identities/${target.id}`)
          .send({ role: slug })
          .then(({ status }) => status),
      ]);
      expect([
        [200, 404],
        [400, 200],
      ]).toContainEqual(statuses);
    }
  });

  it('keeps a role that somebody holds, and counts the holders', async () => {
    const { admin, orgId } = await aScene(server);
    await anIdentity(server, orgId, [{ subject: 'role', action: ['read'] }]);
    const { roles } = (await admin.http.get(PATH)).body as { roles: Role[] };
    const held = roles.at(-1)!;

    const answer = await admin.http.delete(`${PATH}/${held.id}`).expect(400);

    expect(answer.body).toMatchObject({ message: 'The role is still held by 1 members.' });
  });

  it('takes effect at the next request', async () => {
    const { admin, orgId } = await aScene(server);
    const reader = await anIdentity(server, orgId, [{ subject: 'role', action: ['read'] }]);
    const { roles } = (await reader.http.get(PATH).expect(200)).body as { roles: Role[] };
    const role = roles.at(-1)!;
    const permissions = [{ subject: 'role', action: ['read'] }];

    await admin.http.patch(`${PATH}/${role.id}`).send({ permissions: [] }).expect(200);
    await reader.http.get(PATH).expect(403);
    await admin.http.patch(`${PATH}/${role.id}`).send({ permissions }).expect(200);
    await reader.http.get(PATH).expect(200);
  });
});

describe('the boundary of organization rights', () => {
  const EDITOR: Rule[] = [
    { subject: 'role', action: ['read', 'edit'] },
    {
      subject: 'identity',
      action: ['read', 'edit', 'edit-auth', 'create-token', 'delete', 'revoke-auth'],
    },
  ];

  async function anEditor() {
    const scene = await aScene(server);
    const editor = await anIdentity(server, scene.orgId, EDITOR);
    const { roles } = (await editor.http.get(PATH)).body as { roles: Role[] };
    return { ...scene, editor, own: roles.at(-1)! };
  }

  it('keeps an editor from giving its own role more', async () => {
    const { editor, own } = await anEditor();
    const permissions = [...EDITOR, { subject: 'billing', action: ['read'] }];

    const answer = await editor.http.patch(`${PATH}/${own.id}`).send({ permissions }).expect(403);

    expect(answer.body).toMatchObject({
      error: 'PermissionDenied',
      details: { missingPermissions: [{ subject: 'billing', action: ['read'] }] },
    });
  });

  it('lets an editor take rights away, and change a role that nobody holds', async () => {
    const { admin, editor, own } = await anEditor();
    const free = await admin.http.post(PATH).send({ slug: 'free', name: 'Free', permissions: [] });
    const billing = { permissions: [{ subject: 'billing', action: ['read'] }] };

    await editor.http
      .patch(`${PATH}/${roleOf(free).id}`)
      .send(billing)
      .expect(200);
    await editor.http
      .patch(`${PATH}/${own.id}`)
      .send({ permissions: [{ subject: 'role', action: ['read', 'edit'] }] })
      .expect(200);
  });

  it('keeps the credentials of an identity that is stronger in a project out of reach', async () => {
    const { admin, orgId, editor } = await anEditor();
    const project = await aProject(admin);
    const target = await anIdentity(server, orgId, 'no-access');
    const attach = `/api/v1/auth/universal-auth/identities/${target.id}`;
    await join(server, project, target, 'admin');

    const refused = await editor.http.post(attach).send({}).expect(403);
    expect(refused.body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    await admin.http.post(attach).send({}).expect(200);
  });

  it('keeps the only administrator of a project', async () => {
    const { admin, orgId } = await anEditor();
    const owner = await anIdentity(server, orgId, 'member');
    const project = await aProject(owner);

    const answer = await admin.http.delete(`/api/v1/identities/${owner.id}`).expect(409);

    expect(answer.body).toMatchObject({ error: 'Conflict', details: { projects: [project.id] } });
  });
});

describe('an organization role that people and groups hold', () => {
  const CONNECT = { subject: 'app-connections', action: ['connect'] };
  const FORBIDS = { ...CONNECT, inverted: true };
  const EDITS_ROLES = [{ subject: 'role', action: ['read', 'create', 'edit', 'delete'] }];

  async function aRole(orgId: string, rules: readonly object[]) {
    const id = randomUUID();
    await server.database.source.query(
      `insert into org_roles (id, org_id, slug, name, permissions) values ($1, $2, $3, 'Held', $4)`,
      [id, orgId, `held-${id}`, JSON.stringify(rules)],
    );
    return id;
  }
  const hold = (table: string, roleId: string, id: string) =>
    server.database.source.query(
      `update ${table} set role = 'custom', role_id = $1 where id = $2`,
      [roleId, id],
    );

  it('cannot be deleted while a person or a group has it (400)', async () => {
    const { orgId, admin } = await aScene(server);
    const [ofPerson, ofGroup] = [await aRole(orgId, []), await aRole(orgId, [])];
    const ann = await aPerson(server, orgId, 'no-access');
    await hold('organization_memberships', ofPerson, ann.orgMembershipId);
    await hold('groups', ofGroup, await aGroup(server, orgId));
    for (const roleId of [ofPerson, ofGroup]) {
      const answer = await admin.http.delete(`/api/v1/organization/roles/${roleId}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: 'The role is still held by 1 members.' });
    }
  });

  it('is weighed for those who hold it (403)', async () => {
    const { orgId } = await aScene(server);
    const editor = await aPerson(server, orgId, EDITS_ROLES);
    const roleId = await aRole(orgId, []);
    const edit = () =>
      editor.http
        .patch(`/api/v1/organization/roles/${roleId}`)
        .send({ permissions: [CONNECT] })
        .then(({ status }) => status);
    expect(await edit()).toBe(200);
    await server.database.source.query(`update org_roles set permissions = '[]' where id = $1`, [
      roleId,
    ]);
    await hold('groups', roleId, await aGroup(server, orgId));
    expect(await edit()).toBe(403);
  });

  it('may not free by an ended prohibition what another role of a member allows (403)', async () => {
    const { orgId, admin } = await aScene(server);
    const editor = await aPerson(server, orgId, EDITS_ROLES);
    const roleId = await aRole(orgId, [FORBIDS]);
    const ann = await aPerson(server, orgId, [CONNECT]);
    const groupId = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await hold('groups', roleId, groupId);
    const url = `/api/v1/organization/roles/${roleId}`;
    const freed = await editor.http.patch(url).send({ permissions: [] });
    expect(freed.status).toBe(403);
    expect((await admin.http.patch(url).send({ permissions: [] })).status).toBe(200);
    // Nor may a prohibition that begins take from ann what the editor does not hold.
    expect((await editor.http.patch(url).send({ permissions: [FORBIDS] })).status).toBe(403);
  });
});
