import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestExpiry } from '../../src/approvals/requests/request-expiry.js';
import { StorageRepository } from '../../src/storage/storage.repository.js';
import { ApprovalsScene, type Held, POLICIES, REQUESTS } from '../approvals/approvals-scene.js';
import { useApp } from '../support/harness.js';
import type { Rule } from '../../src/permissions/rule.js';
import { aGroup, aPerson, joinProject, type SignedInPerson } from '../support/people.js';

const server = useApp();

let scene: ApprovalsScene;
let environments: { id: string; slug: string }[];

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  await scene.secret('OLD', 'first');
  await scene.policy();
  const { body } = await scene.admin.http.get(`/api/v1/projects/${scene.project.id}`).expect(200);
  environments = (body as { project: { environments: typeof environments } }).project.environments;
});

const rename = ({ http }: Pick<SignedInPerson, 'http'>, from: string, slug: string) => {
  const { id } = environments.find((each) => each.slug === from)!;
  return http.patch(`/api/v1/projects/${scene.project.id}/environments/${id}`).send({ slug });
};

describe('An environment with secrets that a policy governs', () => {
  it('gives its slug to no other one by who may not change the policy (403)', async () => {
    await rename(scene.writer, 'dev', 'away').expect(403);
    await rename(scene.writer, 'staging', 'elsewhere').expect(200);
    await rename(scene.writer, 'staging', 'staging').expect(200);
  });

  it('has a new slug by who may change the policy', async () => {
    await rename(scene.admin, 'dev', 'away').expect(200);
    await rename(scene.admin, 'dev', 'dev').expect(200);
  });
});

describe('The sight of proposed values', () => {
  it('is not given, not even to oneself, by who may not read them (403)', async () => {
    const climber = await scene.person([
      { subject: 'secret-approval', action: ['read', 'create', 'edit'] },
    ]);
    const approvers = [{ type: 'user', id: climber.id }];
    const body = scene.policyBody({ environment: 'prod', secretPath: '/**', approvers });

    const refused = await climber.http.post(POLICIES).send(body).expect(403);
    expect((refused.body as { message: string }).message).toMatch(/grant|give|hold/);
    const { id } = await scene.policy({ environment: 'prod', secretPath: '/**' });
    await climber.http.patch(`${POLICIES}/${id}`).send({ approvers }).expect(403);
    await climber.http.patch(`${POLICIES}/${id}`).send({ bypassers: approvers }).expect(403);
    await climber.http.patch(`${POLICIES}/${id}`).send({ name: 'of production' }).expect(200);
  });
});

describe('A group that consents to changes of secrets', () => {
  it('is joined, and added to, only with the right to change the policy (403)', async () => {
    const groupId = await aGroup(server, scene.orgId, 'no-access');
    await joinProject(server, scene.project, { groupId }, 'no-access');
    const approvers = [{ type: 'group', id: groupId }];
    await scene.policy({ secretPath: '/free', approvers });
    const climber = await aPerson(server, scene.orgId, [
      { subject: 'groups', action: ['read', 'add-members'] },
      { subject: 'member', action: ['read'] },
    ]);
    const join = ({ http }: Pick<SignedInPerson, 'http'>, email: string) =>
      http.post(`/api/v1/groups/${groupId}/users/${encodeURIComponent(email)}`);

    const DECIDE = { subject: 'secret-approval', action: ['read', 'edit'] };
    const SEE = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
    const decider = async (...rules: Rule[]) => {
      const person = await aPerson(server, scene.orgId, [
        { subject: 'groups', action: ['read', 'add-members'] },
        { subject: 'member', action: ['read'] },
      ]);
      await joinProject(server, scene.project, { userId: person.id }, rules);
      return person;
    };

    await join(climber, climber.email).expect(403);
    await join(climber, scene.writer.email).expect(403);
    const blind = await decider(DECIDE);
    await join(blind, blind.email).expect(403);
    const seeing = await decider(DECIDE, SEE);
    await join(seeing, seeing.email).expect(200);
    await join(scene.admin, scene.writer.email).expect(200);
    expect(
      await server.database.source.query(
        'select user_id from group_members where group_id = $1 order by user_id = $2',
        [groupId, scene.writer.id],
      ),
    ).toEqual([{ user_id: seeing.id }, { user_id: scene.writer.id }]);
  });
});

describe('What a governed folder imports', () => {
  const FOLDERS = '/api/v2/folders';
  const at = (path: string) => ({ projectId: scene.project.id, environment: 'dev', path });
  const importInto = async (path: string, from: object) => {
    const body = { ...at(path), import: from };
    await scene.admin.http.post('/api/v2/secret-imports').send(body).expect(200);
  };
  const folderId = async (path: string) => {
    const [row] = await server.database.source.query<{ id: string }[]>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and e.slug = 'dev' and f.path = $2`,
      [scene.project.id, path],
    );
    return row!.id;
  };
  const renameFolder = async (path: string, name: string) =>
    scene.writer.http.patch(`${FOLDERS}/${await folderId(path)}`).send({ ...at('/'), name });
  const remove = (path: string) =>
    scene.writer.http.delete(`${FOLDERS}/${path.slice(1)}`).send({ ...at('/'), forceDelete: true });

  beforeAll(async () => {
    await scene.folder('/', 'outside');
    await importInto('/outside', { environment: 'dev', path: '/free' });
  });

  it('does not come with a folder that is renamed to a place under the policy (403, T285)', async () => {
    await scene.policy({ secretPath: '/target/**' });

    expect((await renameFolder('/outside', 'target')).status).toBe(403);
    expect((await renameFolder('/outside', 'other')).status).toBe(200);
    expect((await renameFolder('/other', 'outside')).status).toBe(200);
  });

  it('is not lost with its folder, nor moved away with it (403, T285)', async () => {
    await scene.folder('/', 'imports');
    await importInto('/imports', { environment: 'dev', path: '/free' });
    await scene.policy({ secretPath: '/imports' });

    expect((await renameFolder('/imports', 'gone')).status).toBe(403);
    await remove('/imports').expect(403);
  });

  it('is not lost with the environment that it comes from (403, T285)', async () => {
    await scene.folder('/', 'from-staging');
    await importInto('/from-staging', { environment: 'staging', path: '/' });
    const deleteStaging = ({ http }: Pick<SignedInPerson, 'http'>) => {
      const { id } = environments.find(({ slug }) => slug === 'staging')!;
      return http.delete(`/api/v1/projects/${scene.project.id}/environments/${id}`);
    };
    const policy = await scene.policy({ secretPath: '/from-staging' });

    await deleteStaging(scene.writer).expect(403);
    const refused = await deleteStaging(scene.admin).expect(403);
    expect((refused.body as { details: object }).details).toMatchObject({ policyId: policy.id });
    await scene.endPolicy(policy);
    await deleteStaging(scene.admin).expect(200);
  });
});

describe('What is proposed', () => {
  it('counts as stored, whatever part of it is large, and goes when the request ends (T282)', async () => {
    const stored = () => server.app.get(StorageRepository).count(scene.orgId);
    const sweep = (kept?: number) => server.app.get(RequestExpiry).sweep(kept);
    const before = await stored();
    const metadata = { text: 'x'.repeat(1_000_000) };
    const body = scene.at('/held', { secretValue: 'v', metadata });
    const { body: answer } = await scene.writer.http.post('/api/v4/secrets/LARGE').send(body);
    const { approval: held } = answer as { approval: Held };
    expect((await stored()) - before).toBeGreaterThan(1_000_000);

    await scene.writer.http
      .post(`${REQUESTS}/${held.id}/status`)
      .send({ status: 'close' })
      .expect(200);
    expect((await stored()) - before).toBeGreaterThan(1_000_000);
    await server.database.source.query(
      'update approval_requests set expires_at = now() where id = $1',
      [held.id],
    );
    await sweep();
    expect((await stored()) - before).toBeLessThan(2_000);
    expect(await scene.get(scene.writer, held)).toMatchObject({ closeReason: 'expired' });
    await sweep(0);
    await scene.writer.http.get(`${REQUESTS}/${held.id}`).expect(404);
  });
});

describe('An approver who leaves', () => {
  interface Way {
    readonly join: (person: SignedInPerson) => Promise<unknown>;
    readonly leave: (person: SignedInPerson) => Promise<unknown>;
  }
  let groupId: string;
  const members = () => `/api/v1/projects/${scene.project.id}`;
  const inProject = ({ id: userId }: SignedInPerson) =>
    joinProject(server, scene.project, { userId }, 'viewer');
  const inGroup = ({ email }: SignedInPerson) =>
    scene.admin.http.post(`/api/v1/groups/${groupId}/users/${email}`).expect(200);

  beforeEach(async () => {
    groupId = await aGroup(server, scene.orgId, 'no-access');
    await joinProject(server, scene.project, { groupId }, 'viewer');
  });

  it.each<[string, Way]>([
    [
      'the project',
      {
        join: inProject,
        leave: ({ email }) =>
          scene.admin.http
            .delete(`${members()}/memberships`)
            .send({ emails: [email] })
            .expect(200),
      },
    ],
    [
      'the organization',
      {
        join: inProject,
        leave: ({ orgMembershipId }) =>
          scene.admin.http
            .delete(`/api/v2/organizations/${scene.orgId}/memberships/${orgMembershipId}`)
            .expect(200),
      },
    ],
    [
      'the group by which alone they were there',
      {
        join: inGroup,
        leave: ({ email }) =>
          scene.admin.http.delete(`/api/v1/groups/${groupId}/users/${email}`).expect(200),
      },
    ],
    [
      'with the group, which leaves the project',
      {
        join: inGroup,
        leave: () => scene.admin.http.delete(`${members()}/groups/${groupId}`).expect(200),
      },
    ],
    [
      'with the group, which is deleted',
      {
        join: inGroup,
        leave: () => scene.admin.http.delete(`/api/v1/groups/${groupId}`).expect(200),
      },
    ],
  ])('%s is no approver any more, though others let them in again (T258)', async (_, way) => {
    const ann = await aPerson(server, scene.orgId, 'no-access');
    await way.join(ann);
    const approvers = [ann, scene.reviewers[0]!].map(({ id }) => ({ type: 'user', id }));
    const policy = await scene.policy({ secretPath: '/left', approvers, approvals: 2 });
    const approverIds = async () => {
      const { body } = await scene.admin.http.get(`${POLICIES}/${policy.id}`).expect(200);
      return (body as { approval: { approvers: { id: string }[] } }).approval.approvers.map(
        ({ id }) => id,
      );
    };

    await way.leave(ann);
    await server.database.source.query(
      `insert into organization_memberships (id, org_id, user_id, role, status)
       select gen_random_uuid(), $1, $2, 'no-access', 'accepted'
       where not exists (select from organization_memberships where org_id = $1 and user_id = $2)`,
      [scene.orgId, ann.id],
    );
    await inProject(ann);
    expect(await approverIds()).toEqual([scene.reviewers[0]!.id]);
    await scene.admin.http
      .patch(`${POLICIES}/${policy.id}`)
      .send({ name: 'still to be named' })
      .expect(200);
    await scene.endPolicy(policy);
  });

  it('one of two ways into the project is an approver still', async () => {
    const ann = await aPerson(server, scene.orgId, 'no-access');
    await inProject(ann);
    await inGroup(ann);
    const approvers = [{ type: 'user', id: ann.id }];
    const policy = await scene.policy({ secretPath: '/left', approvers });
    await scene.admin.http.delete(`/api/v1/groups/${groupId}`).expect(200);
    const { body } = await scene.admin.http.get(`${POLICIES}/${policy.id}`).expect(200);
    expect(body).toMatchObject({ approval: { approvers: [{ id: ann.id }], satisfiable: true } });
    await scene.endPolicy(policy);
  });
});
