import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene } from '../support/scene.js';

const server = useApp();
const FORBIDS = {
  subject: 'secrets',
  action: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
  inverted: true,
};
const HELPDESK = [
  { subject: 'role', action: ['read', 'edit'] },
  { subject: 'identity', action: ['read', 'edit', 'assign-role'] },
];

async function scene() {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  const base = `/api/v1/projects/${project.id}`;
  const created = await admin.http
    .post(`${base}/roles`)
    .send({ slug: 'helpdesk', name: 'Helpdesk', permissions: HELPDESK })
    .expect(200);
  const role = `${base}/roles/${(created.body as { role: { id: string } }).role.id}`;
  const member = (id: string) => `${base}/identity-memberships/${id}`;
  const mallory = await aMember(server, project, orgId, 'no-access');
  await admin.http
    .patch(member(mallory.id))
    .send({ roles: [{ role: 'helpdesk' }] })
    .expect(200);
  return { admin, orgId, project, role, member, mallory };
}

describe('a role that gets a prohibition', () => {
  it('cannot be turned against somebody stronger by first assigning it and then editing it', async () => {
    const { admin, orgId, project, role, member, mallory } = await scene();
    const bot = await aMember(server, project, orgId, 'viewer');
    await admin.http
      .post('/api/v4/secrets/DB')
      .send({ projectId: project.id, environment: 'prod', secretValue: 'v' })
      .expect(200);
    const read = () => bot.http.get(`/api/v4/secrets/DB?projectId=${project.id}&environment=prod`);
    await mallory.http
      .patch(member(bot.id))
      .send({ roles: [{ role: 'viewer' }, { role: 'helpdesk' }] })
      .expect(200);

    await mallory.http
      .patch(role)
      .send({ permissions: [...HELPDESK, FORBIDS] })
      .expect(403);

    await read().expect(200);
    await admin.http
      .patch(role)
      .send({ permissions: [...HELPDESK, FORBIDS] })
      .expect(200);
    await read().expect(404);
  });

  it('is edited by who holds as much as its holders', async () => {
    const { orgId, project, role, member, admin } = await scene();
    const lead = await aMember(server, project, orgId, [
      ...HELPDESK,
      { subject: 'secrets', action: ['describeSecret', 'readValue'] },
    ]);
    const peer = await aMember(server, project, orgId, 'no-access');
    await admin.http
      .patch(member(peer.id))
      .send({ roles: [{ role: 'helpdesk' }] })
      .expect(200);

    await lead.http
      .patch(role)
      .send({ permissions: [...HELPDESK, FORBIDS] })
      .expect(200);
  });
});
