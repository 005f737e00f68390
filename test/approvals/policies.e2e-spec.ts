import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject, type SignedInPerson } from '../support/people.js';
import { aMember, aScene, type Caller } from '../support/scene.js';
import { ApprovalsScene, POLICIES } from './approvals-scene.js';

const server = useApp();
const OLDER = '/api/v1/secret-approvals';

let scene: ApprovalsScene;
let ann: SignedInPerson;
let bob: SignedInPerson;

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  [ann, bob] = scene.reviewers as [SignedInPerson, SignedInPerson];
});

type Policy = Record<string, unknown> & { readonly id: string };

const post = (more: object, root = POLICIES) =>
  scene.admin.http.post(root).send(scene.policyBody(more));

async function make(more: object): Promise<Policy> {
  return ((await post(more).expect(200)).body as { approval: Policy }).approval;
}

const patch = (id: string, body: object) => scene.admin.http.patch(`${OLDER}/${id}`).send(body);

const entries = (action: string): Promise<{ target: Record<string, unknown> }[]> =>
  server.database.source.query(
    'select target from audit_entries where org_id = $1 and action = $2 order by id',
    [scene.orgId, action],
  );

describe('a policy', () => {
  it('is made, read, changed and ended as Terraform does it', async () => {
    const { id: _, ...body } = { id: '', ...scene.policyBody({ secretPath: '/terraform/' }) };
    const { projectId, ...rest } = body as { projectId: string };
    const approvers = [
      { type: 'user', id: '', username: bob.email },
      { type: 'user', id: ann.id, username: '' },
    ];
    const created = await scene.admin.http
      .post(OLDER)
      .send({
        ...rest,
        workspaceId: projectId,
        environment: '',
        environments: ['dev', 'prod'],
        approvers,
      })
      .expect(200);
    const { approval } = created.body as { approval: Policy };
    expect(approval).toMatchObject({
      secretPath: '/terraform',
      approvals: 1,
      enforcementLevel: 'hard',
      allowedSelfApprovals: false,
      bypassForMachineIdentities: false,
      satisfiable: true,
      deletedAt: null,
      environments: [{ slug: 'dev' }, { slug: 'prod' }],
      approvers: [
        { type: 'user', id: bob.id, username: bob.email },
        { type: 'user', id: ann.id, username: ann.email },
      ],
      userApprovers: [{ userId: bob.id }, { userId: ann.id }],
      bypassers: [],
    });
    const read = await scene.admin.http.get(`${OLDER}/${approval.id}`).expect(200);
    expect((read.body as { approval: Policy }).approval).toEqual(approval);

    const changed = await patch(approval.id, {
      ...{ name: '', environments: ['staging'], approvals: 2, enforcementLevel: 'soft' },
      approvers: approvers.map((each) => ({ ...each, environments: null })),
    }).expect(200);
    expect((changed.body as { approval: Policy }).approval).toMatchObject({
      ...{ approvals: 2, enforcementLevel: 'soft', environments: [{ slug: 'staging' }] },
      approvers: [{ id: bob.id }, { id: ann.id }],
    });

    await scene.admin.http.delete(`${OLDER}/${approval.id}`).send({}).expect(200);
    await scene.admin.http.get(`${OLDER}/${approval.id}`).expect(404);
    await scene.admin.http.delete(`${OLDER}/${approval.id}`).send({}).expect(404);
  });

  it('is audited with what it was before and is after (D295)', async () => {
    const { id } = await make({ secretPath: '/audited', name: 'Audited' });
    await patch(id, { approvals: 2 }).expect(200);
    await scene.endPolicy({ id });
    const [update] = (await entries('approval-policy.update')).slice(-1);
    expect(update?.target).toMatchObject({
      policyId: id,
      before: { name: 'Audited', approvals: 1 },
      after: { approvals: 2 },
    });
    expect((await entries('approval-policy.delete')).at(-1)?.target).toMatchObject({
      policyId: id,
      before: { approvals: 2 },
    });
  });

  it('loses its bypassers where a change names approvers alone', async () => {
    const bypassers = [{ type: 'user', id: bob.id }];
    const { id } = await make({ secretPath: '/bypassers', enforcementLevel: 'soft', bypassers });
    const approvers = [{ type: 'user', id: ann.id }];
    const { body } = await patch(id, { approvers }).expect(200);
    expect((body as { approval: Policy }).approval).toMatchObject({ bypassers: [] });
    const kept = await patch(id, { bypassers }).expect(200);
    expect((kept.body as { approval: Policy }).approval).toMatchObject({
      bypassers: [{ id: bob.id }],
    });
    await scene.endPolicy({ id });
  });

  it('is found for the folder that it governs', async () => {
    const { id } = await make({ secretPath: '/board/**' });
    const at = (secretPath: string) =>
      scene.admin.http.get(
        `${POLICIES}/board?projectId=${scene.project.id}&environment=dev&secretPath=${secretPath}`,
      );
    expect(((await at('/board/x').expect(200)).body as { policy: Policy }).policy.id).toBe(id);
    expect((await at('/elsewhere').expect(200)).body).toEqual({});
    await scene.endPolicy({ id });
  });

  it.each([
    [{ approvals: 0 }, 422],
    [{ approvals: -1 }, 422],
    [{ approvals: 1.5 }, 422],
    [{ approvals: 1e9 }, 422],
    [{ approvers: [] }, 422],
    [{ approvers: [{ type: 'robot', id: 'x' }] }, 422],
    [{ secretPath: '//a' }, 422],
    [{ secretPath: '/a/../a' }, 422],
    [{ secretPath: '' }, 422],
    [{ secretPath: '/a[' }, 422],
    [{ environment: 'nowhere' }, 404],
    [{ environment: '' }, 400],
    [{ approvals: 3 }, 400],
  ])('refuses %j (%i, T283)', async (more, status) => {
    await post({ secretPath: '/refused', ...more }).expect(status);
  });

  it('refuses approvers who cannot see the project, naming all (400, T283)', async () => {
    const stranger = await aPerson(server, scene.orgId, 'member');
    const foreign = await aPerson(server, (await aScene(server)).orgId, 'member');
    const invited = await aPerson(server, scene.orgId, 'no-access', { status: 'invited' });
    const inactive = await aPerson(server, scene.orgId, 'no-access', { isActive: false });
    for (const { id: userId } of [invited, inactive])
      await joinProject(server, scene.project, { userId }, 'member');
    const bad = [stranger, foreign, invited, inactive].map(({ id }) => ({ type: 'user', id }));
    const approvers = [{ type: 'user', id: ann.id }, ...bad, { type: 'user', id: 'no id' }];
    const { body } = await post({ secretPath: '/who', approvers }).expect(400);
    expect((body as { details: { approvers: unknown[] } }).details.approvers).toHaveLength(5);
    const twice = [
      { type: 'user', id: ann.id },
      { type: 'user', username: ann.email },
    ];
    await post({ secretPath: '/who', approvers: twice }).expect(400);
  });

  it('takes a group of the project, and no other', async () => {
    const inside = await aGroup(server, scene.orgId, 'no-access', { userId: ann.id });
    await joinProject(server, scene.project, { groupId: inside }, 'viewer');
    const outside = await aGroup(server, scene.orgId, 'no-access', { userId: ann.id });
    const by = (id: string) => ({ secretPath: '/groups', approvers: [{ type: 'group', id }] });
    const { approvers } = await make({ ...by(inside), approvals: 3 });
    expect(approvers).toEqual([{ type: 'group', id: inside }]);
    await post({ ...by(outside), secretPath: '/outside' }).expect(400);
  });

  it('is named by explain and who-can, to who may read policies or asks about themselves', async () => {
    const { id: policyId } = await scene.policy({ name: 'Named', secretPath: '/explained/**' });
    const ask = (path: string, more: object, caller: Pick<Caller, 'http'> = scene.admin) => {
      const attributes = { environment: 'dev', secretPath: '/explained/deep', secretName: 'X' };
      const body = { subject: 'secrets', action: 'edit', attributes, ...more };
      return caller.http
        .post(`/api/v1/projects/${scene.project.id}/permissions/${path}`)
        .send(body);
    };
    const heldBy = { policyId, name: 'Named' };
    const own = await ask('explain', { userId: scene.writer.id }, scene.writer).expect(200);
    expect(own.body).toMatchObject({ allowed: true, heldBy });
    const read = await ask('explain', { userId: scene.writer.id, action: 'readValue' }).expect(200);
    expect(read.body).not.toHaveProperty('heldBy');
    const whoCan = async () => {
      const { body } = await ask('who-can', {}).expect(200);
      const { users, identities } = body as Record<'users' | 'identities', { heldBy?: object }[]>;
      return { users: users[0]!.heldBy, identities: identities[0]!.heldBy };
    };
    expect(await whoCan()).toEqual({ users: heldBy, identities: heldBy });
    const exempt = { bypassForMachineIdentities: true };
    await scene.admin.http.patch(`${POLICIES}/${policyId}`).send(exempt).expect(200);
    expect(await whoCan()).toEqual({ users: heldBy, identities: undefined });
    await scene.endPolicy({ id: policyId });
  });

  it('is refused where there is one for the path and environment (409)', async () => {
    const policy = await make({ secretPath: '/twice' });
    expect((await post({ secretPath: '/twice/' })).status).toBe(409);
    await scene.endPolicy(policy);
    await scene.endPolicy(await make({ secretPath: '/twice' }));
  });

  it('needs edit beside create where another governs, and create beside edit (T284)', async () => {
    const sight = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
    const rules = (action: string) => [
      { subject: 'secret-approval', action: ['read', action] },
      sight,
    ];
    const maker = await aMember(server, scene.project, scene.orgId, rules('create'));
    const editor = await aMember(server, scene.project, scene.orgId, rules('edit'));
    const glob = await make({ secretPath: '/near/**' });
    const body = scene.policyBody({ secretPath: '/near/exact' });
    expect((await maker.http.post(POLICIES).send(body)).status).toBe(403);
    const far = await maker.http
      .post(POLICIES)
      .send(scene.policyBody({ secretPath: '/far' }))
      .expect(200);
    const { id } = (far.body as { approval: Policy }).approval;
    await editor.http.patch(`${POLICIES}/${id}`).send({ approvals: 2 }).expect(200);
    await editor.http.patch(`${POLICIES}/${id}`).send({ secretPath: '/near/x' }).expect(403);
    await scene.endPolicy({ id });
    await scene.endPolicy(glob);
  });

  it('is not found by an id of nobody, or of another organization (404, T274)', async () => {
    const other = await ApprovalsScene.make(server);
    const { id } = await other.policy();
    for (const each of [id, randomUUID(), 'no-id']) {
      const { status } = await scene.admin.http.get(`${POLICIES}/${each}`);
      expect(status).toBe(404);
    }
  });

  it('is gone with its last environment (T267)', async () => {
    const slug = 'short-lived';
    const environments = `/api/v1/projects/${scene.project.id}/environments`;
    const made = await scene.admin.http.post(environments).send({ name: slug, slug }).expect(200);
    const { environment } = made.body as { environment: { id: string } };
    const { id } = await make({ environment: slug, secretPath: '/x' });
    await scene.admin.http.delete(`${environments}/${environment.id}`).expect(200);
    await scene.admin.http.get(`${POLICIES}/${id}`).expect(404);
    const ended = await entries('approval-policy.delete');
    expect(ended.at(-1)!.target).toEqual({ policyIds: [id], reason: 'environment' });
    const listed = await scene.admin.http.get(`${POLICIES}?projectId=${scene.project.id}`);
    expect(JSON.stringify(listed.body)).not.toContain(id);
  });

  it.each([
    ['a new slug', 'edit', { slug: 'was-empty' }],
    ['the deletion', 'delete', null],
  ] as const)(
    'is not got rid of by %s of its environment, be that empty: that takes %s of policies (403)',
    async (_, action, change) => {
      const slug = `empty-${action}`;
      const environments = `/api/v1/projects/${scene.project.id}/environments`;
      const made = await scene.admin.http.post(environments).send({ name: slug, slug }).expect(200);
      const { id } = (made.body as { environment: { id: string } }).environment;
      const policy = await make({ environment: slug, secretPath: '/**' });
      const send = ({ http }: Caller) =>
        change
          ? http.patch(`${environments}/${id}`).send(change)
          : http.delete(`${environments}/${id}`);
      const { body } = await send(scene.writer).expect(403);
      expect(body).toMatchObject({ details: { policyId: policy.id } });
      const renamed = scene.writer.http.patch(`${environments}/${id}`).send({ name: 'Still free' });
      await renamed.expect(200);
      await send(scene.admin).expect(200);
      if (change) await scene.endPolicy(policy);
    },
  );

  it('holds its path though the empty folder there is deleted and made anew', async () => {
    await scene.folder('/', 'again');
    const policy = await make({ secretPath: '/again' });
    const folders = '/api/v2/folders';
    await scene.writer.http
      .delete(`${folders}/again`)
      .send({ ...scene.at('/'), path: '/' })
      .expect(200);
    const body = { ...scene.at('/'), path: '/', name: 'again' };
    await scene.writer.http.post(folders).send(body).expect(200);
    const held = await scene.propose(scene.writer, 'HELD_AGAIN', 'x', '/again');
    expect(held).toMatchObject({ policyId: policy.id });
    await scene.endPolicy(policy);
  });
});
