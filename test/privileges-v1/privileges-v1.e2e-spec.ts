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

interface Refusal {
  readonly message: string;
}

const server = useApp();
const PATH = '/api/v1/additional-privilege/identity';
const V2 = '/api/v2/identity-project-additional-privilege';
const PERMISSION = {
  actions: ['read'],
  subject: 'secrets',
  conditions: { environment: 'dev', secretPath: { $glob: '/**' } },
};
const TIME = {
  temporaryMode: 'relative',
  temporaryRange: '2h',
  temporaryAccessStartTime: '2030-01-01T10:00:00Z',
};

interface MemberScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly bot: Caller;
}

interface Record {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
  readonly projectMembershipId: string;
}

async function aMemberScene(): Promise<MemberScene> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, bot: await aMember(server, project, orgId, 'no-access') };
}

const membershipOf = ({ bot, project }: MemberScene) => ({
  identityId: bot.id,
  projectSlug: project.slug,
});
const queryOf = ({ bot, project }: MemberScene) =>
  `identityId=${bot.id}&projectSlug=${project.slug}`;

const post = (scene: MemberScene, kind: string, more: object) =>
  scene.admin.http.post(`${PATH}/${kind}`).send({ ...membershipOf(scene), ...more });

const patch = (scene: MemberScene, privilegeSlug: string, privilegeDetails: object) =>
  scene.admin.http.patch(PATH).send({ ...membershipOf(scene), privilegeSlug, privilegeDetails });

const privilegeIn = (answer: { body: unknown }) => (answer.body as { privilege: Record }).privilege;

async function grant(scene: MemberScene, more: object = {}): Promise<Record> {
  const answer = await post(scene, 'permanent', { privilegePermission: PERMISSION, ...more });
  expect(answer.status).toBe(200);
  return privilegeIn(answer);
}

const mayList = async ({ bot, project }: MemberScene): Promise<boolean> => {
  const query = `workspaceId=${project.id}&environment=dev`;
  return (await bot.http.get(`/api/v3/secrets/raw?${query}`)).status === 200;
};

describe('POST /api/v1/additional-privilege/identity/permanent', () => {
  it('grants with effect, and shows the membership', async () => {
    const scene = await aMemberScene();
    expect(await mayList(scene)).toBe(false);
    const privilege = await grant(scene, { slug: 'reader' });

    expect(privilege).toEqual({
      id: expect.any(String),
      slug: 'reader',
      projectMembershipId: expect.any(String),
      permissions: [{ action: 'read', subject: 'secrets', conditions: PERMISSION.conditions }],
      isTemporary: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [row] = await server.database.source.query<{ id: string }[]>(
      'select id from project_memberships where identity_id = $1',
      [scene.bot.id],
    );
    expect(privilege.projectMembershipId).toBe(row!.id);
    expect(await mayList(scene)).toBe(true);
  });

  it('stores one rule for each action', async () => {
    const scene = await aMemberScene();
    const actions = ['read', 'create', 'edit', 'delete'];
    const { conditions, subject } = PERMISSION;
    const rules = actions.map((action) => ({ action, subject, conditions }));
    const { permissions } = await grant(scene, { privilegePermission: { ...PERMISSION, actions } });
    expect(JSON.stringify(permissions)).toBe(JSON.stringify(rules));
    const deprecated = [
      { action: 'write', subject },
      { action: ['read', 'edit'], subject },
    ];
    const made = await post(scene, 'permanent', { permissions: deprecated }).expect(200);
    const stored = ['create', 'edit', 'delete', 'read', 'edit'].map((action) => ({
      action,
      subject,
    }));
    expect(privilegeIn(made).permissions).toEqual(stored);
  });

  it('takes both forms of a path in the deprecated rules', async () => {
    const scene = await aMemberScene();
    const on = (secretPath: unknown) => ({
      action: 'read',
      subject: 'secrets',
      conditions: { environment: 'dev', secretPath },
    });
    const permissions = [on('/a'), on({ $glob: '/b/*' })];
    const made = await post(scene, 'permanent', { permissions }).expect(200);
    expect(privilegeIn(made).permissions).toEqual(permissions);
  });

  it('lets the replacing field win, and answers 400 to neither', async () => {
    const scene = await aMemberScene();
    const permissions = [{ action: 'write', subject: 'secrets' }];
    expect((await grant(scene, { permissions })).permissions).toHaveLength(1);
    await post(scene, 'permanent', {}).expect(400);
    await post(scene, 'permanent', { permissions: null }).expect(400);
    expect((await post(scene, 'permanent', { permissions: [] })).status).toBe(200);
  });

  it.each([
    ['no actions', { privilegePermission: { ...PERMISSION, actions: [] } }],
    ['a v2 action', { privilegePermission: { ...PERMISSION, actions: ['readValue'] } }],
    ['an action twice', { privilegePermission: { ...PERMISSION, actions: ['read', 'read'] } }],
    ['no conditions', { privilegePermission: { ...PERMISSION, conditions: undefined } }],
    ['no environment', { privilegePermission: { ...PERMISSION, conditions: {} } }],
    ['an unknown condition', { privilegePermission: withCondition({ everywhere: 'x' }) }],
    ['an unknown operator', { privilegePermission: withCondition({ secretPath: { $x: '/' } }) }],
    ['an unknown subject', { privilegePermission: { ...PERMISSION, subject: 'toString' } }],
    ['a list of permissions in its place', { privilegePermission: [PERMISSION] }],
    ['an action unknown to the subject', { permissions: [{ action: 'edit', subject: 'cmek2' }] }],
    ['rules that are none', { permissions: ['read'] }],
    ['a slug of 61 characters', { slug: 'a'.repeat(61), privilegePermission: PERMISSION }],
    ['a slug with a space', { slug: 'a b', privilegePermission: PERMISSION }],
    ['no identity', { identityId: undefined, privilegePermission: PERMISSION }],
    ['no project', { projectSlug: '', privilegePermission: PERMISSION }],
  ])('refuses %s with 422', async (_, more) => {
    expect((await post(await aMemberScene(), 'permanent', more)).status).toBe(422);
  });

  it('names the place of what is wrong', async () => {
    const privilegePermission = withCondition({ secretPath: { $x: '/' } });
    const { body } = await post(await aMemberScene(), 'permanent', { privilegePermission });
    const paths = (body as { message: { path: unknown }[] }).message.map(({ path }) => path);
    expect(paths).toEqual([['privilegePermission', 'conditions', 'secretPath']]);
  });

  it('answers 409 to a slug that is taken, by either generation', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'taken' });
    const body = { privilegePermission: PERMISSION, slug: 'taken' };
    await post(scene, 'permanent', body).expect(409);
    await post(scene, 'temporary', { ...body, ...TIME }).expect(409);
    const v2 = { identityId: scene.bot.id, projectId: scene.project.id, permissions: [] };
    const type = { isTemporary: false };
    await scene.admin.http
      .post(V2)
      .send({ ...v2, type, slug: 'taken' })
      .expect(409);
  });

  it('names the privilege that an identity has not, and only that', async () => {
    const scene = await aMemberScene();
    const other = await aMemberScene();
    const { projectSlug, identityId } = membershipOf(scene);
    const get = async (query: { readonly projectSlug: string; readonly identityId: string }) => {
      const path = `${PATH}/nope?${new URLSearchParams({ ...query }).toString()}`;
      return ((await scene.admin.http.get(path).expect(404)).body as Refusal).message;
    };

    expect(await get({ projectSlug, identityId })).toBe(
      "Privilege 'nope' not found in this project.",
    );
    expect(await get({ projectSlug, identityId: other.bot.id })).toBe(
      `Identity '${other.bot.id}' is not a member of this project.`,
    );
    expect(await get({ projectSlug: other.project.slug, identityId })).toBe(BLIND);
  });

  it('answers the same 404 for all that is not there', async () => {
    const scene = await aMemberScene();
    const other = await aMemberScene();
    const outsider = await anIdentity(server, scene.orgId, 'admin');
    const body = { privilegePermission: PERMISSION };
    const answers = await Promise.all([
      post(scene, 'permanent', { ...body, projectSlug: other.project.slug }),
      post(scene, 'permanent', { ...body, projectSlug: 'nowhere' }),
      post(scene, 'permanent', { ...body, identityId: other.bot.id }),
      post(scene, 'permanent', { ...body, identityId: outsider.id }),
      post(scene, 'permanent', { ...body, identityId: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const messages = answers.map(({ body: each }) => (withoutNames(each) as Refusal).message);
    const member = 'Identity * is not a member of this project.';
    expect(messages).toEqual([BLIND, BLIND, member, member, BLIND]);
    await server.http.post(`${PATH}/permanent`).send(body).expect(401);
    const own = { ...membershipOf(scene), ...body };
    await outsider.http.post(`${PATH}/permanent`).send(own).expect(403);
    const weak = { ...membershipOf(scene), ...body };
    await scene.bot.http.post(`${PATH}/permanent`).send(weak).expect(403);
    await scene.bot.http.post(`${PATH}/permanent`).send(membershipOf(scene)).expect(403);
  });
});

describe('POST /api/v1/additional-privilege/identity/temporary', () => {
  it('grants for a time, with the end computed', async () => {
    const scene = await aMemberScene();
    const body = { privilegePermission: PERMISSION, ...TIME, isTemporary: false };
    const made = await post(scene, 'temporary', body).expect(200);
    expect(privilegeIn(made)).toMatchObject({
      ...TIME,
      isTemporary: true,
      temporaryAccessStartTime: '2030-01-01T10:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T12:00:00.000Z',
    });
    expect(await mayList(scene)).toBe(false);
  });

  it.each([
    ['no mode', { temporaryMode: undefined }],
    ['another mode', { temporaryMode: 'absolute' }],
    ['no range', { temporaryRange: undefined }],
    ['a range of nothing', { temporaryRange: '0h' }],
    ['a range without unit', { temporaryRange: '10' }],
    ['no start', { temporaryAccessStartTime: undefined }],
    ['a start that is no time', { temporaryAccessStartTime: '2030' }],
    ['an end beyond all times', { temporaryRange: '9000y' }],
  ])('refuses %s with 422', async (_, more) => {
    const body = { privilegePermission: PERMISSION, ...TIME, ...more };
    await post(await aMemberScene(), 'temporary', body).expect(422);
  });
});

describe('PATCH /api/v1/additional-privilege/identity', () => {
  it('changes what is given and leaves the rest', async () => {
    const scene = await aMemberScene();
    const privilege = await grant(scene, { slug: 'one' });
    const renamed = privilegeIn(await patch(scene, 'one', { slug: 'two' }).expect(200));
    expect(renamed).toEqual({ ...privilege, slug: 'two', updatedAt: expect.any(String) });

    const actions = ['create', 'edit'];
    const changed = await patch(scene, 'two', { privilegePermission: { ...PERMISSION, actions } });
    expect(privilegeIn(changed).permissions.map(({ action }) => action)).toEqual(actions);
    expect(await mayList(scene)).toBe(false);
    await patch(scene, 'one', { slug: 'three' }).expect(404);
    await patch(scene, 'two', { slug: '' }).expect(422);
    await patch(scene, 'two', { privilegePermission: {} }).expect(422);
  });

  it('turns permanent into temporary and back', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'it' });
    await patch(scene, 'it', { isTemporary: true }).expect(400);
    await patch(scene, 'it', { isTemporary: true, temporaryRange: '' }).expect(422);
    const temporary = await patch(scene, 'it', { isTemporary: true, ...TIME }).expect(200);
    expect(privilegeIn(temporary)).toMatchObject({ isTemporary: true, temporaryRange: '2h' });
    expect(await mayList(scene)).toBe(false);
    const longer = await patch(scene, 'it', { temporaryRange: '3h' }).expect(200);
    expect(privilegeIn(longer)).toMatchObject({
      temporaryAccessEndTime: '2030-01-01T13:00:00.000Z',
    });
    const zero = { temporaryMode: '', temporaryRange: '', temporaryAccessStartTime: '' };
    const back = await patch(scene, 'it', { isTemporary: false, ...zero }).expect(200);
    expect(privilegeIn(back)).not.toHaveProperty('temporaryMode');
    expect(await mayList(scene)).toBe(true);
  });

  it('answers 409 to the slug of another, and not to its own', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'one' });
    await grant(scene, { slug: 'two' });
    await patch(scene, 'two', { slug: 'one' }).expect(409);
    await patch(scene, 'two', { slug: 'two' }).expect(200);
  });
});

describe('GET and DELETE /api/v1/additional-privilege/identity', () => {
  it('reads one as Terraform does, and all', async () => {
    const scene = await aMemberScene();
    const first = await grant(scene, { slug: 'first' });
    const second = await grant(scene, { slug: 'second' });
    const { http } = scene.admin;
    const one = await http.get(`${PATH}/first?${queryOf(scene)}`).expect(200);
    expect(one.body).toEqual({ privilege: first });
    const all = await http.get(`${PATH}?${queryOf(scene)}`).expect(200);
    expect(all.body).toEqual({ privileges: [first, second] });
    await http.get(`${PATH}/third?${queryOf(scene)}`).expect(404);
    await http.get(`${PATH}?identityId=${scene.bot.id}`).expect(422);
    await http
      .get(`${PATH}?identityId=${randomUUID()}&projectSlug=${scene.project.slug}`)
      .expect(404);
    await scene.bot.http.get(`${PATH}/first?${queryOf(scene)}`).expect(403);
    await scene.bot.http.get(`${PATH}?${queryOf(scene)}`).expect(403);
    await (await aMemberScene()).admin.http.get(`${PATH}/first?${queryOf(scene)}`).expect(404);
  });

  it('shows and deletes what the other generation made', async () => {
    const scene = await aMemberScene();
    const permissions = [{ subject: 'secrets', action: ['readValue'], inverted: false }];
    const membership = { identityId: scene.bot.id, projectId: scene.project.id };
    const type = { isTemporary: false };
    const body = { ...membership, permissions, type, slug: 'made-by-v2' };
    const made = privilegeIn(await scene.admin.http.post(V2).send(body).expect(200));

    const { http } = scene.admin;
    const seen = await http.get(`${PATH}/made-by-v2?${queryOf(scene)}`).expect(200);
    const record = { ...made, projectMembershipId: expect.any(String) };
    expect(seen.body).toEqual({ privilege: record });
    const deletion = { ...membershipOf(scene), privilegeSlug: 'made-by-v2' };
    const gone = await http.delete(PATH).send(deletion).expect(200);
    expect(gone.body).toEqual({ privilege: record });
    await http.delete(PATH).send(deletion).expect(404);
    await http.get(`${V2}/${made.id}`).expect(404);
  });

  it('lets the other generation read and delete what this one made', async () => {
    const scene = await aMemberScene();
    const { projectMembershipId: _, ...record } = await grant(scene);
    const { http } = scene.admin;
    const seen = await http.get(`${V2}/${record.id}`).expect(200);
    expect(seen.body).toEqual({ privilege: record });
    await http.delete(`${V2}/${record.id}`).expect(200);
    expect(await mayList(scene)).toBe(false);
  });

  it('refuses a deletion without slug, rights or reach', async () => {
    const scene = await aMemberScene();
    await grant(scene, { slug: 'kept' });
    const deletion = { ...membershipOf(scene), privilegeSlug: 'kept' };
    await scene.admin.http.delete(PATH).send(membershipOf(scene)).expect(422);
    await scene.bot.http.delete(PATH).send(deletion).expect(403);
    await (await aMemberScene()).admin.http.delete(PATH).send(deletion).expect(404);
    await server.http.delete(PATH).send(deletion).expect(401);
    expect(await mayList(scene)).toBe(true);
  });
});

function withCondition(more: object): object {
  return { ...PERMISSION, conditions: { environment: 'dev', ...more } };
}
