import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject } from '../support/people.js';
import { aMember, aProject, aScene } from '../support/scene.js';

const server = useApp();
const READ = { subject: 'secrets', action: 'readValue' };
const READS_VALUES = [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }];

async function aPopulation() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const ann = await aPerson(server, orgId, 'no-access');
  const groupId = await aGroup(server, orgId, 'no-access', { userId: ann.id });
  await joinProject(server, project, { groupId }, READS_VALUES);
  const url = (what: string) => `/api/v1/projects/${project.id}/permissions/${what}`;
  return { orgId, admin, project, ann, groupId, url };
}

describe('questions about people', () => {
  it('are answered with the group because of which somebody may', async () => {
    const { admin, ann, groupId, url } = await aPopulation();
    const { body } = await admin.http.post(url('explain')).send({ ...READ, userId: ann.id });
    expect(body).toMatchObject({
      allowed: true,
      decidedBy: { source: { kind: 'role', group: { id: groupId, name: `group-${groupId}` } } },
    });
    expect((body as { reason: string }).reason).toMatch(/of group group-.* allows it/);
    const own = await ann.http.post(url('explain')).send({ ...READ, userId: ann.id });
    expect(own.status).toBe(200);
    const refused = await ann.http.post(url('explain')).send({ ...READ, identityId: admin.id });
    expect(refused.status).toBe(403);
  });

  it('take either an identity or a person (422), and find each by its own name alone (404)', async () => {
    const { admin, ann, url } = await aPopulation();
    const asked = async (more: object) =>
      (await admin.http.post(url('explain')).send({ ...READ, ...more })).status;
    expect(await asked({})).toBe(422);
    expect(await asked({ identityId: admin.id, userId: ann.id })).toBe(422);
    expect(await asked({ identityId: ann.id })).toBe(404);
    expect(await asked({ userId: admin.id })).toBe(404);
    expect(await asked({ userId: ann.id })).toBe(200);
  });

  it('name people beside identities, but for those who were only invited or are deactivated', async () => {
    const { orgId, admin, ann, groupId, url, project } = await aPopulation();
    const { source } = server.database;
    const late = await aPerson(server, orgId, 'no-access', { status: 'invited' });
    const gone = await aPerson(server, orgId, 'no-access', { isActive: false });
    await joinProject(server, project, { userId: late.id }, 'admin');
    await joinProject(server, project, { userId: gone.id }, 'admin');
    const { body } = await admin.http.post(url('who-can')).send(READ).expect(200);
    expect(body).toMatchObject({
      identities: [{ identityId: admin.id }],
      users: [
        { userId: ann.id, email: ann.email, decidedBy: { source: { group: { id: groupId } } } },
      ],
      totalCount: 2,
    });
    await source.query('update organization_memberships set is_active = true where id = $1', [
      gone.orgMembershipId,
    ]);
    const { body: later } = await admin.http.post(url('who-can')).send(READ).expect(200);
    expect((later as { users: unknown[] }).users).toHaveLength(2);
  });

  it('show only those people whom the caller may read, by their addresses', async () => {
    const { orgId, ann, project, url } = await aPopulation();
    const reads = (userEmail: string) => [
      { subject: 'role', action: 'read' },
      { subject: 'member', action: 'read', conditions: { userEmail } },
    ];
    const sees = await aMember(server, project, orgId, reads(ann.email));
    const blind = await aMember(server, project, orgId, reads('nobody@example.com'));
    const countFor = async ({ http }: typeof sees) =>
      ((await http.post(url('who-can')).send(READ).expect(200)).body as { totalCount: number })
        .totalCount;
    expect([await countFor(sees), await countFor(blind)]).toEqual([1, 0]);
  });

  it('tell who would gain by a change of a role that a group holds', async () => {
    const { admin, ann, project, url } = await aPopulation();
    const [role] = await server.database.source.query<{ slug: string }[]>(
      'select slug from project_roles where project_id = $1',
      [project.id],
    );
    const permissions = [...READS_VALUES, { subject: 'secrets', action: 'create' }];
    const change = { roleSlug: role!.slug, permissions };
    const { body } = await admin.http.post(url('preview')).send({ change }).expect(200);
    expect(body).toMatchObject({
      identities: [],
      users: [{ userId: ann.id, gains: [{ subject: 'secrets' }], loses: [] }],
      totalCount: 1,
    });
    const granted = { userId: ann.id, grant: { permissions: [permissions[1]] } };
    const preview = await admin.http.post(url('preview')).send({ change: granted }).expect(200);
    expect(preview.body).toMatchObject({ users: [{ userId: ann.id }], totalCount: 1 });
  });

  it('read templates as people have them: no name, but an address', async () => {
    const { orgId, admin, project, url } = await aPopulation();
    const ann = await aPerson(server, orgId, 'no-access', { email: 'ann@example.com' });
    const at = (template: string) => ({
      ...READS_VALUES[0]!,
      conditions: { secretPath: `/{{identity.${template}}}` },
    });
    await joinProject(server, project, { userId: ann.id }, [at('username')], [at('name')]);
    const may = async (secretPath: string) => {
      const attributes = { secretPath, environment: 'dev', secretName: 'A' };
      const asked = { ...READ, attributes, userId: ann.id };
      const { body } = await admin.http.post(url('explain')).send(asked).expect(200);
      return (body as { allowed: boolean }).allowed;
    };
    expect(await may('/ann@example.com')).toBe(true);
    expect(await may('/Ann')).toBe(false);
    expect(await may('/')).toBe(false);
  });
});
