import { useApp } from '../support/harness.js';
import { anIdentity, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();

/** An administrator of an organization, and an identity that alone administers some of its projects. */
async function anOwnerOf(projectCount: number) {
  const { admin, orgId } = await aScene(server);
  const owner = await anIdentity(server, orgId, 'member');
  const projects: TestProject[] = [];
  for (let i = 0; i < projectCount; i++) projects.push(await aProject(owner));
  return { admin, orgId, owner, projects };
}

const remove = (by: Caller, { id }: Caller, query = '') =>
  by.http.delete(`/api/v1/identities/${id}${query}`);

const TAKING_OVER = '?takeOverProjects=true';

const targetsOf = (action: string, identityId: string) =>
  server.database.source.query<{ target: object }[]>(
    `select target from audit_entries where action = $1 and actor_id = $2`,
    [action, identityId],
  );

describe('DELETE /api/v1/identities/:identityId of the only administrator of projects', () => {
  it('names the first projects, their count and the next step (409)', async () => {
    const { admin, owner, projects } = await anOwnerOf(5);

    const { body } = await remove(admin, owner).expect(409);

    const { message, details } = body as { message: string; details: { projects: string[] } };
    expect(details).toMatchObject({ projectCount: 5 });
    expect([...details.projects].sort()).toEqual(projects.map(({ id }) => id).sort());
    const named = projects.filter(({ slug }) => message.includes(slug));
    expect(named).toHaveLength(3);
    expect(message).toContain('5 projects');
    expect(message).toContain('2 more');
    expect(message).toContain('/grant-admin-access');
    expect(message).toContain('takeOverProjects=true');
  });

  it('makes the caller their administrator with takeOverProjects, in the same change', async () => {
    const { admin, owner, projects } = await anOwnerOf(4);
    const shared = projects[0]!;
    const roles = [{ role: 'viewer' }];
    const path = `/api/v1/projects/${shared.id}/identity-memberships`;
    await owner.http.post(`${path}/${admin.id}`).send({ roles }).expect(200);

    await remove(admin, owner, TAKING_OVER).expect(200);

    for (const { id } of projects) {
      await admin.http.patch(`/api/v1/projects/${id}`).send({ description: 'Mine' }).expect(200);
      const { body } = await admin.http.get(`/api/v1/projects/${id}/identity-memberships`);
      const { identityMemberships } = body as {
        identityMemberships: { identityId: string; roles: { role: string }[] }[];
      };
      expect(identityMemberships).toMatchObject([
        { identityId: admin.id, roles: [{ role: 'admin', isTemporary: false }] },
      ]);
    }
    await admin.http.get(`/api/v1/identities/${owner.id}`).expect(404);
  });

  it('writes one audit entry and an event in each project', async () => {
    const { admin, owner, projects } = await anOwnerOf(2);

    await remove(admin, owner, TAKING_OVER).expect(200);

    const ids = projects.map(({ id }) => id).sort();
    const [taken] = await targetsOf('project.grant-admin-access', admin.id);
    expect(taken).toMatchObject({ target: { identityId: admin.id, roles: ['admin'] } });
    expect([...(taken!.target as { projectIds: string[] }).projectIds].sort()).toEqual(ids);
    expect(await targetsOf('identity.delete', admin.id)).toHaveLength(1);
    const events = await server.database.source.query<{ n: number }[]>(
      `select count(*)::int n from project_events
       where project_id = any($1) and type = 'membership:update' and payload::text like $2`,
      [ids, `%${admin.id}%`],
    );
    expect(events).toEqual([{ n: 2 }]);
  });

  it('takes over no project that keeps another administrator', async () => {
    const { admin, orgId, owner, projects } = await anOwnerOf(2);
    const [alone, shared] = projects as [TestProject, TestProject];
    const other = await anIdentity(server, orgId, 'no-access');
    const path = `/api/v1/projects/${shared.id}/identity-memberships/${other.id}`;
    await owner.http
      .post(path)
      .send({ roles: [{ role: 'admin' }] })
      .expect(200);

    await remove(admin, owner, TAKING_OVER).expect(200);

    await admin.http.get(`/api/v1/projects/${alone.id}`).expect(200);
    await admin.http.get(`/api/v1/projects/${shared.id}`).expect(403);
  });

  it('refuses takeOverProjects without access-all-projects (403), and changes nothing', async () => {
    const { admin, owner, orgId } = await anOwnerOf(1);
    const permissions = [{ subject: 'identity', action: ['read', 'delete'] }];
    const role = { slug: 'remover', name: 'Remover', permissions };
    await admin.http.post('/api/v1/organization/roles').send(role).expect(200);
    const remover = await anIdentity(server, orgId, 'no-access');
    const path = `/api/v1/identities/${remover.id}`;
    await admin.http.patch(path).send({ role: 'remover' }).expect(200);
    const powerless = await anIdentity(server, orgId, 'no-access');

    await remove(remover, powerless, TAKING_OVER).expect(403);
    await remove(remover, powerless).expect(200);
    await owner.http.get('/api/v1/identities/details').expect(200);
  });

  it('refuses to take over from itself (409)', async () => {
    const { admin } = await anOwnerOf(0);
    const other = await admin.http
      .post('/api/v1/identities')
      .send({ name: 'second', role: 'admin' })
      .expect(200);
    expect(other.body).toMatchObject({ identity: { name: 'second' } });
    const project = await aProject(admin);

    const { body } = await remove(admin, admin, TAKING_OVER).expect(409);

    expect(body).toMatchObject({ details: { projects: [project.id], projectCount: 1 } });
  });

  it('refuses a takeOverProjects that is neither true nor false (422)', async () => {
    const { admin, owner } = await anOwnerOf(0);
    await remove(admin, owner, '?takeOverProjects=perhaps').expect(422);
  });
});
