import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject, type MemberId } from '../support/people.js';
import { aMember, anIdentity, aProject, aScene } from '../support/scene.js';

const server = useApp();

const READS: Rule = { subject: 'secrets', action: ['readValue', 'describeSecret'] };
const FORBIDS: Rule = { ...READS, conditions: { environment: 'prod' }, inverted: true };
const MANAGES: readonly Rule[] = [
  { subject: 'identity', action: ['read', 'edit', 'delete', 'assign-role'] },
  { subject: 'member', action: ['read', 'edit', 'delete', 'assign-role'] },
  READS,
  FORBIDS,
];

/** Somebody who is in a project by a group that reads secrets, and by roles of their own; a manager reads none of prod. */
async function aStage(kind: 'identity' | 'person', own: readonly Rule[]) {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const manager = await aMember(server, project, orgId, MANAGES);
  const who = kind === 'person' ? aPerson : anIdentity;
  const { id } = await who(server, orgId, 'no-access');
  const member: MemberId = kind === 'person' ? { userId: id } : { identityId: id };
  const membershipId = await joinProject(server, project, member, own);
  const groupId = await aGroup(server, orgId, 'no-access', member);
  await joinProject(server, project, { groupId }, [READS]);
  const projects = `/api/v1/projects/${project.id}`;
  const path =
    kind === 'person'
      ? `${projects}/memberships/${membershipId}`
      : `${projects}/identity-memberships/${id}`;
  return { admin, manager, projects, path };
}

const permanent = (role: string) => ({ roles: [{ role, isTemporary: false }] });

describe.each(['identity', 'person'] as const)('an accomplice in a group: %s', (kind) => {
  it('gets back by no removal of its own roles what these forbid (403)', async () => {
    const { admin, manager, path } = await aStage(kind, [FORBIDS]);

    await manager.http.delete(path).expect(403);
    await manager.http.patch(path).send(permanent('no-access')).expect(403);
    await admin.http.delete(path).expect(200);
  });

  it('is assigned no role of its own that only its group holds (403): it would outlast the group', async () => {
    const { admin, manager, projects, path } = await aStage(kind, []);
    await admin.http
      .post(`${projects}/roles`)
      .send({ slug: 'reads', name: 'Reads', permissions: [READS] })
      .expect(200);

    await manager.http.patch(path).send(permanent('reads')).expect(403);
    await manager.http.patch(path).send(permanent('no-access')).expect(200);
    await admin.http.patch(path).send(permanent('reads')).expect(200);
  });
});

describe('who may let itself into every project', () => {
  const ANYWHERE: readonly Rule[] = [
    { subject: 'organization-admin-console', action: ['access-all-projects'] },
    { subject: 'groups', action: ['read', 'add-identities', 'remove-identities'] },
  ];

  it('gives by a group what a project would make it an administrator of, but not what a group forbids it (403)', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const bound = await anIdentity(server, orgId, ANYWHERE);
    const free = await anIdentity(server, orgId, ANYWHERE);
    const [one, two] = [
      await anIdentity(server, orgId, 'no-access'),
      await anIdentity(server, orgId, 'no-access'),
    ];
    const reading = await aGroup(server, orgId);
    await joinProject(server, project, { groupId: reading }, [READS]);
    const groupId = await aGroup(server, orgId, 'no-access', { identityId: bound.id });
    await joinProject(server, project, { groupId }, [FORBIDS]);
    const placeIn = (group: string) => `/api/v1/groups/${group}/machine-identities/`;
    const joining = (id: string) => placeIn(reading) + id;

    await bound.http.post(joining(one.id)).expect(403);
    await bound.http.delete(placeIn(groupId) + bound.id).expect(403);
    await free.http.post(joining(two.id)).expect(200);
    const weak = await anIdentity(server, orgId, ANYWHERE.slice(1));
    await weak.http.post(placeIn(groupId) + free.id).expect(403);
    await weak.http.post(placeIn(groupId) + one.id).expect(200);

    // The right itself leads no further either.
    const takeover = `/api/v1/organization-admin/projects/${project.id}/grant-admin-access`;
    await bound.http.post(takeover).expect(200);
    const secret = { projectId: project.id, environment: 'prod', secretValue: 'value' };
    await admin.http.post('/api/v4/secrets/KEY').send(secret).expect(200);
    const path = `/api/v4/secrets/KEY?projectId=${project.id}&environment=prod`;
    await admin.http.get(path).expect(200);
    await bound.http.get(path).expect(404);
  });
});
