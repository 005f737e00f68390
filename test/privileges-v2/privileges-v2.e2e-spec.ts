import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  type Caller,
  aMember,
  anIdentity,
  aProject,
  aScene,
  type TestProject,
} from '../support/scene.js';
import { BLIND, withoutNames } from '../support/refusals.js';

const server = useApp();
const PATH = '/api/v2/identity-project-additional-privilege';
const READ: Rule = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
const PERMANENT = { isTemporary: false };

interface MemberScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  /** Holds nothing but what a test gives. */
  readonly bot: Caller;
}

async function aMemberScene(): Promise<MemberScene> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, bot: await aMember(server, project, orgId, 'no-access') };
}

const bodyFor = ({ project, bot }: MemberScene, more: object = {}) => ({
  identityId: bot.id,
  projectId: project.id,
  permissions: [READ],
  type: PERMANENT,
  ...more,
});

interface Record {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
}

async function grant(scene: MemberScene, more: object = {}, by = scene.admin): Promise<Record> {
  const answer = await by.http.post(PATH).send(bodyFor(scene, more)).expect(200);
  return (answer.body as { privilege: Record }).privilege;
}

const mayList = async ({ bot, project }: MemberScene): Promise<boolean> => {
  const query = `workspaceId=${project.id}&environment=dev`;
  return (await bot.http.get(`/api/v3/secrets/raw?${query}`)).status === 200;
};

describe('POST /api/v2/identity-project-additional-privilege', () => {
  it('grants a permanent privilege, and the next request of the identity counts it', async () => {
    const scene = await aMemberScene();
    expect(await mayList(scene)).toBe(false);

    const answer = await scene.admin.http.post(PATH).send(bodyFor(scene, { slug: 'reader' }));

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      privilege: {
        id: expect.any(String),
        slug: 'reader',
        permissions: [READ],
        isTemporary: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await mayList(scene)).toBe(true);
  });

  it('grants a temporary one with its end computed', async () => {
    const scene = await aMemberScene();
    const type = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '90 minutes',
      temporaryAccessStartTime: '2030-01-01T12:00:00+02:00',
    };

    expect(await grant(scene, { type })).toMatchObject({
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '90 minutes',
      temporaryAccessStartTime: '2030-01-01T10:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T11:30:00.000Z',
    });
    expect(await mayList(scene)).toBe(false);
  });

  it('refuses whoever granted before and may not any more, in the same order (404, 403)', async () => {
    const scene = await aMemberScene();
    const granter = await aMember(server, scene.project, scene.orgId, 'admin');
    const post = (more: object) => granter.http.post(PATH).send(bodyFor(scene, more));
    await grant(scene, {}, granter);

    await post({ identityId: (await anIdentity(server, scene.orgId, 'no-access')).id }).expect(404);
    await grant(scene, {}, granter);
    const role = { role: 'viewer' };
    const { id } = scene.project;
    const path = `/api/v1/projects/${id}/identity-memberships/${granter.id}`;
    await scene.admin.http
      .patch(path)
      .send({ roles: [role] })
      .expect(200);

    await post({}).expect(403);
    await post({ identityId: randomUUID() }).expect(404);
    await post({}).expect(403);
  });

  it('makes up a slug where none is given', async () => {
    const { slug } = await grant(await aMemberScene());
    expect(slug).toMatch(/^[a-z0-9]{8,60}$/);
  });

  it('ignores what Terraform sends beside isTemporary: false', async () => {
    const scene = await aMemberScene();
    const zero = { temporaryMode: '', temporaryRange: '' };
    const start = { temporaryAccessStartTime: '0001-01-01T00:00:00Z' };
    const privilege = await grant(scene, { type: { ...PERMANENT, ...zero, ...start } });
    expect(privilege).toMatchObject({ isTemporary: false });
    expect(privilege).not.toHaveProperty('temporaryMode');
  });

  it.each([
    ['a slug of 61 characters', { slug: 'a'.repeat(61) }],
    ['an empty slug', { slug: '' }],
    ['a slug with capitals', { slug: 'Reader' }],
    ['no permissions', { permissions: undefined }],
    ['an unknown subject', { permissions: [{ subject: 'constructor', action: 'read' }] }],
    ['an action of another subject', { permissions: [{ subject: 'tags', action: 'lease' }] }],
    ['an empty list of actions', { permissions: [{ subject: 'secrets', action: [] }] }],
    ['an unknown operator', { permissions: [on({ environment: { $regex: '.' } })] }],
    ['a path without slash', { permissions: [on({ secretPath: 'a' })] }],
    ['no type', { type: undefined }],
    ['a type without isTemporary', { type: {} }],
    ['a temporary type without range', { type: { isTemporary: true } }],
    ['a range of nothing', { type: temporary({ temporaryRange: '0s' }) }],
    ['a range in months', { type: temporary({ temporaryRange: '1M' }) }],
    ['a range beyond all times', { type: temporary({ temporaryRange: '99999999999d' }) }],
    ['another mode', { type: temporary({ temporaryMode: 'absolute' }) }],
    ['a start that is no time', { type: temporary({ temporaryAccessStartTime: 'soon' }) }],
  ])('refuses %s with 422', async (_, more) => {
    const scene = await aMemberScene();
    const answer = await scene.admin.http.post(PATH).send(bodyFor(scene, more));
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([
      422,
      'ValidationFailure',
    ]);
  });

  it('takes a slug of 60 characters and of one', async () => {
    const scene = await aMemberScene();
    expect((await grant(scene, { slug: 'a'.repeat(60) })).slug).toHaveLength(60);
    expect((await grant(scene, { slug: 'b' })).slug).toBe('b');
  });

  it('refuses read beside its parts on secrets with 400', async () => {
    const scene = await aMemberScene();
    const permissions = [{ subject: 'secrets', action: ['read', 'readValue'] }];
    await scene.admin.http.post(PATH).send(bodyFor(scene, { permissions })).expect(400);
  });

  it('answers the same 404 for what is elsewhere as for what is unknown, no member, or no id; 403 to a caller who is no member', async () => {
    const scene = await aMemberScene();
    const other = await aMemberScene();
    const outsider = await anIdentity(server, scene.orgId, 'no-access');
    const send = (more: object) => scene.admin.http.post(PATH).send(bodyFor(scene, more));
    const answers = await Promise.all([
      send({ projectId: other.project.id }),
      send({ projectId: other.project.id, identityId: other.bot.id }),
      send({ identityId: other.bot.id }),
      send({ identityId: outsider.id }),
      send({ identityId: randomUUID() }),
      send({ identityId: '%' }),
      send({ projectId: 'undefined' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const messages = answers.map(({ body }) => (withoutNames(body) as { message: string }).message);
    const member = 'Identity * is not a member of this project.';
    expect(messages).toEqual([BLIND, BLIND, member, member, member, BLIND, BLIND]);
    await outsider.http.post(PATH).send(bodyFor(scene)).expect(403);
  });

  it('answers 409 to a slug that is taken, and lets another identity have it', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'taken' });
    const again = await scene.admin.http.post(PATH).send(bodyFor(scene, { slug: 'taken' }));
    expect([again.status, (again.body as { error: string }).error]).toEqual([409, 'Conflict']);

    const bot = await aMember(server, scene.project, scene.orgId, 'no-access');
    await grant({ ...scene, bot }, { slug: 'taken' });
  });

  it('lets one of 50 concurrent creations of a slug win', async () => {
    const scene = await aMemberScene();
    const send = () => scene.admin.http.post(PATH).send(bodyFor(scene, { slug: 'race' }));
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(409)]).toEqual([1, 49]);
  });

  it('writes one audit entry with ids and names, without rules', async () => {
    const scene = await aMemberScene();
    const { id } = await grant(scene, { slug: 'audited' });
    const rows = await server.database.source.query(
      `select action, project_id, actor_id, target from audit_entries where target->>'privilegeId' = $1`,
      [id],
    );
    const target = {
      privilegeId: id,
      slug: 'audited',
      identityId: scene.bot.id,
      isTemporary: false,
    };
    expect(rows).toEqual([
      {
        action: 'privilege.grant',
        project_id: scene.project.id,
        actor_id: scene.admin.id,
        target,
      },
    ]);
  });
});

describe('who may grant', () => {
  const EDIT: Rule = { subject: 'identity', action: ['read', 'edit', 'grant-privileges'] };
  const ALL: Rule = { subject: 'secrets', action: ['read', 'create', 'edit', 'delete'] };

  const grantor = (scene: MemberScene, ...rules: Rule[]) =>
    aMember(server, scene.project, scene.orgId, rules);

  const statusOf = async (scene: MemberScene, rules: Rule[], permissions: Rule[], more = {}) => {
    const caller = await grantor(scene, ...rules);
    const answer = await caller.http.post(PATH).send(bodyFor(scene, { permissions, ...more }));
    return answer.status;
  };

  it('demands edit and grant-privileges on the identity', async () => {
    const scene = await aMemberScene();
    const only = (action: string) => [{ subject: 'identity', action }, ALL];
    expect(await statusOf(scene, only('edit'), [READ])).toBe(403);
    expect(await statusOf(scene, only('grant-privileges'), [READ])).toBe(403);
    expect(await statusOf(scene, [EDIT, ALL], [READ])).toBe(200);
    expect(await statusOf(scene, [{ ...EDIT, action: ['read'] }, ALL], [])).toBe(403);
  });

  it('holds conditions on the identity, the subject and the action', async () => {
    const scene = await aMemberScene();
    const edit: Rule = { subject: 'identity', action: 'edit' };
    const mayGrant = (conditions: object): Rule[] => [
      { subject: 'identity', action: 'grant-privileges', conditions },
      edit,
      ALL,
    ];
    const tags: Rule = { subject: 'tags', action: 'read' };
    const statuses = [
      await statusOf(scene, mayGrant({ identityId: scene.bot.id }), [READ]),
      await statusOf(scene, mayGrant({ identityId: randomUUID() }), [READ]),
      await statusOf(scene, mayGrant({ assignableSubject: 'secrets' }), [READ]),
      await statusOf(scene, [...mayGrant({ assignableSubject: 'tags' }), tags], [READ]),
      await statusOf(scene, mayGrant({ assignableAction: { $glob: 'secrets:*' } }), [READ]),
      await statusOf(scene, mayGrant({ assignableAction: 'secrets:readValue' }), [READ]),
    ];
    expect(statuses).toEqual([200, 403, 200, 403, 200, 403]);
  });

  it('refuses read where granting a part of it is forbidden', async () => {
    const scene = await aMemberScene();
    const forbids: Rule = {
      subject: 'identity',
      action: 'grant-privileges',
      conditions: { assignableAction: 'secrets:readValue' },
      inverted: true,
    };
    const read: Rule = { subject: 'secrets', action: 'read' };
    expect(await statusOf(scene, [EDIT, ALL, forbids], [read])).toBe(403);
    expect(await statusOf(scene, [EDIT, ALL, forbids], [{ ...read, action: 'create' }])).toBe(200);
  });

  it('refuses more than the caller holds and names it', async () => {
    const scene = await aMemberScene();
    const caller = await grantor(scene, EDIT, on({ secretPath: { $glob: '/apps/*' } }));
    const beyond = on({ secretPath: { $glob: '/apps/**' } });
    const permissions = [on({ secretPath: '/apps/a' }), beyond];
    const answer = await caller.http.post(PATH).send(bodyFor(scene, { permissions })).expect(403);
    expect(answer.body).toMatchObject({
      error: 'PermissionDenied',
      details: { missingPermissions: [{ ...beyond, action: ['readValue'] }] },
    });
    await caller.http
      .post(PATH)
      .send(bodyFor(scene, { permissions: permissions.slice(0, 1) }))
      .expect(200);
  });

  it('lets a caller with forbidding rules hand them on beside what they limit', async () => {
    const scene = await aMemberScene();
    const forbids: Rule = { ...on({ secretPath: { $glob: '/prod/**' } }), inverted: true };
    const allows: Rule = { subject: 'secrets', action: ['readValue'] };
    expect(await statusOf(scene, [EDIT, allows, forbids], [allows])).toBe(403);
    expect(await statusOf(scene, [EDIT, allows, forbids], [allows, forbids])).toBe(200);
  });

  it('refuses a grant that outlasts the right of the caller', async () => {
    const scene = await aMemberScene();
    const caller = await grantor(scene, EDIT);
    const start = await fromNow(-3600);
    await grant({ ...scene, bot: caller }, { type: { ...start, temporaryRange: '2h' } });

    const send = (type: object) => caller.http.post(PATH).send(bodyFor(scene, { type }));
    expect((await send(PERMANENT)).status).toBe(403);
    expect((await send({ ...start, temporaryRange: '121m' })).status).toBe(403);
    expect((await send({ ...start, temporaryRange: '119m' })).status).toBe(200);
  });

  it('takes turning temporary into permanent for a grant', async () => {
    const scene = await aMemberScene();
    const { id } = await grant(scene, { type: { ...(await fromNow(-60)), temporaryRange: '1h' } });
    const weak = await grantor(scene, EDIT);
    await weak.http.patch(`${PATH}/${id}`).send({ type: PERMANENT }).expect(403);
    await weak.http.patch(`${PATH}/${id}`).send({ slug: 'renamed' }).expect(200);
    // Nor does it take from somebody who holds more (N2).
    await weak.http.delete(`${PATH}/${id}`).expect(403);
    const strong = await grantor(scene, EDIT, READ);
    await strong.http.delete(`${PATH}/${id}`).expect(200);
  });

  it('takes removing a rule that forbids for a grant', async () => {
    const scene = await aMemberScene();
    const bot = await aMember(server, scene.project, scene.orgId, [READ]);
    const forbids = { ...READ, inverted: true, conditions: { environment: 'prod' } };
    const { id } = await grant({ ...scene, bot }, { permissions: [forbids] });
    const weak = await grantor(scene, EDIT, { ...READ, conditions: { environment: 'dev' } });

    await weak.http.delete(`${PATH}/${id}`).expect(403);
    await weak.http.patch(`${PATH}/${id}`).send({ permissions: [] }).expect(403);
    const short = { ...(await fromNow(0)), temporaryRange: '1h' };
    await weak.http.patch(`${PATH}/${id}`).send({ type: short }).expect(403);
    const strong = await grantor(scene, EDIT, READ);
    await strong.http.delete(`${PATH}/${id}`).expect(200);
  });
});

describe('PATCH /api/v2/identity-project-additional-privilege/:id', () => {
  it('changes what is given and leaves the rest', async () => {
    const scene = await aMemberScene();
    const { id } = await grant(scene, { slug: 'one' });
    const patch = async (body: object) =>
      ((await scene.admin.http.patch(`${PATH}/${id}`).send(body).expect(200)).body as object)[
        'privilege' as never
      ] as Record;

    expect(await patch({ slug: 'two' })).toMatchObject({ slug: 'two', permissions: [READ] });
    expect(await patch({ slug: 'two' })).toMatchObject({ slug: 'two' });
    expect(await patch({ permissions: [] })).toMatchObject({ slug: 'two', permissions: [] });
    expect(await mayList(scene)).toBe(false);
    expect(await patch({})).toMatchObject({ slug: 'two', permissions: [], isTemporary: false });
  });

  it('turns permanent into temporary and back', async () => {
    const scene = await aMemberScene();
    const { id } = await grant(scene);
    const type = { ...(await fromNow(-60)), temporaryRange: '1h' };
    const patch = (body: object) => scene.admin.http.patch(`${PATH}/${id}`).send(body);

    await patch({ type: { isTemporary: true } }).expect(400);
    await patch({ type: { ...type, temporaryRange: undefined } }).expect(400);
    const temporary = await patch({ type }).expect(200);
    expect(temporary.body).toMatchObject({ privilege: { ...type, isTemporary: true } });
    const longer = await patch({ type: { isTemporary: true, temporaryRange: '2h' } }).expect(200);
    expect(longer.body).toMatchObject({ privilege: { ...type, temporaryRange: '2h' } });

    const back = await patch({ type: { isTemporary: false, temporaryRange: '' } }).expect(200);
    expect((back.body as { privilege: object }).privilege).not.toHaveProperty('temporaryRange');
    const [row] = await server.database.source.query(
      `select num_nulls(temporary_mode, temporary_range, temporary_access_start_time,
         temporary_access_end_time) nulls from additional_privileges where id = $1`,
      [id],
    );
    expect(row).toEqual({ nulls: 4 });
  });

  it('answers 409 to the slug of another privilege', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'one' });
    const { id } = await grant(scene, { slug: 'two' });
    await scene.admin.http.patch(`${PATH}/${id}`).send({ slug: 'one' }).expect(409);
  });

  it('lets a deletion and changes at once end in one order or the other', async () => {
    const scene = await aMemberScene();
    const { id } = await grant(scene);
    const [gone, ...changes] = await Promise.all([
      scene.admin.http.delete(`${PATH}/${id}`),
      ...Array.from({ length: 5 }, (_, i) =>
        scene.admin.http.patch(`${PATH}/${id}`).send({ slug: `s${i}` }),
      ),
    ]);
    expect(gone.status).toBe(200);
    expect(changes.every(({ status }) => status === 200 || status === 404)).toBe(true);
    await scene.admin.http.delete(`${PATH}/${id}`).expect(404);
  });
});

describe('GET and DELETE /api/v2/identity-project-additional-privilege', () => {
  it('reads by id, by slug and in the list, which has no rules', async () => {
    const scene = await aMemberScene();
    const first = await grant(scene, { slug: 'first' });
    const second = await grant(scene, { slug: 'second' });
    const { http } = scene.admin;
    const ofIdentity = `identityId=${scene.bot.id}`;

    expect((await http.get(`${PATH}/${first.id}`).expect(200)).body).toEqual({ privilege: first });
    const bySlug = `${PATH}/slug/first?${ofIdentity}&projectSlug=${scene.project.slug}`;
    expect((await http.get(bySlug).expect(200)).body).toEqual({ privilege: first });
    const items = [first, second].map((each) => {
      const { permissions: _, ...item } = each;
      return item;
    });
    for (const name of [`projectId=${scene.project.id}`, `projectSlug=${scene.project.slug}`]) {
      const list = await http.get(`${PATH}?${ofIdentity}&${name}`).expect(200);
      expect(list.body).toEqual({ privileges: items });
    }
    await http.get(`${PATH}?${ofIdentity}`).expect(422);
    await http.get(`${PATH}?projectId=${scene.project.id}`).expect(422);
    await http.get(`${PATH}/slug/first?${ofIdentity}`).expect(422);
    await http
      .get(`${PATH}/slug/third?${ofIdentity}&projectSlug=${scene.project.slug}`)
      .expect(404);
  });

  it.each([
    ['', ['identityId', 'projectId']],
    ['?identityId=x', ['projectId']],
    ['?identityId=x&projectId=&projectSlug=', ['projectId']],
    ['?projectSlug=some-project', ['identityId']],
  ])('names what the list lacks: %j (422)', async (query, missing) => {
    const { admin } = await aScene(server);

    const { body } = await admin.http
      .get(`/api/v2/identity-project-additional-privilege${query}`)
      .expect(422);

    const { message } = body as { message: { path: string[] }[] };
    expect(message.map(({ path }) => path.join('.'))).toEqual(missing);
  });

  it('deletes once, and the right is gone with the next request', async () => {
    const scene = await aMemberScene();
    const privilege = await grant(scene);
    expect(await mayList(scene)).toBe(true);
    const deleted = await scene.admin.http.delete(`${PATH}/${privilege.id}`).expect(200);
    expect(deleted.body).toEqual({ privilege });
    expect(await mayList(scene)).toBe(false);
    await scene.admin.http.delete(`${PATH}/${privilege.id}`).expect(404);
  });

  it('answers 401, 404 and 403 as every route does', async () => {
    const scene = await aMemberScene();
    const other = await aMemberScene();
    const { id } = await grant(scene);
    const query = `identityId=${scene.bot.id}&projectId=${scene.project.id}`;
    const bySlug = `slug/x?identityId=${scene.bot.id}&projectSlug=${scene.project.slug}`;
    for (const path of [`${PATH}/${id}`, `${PATH}?${query}`, `${PATH}/${bySlug}`]) {
      await server.http.get(path).expect(401);
      await other.admin.http.get(path).expect(404);
    }
    await scene.bot.http.get(`${PATH}/${id}`).expect(403);
    await scene.bot.http.get(`${PATH}?${query}`).expect(403);
    for (const bad of [randomUUID(), 'undefined', '%25', '%00', 'A'.repeat(2000)]) {
      expect([404, 422]).toContain((await scene.admin.http.get(`${PATH}/${bad}`)).status);
    }
    await other.admin.http.patch(`${PATH}/${id}`).send({ slug: 'x' }).expect(404);
    await other.admin.http.delete(`${PATH}/${id}`).expect(404);
    await scene.bot.http.delete(`${PATH}/${id}`).expect(403);
  });
});

describe('rules come back exactly as they were sent', () => {
  const FORMS: Rule[] = [
    { subject: 'secrets', action: 'readValue' },
    { action: ['create'], subject: 'secrets', inverted: false },
    { inverted: true, conditions: { environment: 'prod' }, action: ['edit'], subject: 'secrets' },
    {
      subject: 'secrets',
      action: ['readValue', 'describeSecret'],
      conditions: {
        secretTags: { $all: ['b', 'a'], $in: ['c'] },
        secretName: { $glob: 'DB_*', $ne: 'DB_ROOT' },
        secretPath: { $in: ['/a', '/b'] },
        environment: { $eq: 'dev' },
      },
    },
    { subject: 'secrets', action: 'read', conditions: { secretPath: { $glob: '/apps/**' } } },
    {
      subject: 'dynamic-secrets',
      action: ['lease'],
      conditions: { metadata: { $elemMatch: { value: { $in: ['x'] }, key: { $eq: 'team' } } } },
    },
    { subject: 'tags', action: ['read'] },
  ];

  it.each(FORMS.map((rule) => [JSON.stringify(rule), rule] as const))(
    'as Terraform compares them: %s',
    async (text, rule) => {
      const scene = await aMemberScene();
      const { id } = await grant(scene, { permissions: [rule] });
      const read = await scene.admin.http.get(`${PATH}/${id}`).expect(200);
      const { permissions } = (read.body as { privilege: Record }).privilege;
      expect(JSON.stringify(permissions)).toBe(`[${text}]`);

      const patched = await scene.admin.http.patch(`${PATH}/${id}`).send({ permissions: FORMS });
      const { privilege } = patched.body as { privilege: Record };
      expect(JSON.stringify(privilege.permissions)).toBe(JSON.stringify(FORMS));
    },
  );
});

function on(conditions: object): Rule {
  return { subject: 'secrets', action: ['readValue'], conditions };
}

function temporary(more: object): object {
  return {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: '1h',
    temporaryAccessStartTime: '2030-01-01T00:00:00Z',
    ...more,
  };
}

/** A temporary type that begins so many seconds from the database's now. */
async function fromNow(seconds: number): Promise<object> {
  const [row] = await server.database.source.query<{ start: Date }[]>(
    `select date_trunc('second', now()) + make_interval(secs => $1) "start"`,
    [seconds],
  );
  return temporary({ temporaryAccessStartTime: row!.start.toISOString() });
}
