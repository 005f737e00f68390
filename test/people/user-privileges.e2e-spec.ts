import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject } from '../support/people.js';
import { aMember, aProject, aScene } from '../support/scene.js';

const server = useApp();

const PRIVILEGES = '/api/v1/user-project-additional-privilege';
const READS: readonly Rule[] = [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }];
const FOR_GOOD = { isTemporary: false };

async function aStage() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const ann = await aPerson(server, orgId, 'no-access');
  const list = `/api/v4/secrets?projectId=${project.id}&environment=dev`;
  return {
    orgId,
    admin,
    project,
    ann,
    list,
    members: `/api/v1/projects/${project.id}/memberships`,
  };
}

const codeOf = (answer: { headers: Record<string, unknown> }) =>
  /#([a-z-]+)>/.exec(String(answer.headers['link']))?.[1];

interface Granted {
  readonly privilege: { readonly id: string; readonly projectMembershipId: string };
}

describe('privileges of people', () => {
  it('are granted, listed without rules, read, changed and taken away', async () => {
    const { admin, project, ann, list } = await aStage();
    const projectMembershipId = await joinProject(server, project, { userId: ann.id }, 'no-access');
    const body = { projectMembershipId, slug: 'reads', permissions: READS, type: FOR_GOOD };

    const before = await ann.http.get(list);
    const granted = await admin.http.post(PRIVILEGES).send(body).expect(200);
    const { id } = (granted.body as Granted).privilege;
    const within = await ann.http.get(list);
    const listed = await admin.http.get(`${PRIVILEGES}?projectMembershipId=${projectMembershipId}`);
    const taken = await admin.http.post(PRIVILEGES).send(body);
    const changed = await admin.http
      .patch(`${PRIVILEGES}/${id}`)
      .send({ slug: 'describes', permissions: [{ subject: 'role', action: ['read'] }] })
      .expect(200);
    const after = await ann.http.get(list);
    const removed = await admin.http.delete(`${PRIVILEGES}/${id}`).expect(200);

    expect([before, within, after].map(({ status }) => status)).toEqual([403, 200, 403]);
    expect(granted.body).toMatchObject({
      privilege: { slug: 'reads', projectMembershipId, permissions: READS, isTemporary: false },
    });
    expect(listed.body).toMatchObject({ privileges: [{ id, slug: 'reads' }] });
    expect(JSON.stringify(listed.body)).not.toContain('permissions');
    expect(codeOf(taken)).toBe('already-exists');
    expect(changed.body).toMatchObject({ privilege: { id, slug: 'describes' } });
    expect(removed.body).toEqual(changed.body);
    await admin.http.get(`${PRIVILEGES}/${id}`).expect(404);
  });

  it('have slugs of their own, beside those of identities', async () => {
    const { orgId, admin, project, ann } = await aStage();
    const projectMembershipId = await joinProject(server, project, { userId: ann.id }, 'no-access');
    const bot = await aMember(server, project, orgId, 'no-access');
    const privilege = { slug: 'same', permissions: READS, type: FOR_GOOD };

    await admin.http
      .post(PRIVILEGES)
      .send({ projectMembershipId, ...privilege })
      .expect(200);
    await admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({ identityId: bot.id, projectId: project.id, ...privilege })
      .expect(200);
  });

  it('are not of groups or identities (404)', async () => {
    const { orgId, admin, project } = await aStage();
    const group = await aGroup(server, orgId);
    const ofGroup = await joinProject(server, project, { groupId: group }, 'viewer');
    const bot = await aMember(server, project, orgId, 'viewer');
    const { body } = await admin.http.get(
      `/api/v1/projects/${project.id}/identity-memberships/${bot.id}`,
    );
    const ofBot = (body as { identityMembership: { id: string } }).identityMembership.id;

    for (const projectMembershipId of [ofGroup, ofBot]) {
      const request = { projectMembershipId, permissions: READS, type: FOR_GOOD };
      await admin.http.post(PRIVILEGES).send(request).expect(404);
      await admin.http.get(`${PRIVILEGES}?projectMembershipId=${projectMembershipId}`).expect(404);
    }
  });

  it('make a membership for somebody in a group, which goes with the last of them', async () => {
    const { orgId, admin, project, ann, list, members } = await aStage();
    const group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: group }, 'no-access');
    const request = { userId: ann.id, projectId: project.id, permissions: READS, type: FOR_GOOD };

    const granted = await admin.http.post(PRIVILEGES).send(request).expect(200);
    const { id, projectMembershipId } = (granted.body as Granted).privilege;
    await ann.http.get(list).expect(200);
    const own = await admin.http.get(`${members}/${projectMembershipId}`).expect(200);
    await admin.http.delete(`${PRIVILEGES}/${id}`).expect(200);

    expect(own.body).toMatchObject({ membership: { roles: [{ role: 'no-access' }] } });
    await admin.http.get(`${members}/${projectMembershipId}`).expect(404);
    await ann.http.get(list).expect(403);
    const events = await server.database.source.query<object[]>(
      `select type, payload from project_events where project_id = $1 and type like 'membership:%' order by seq`,
      [project.id],
    );
    const payload = [{ userId: ann.id, membershipId: projectMembershipId }];
    expect(events).toEqual([
      { type: 'membership:create', payload },
      { type: 'membership:delete', payload },
    ]);
    const stranger = await aPerson(server, orgId, 'no-access');
    await admin.http
      .post(PRIVILEGES)
      .send({ ...request, userId: stranger.id })
      .expect(404);
    await admin.http.post(PRIVILEGES).send({ permissions: READS, type: FOR_GOOD }).expect(400);
  });

  it('are granted within the rights of who grants them, by either name of the action (403)', async () => {
    const { orgId, project, ann } = await aStage();
    const projectMembershipId = await joinProject(server, project, { userId: ann.id }, 'no-access');
    const request = { projectMembershipId, type: FOR_GOOD };
    const grant = async (rules: readonly Rule[], permissions: readonly Rule[]) => {
      const granter = await aPerson(server, orgId, 'no-access');
      await joinProject(server, project, { userId: granter.id }, [
        { subject: 'member', action: ['read'] },
        ...rules,
      ]);
      return granter.http.post(PRIVILEGES).send({ ...request, permissions });
    };
    const older: Rule = { subject: 'member', action: ['grant-privileges'] };
    const newer: Rule = { subject: 'member', action: ['assign-additional-privileges'] };
    const forbidden: Rule = { ...older, inverted: true };

    const answers = [
      await grant([], READS),
      await grant([newer], READS),
      await grant([newer, ...READS], READS),
      await grant([older, ...READS], READS),
      await grant([newer, ...READS, forbidden], READS),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200, 403]);
    expect(codeOf(answers[1]!)).toBe('beyond-own-permissions');
  });
});
