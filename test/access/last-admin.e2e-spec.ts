import type { Test } from 'supertest';
import { LastAdmin } from '../../src/access/escalation/last-admin.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller } from '../support/scene.js';

const server = useApp();

const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);

async function aStage() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const path = ({ id }: Caller) => `/api/v1/projects/${project.id}/identity-memberships/${id}`;
  return { orgId, admin, project, path };
}

async function countAdmins(projectId: string): Promise<number> {
  const [row] = await server.database.source.query<{ n: number }[]>(
    `select count(*)::int n from membership_roles h join project_memberships m on m.id = h.membership_id
     where m.project_id = $1 and h.role = 'admin' and not h.is_temporary`,
    [projectId],
  );
  return row!.n;
}

const FOR_A_TIME = {
  role: 'admin',
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '100y',
  temporaryAccessStartTime: '2026-01-01T00:00:00.000Z',
};

describe('the last administrator of a project', () => {
  it('is neither removed nor demoted, not even to one for a time', async () => {
    const { admin, orgId, project, path } = await aStage();
    const helper = await aMember(server, project, orgId, 'no-access');
    await admin.http
      .patch(path(helper))
      .send({ roles: [FOR_A_TIME] })
      .expect(200);

    // A caller whose right ends must not take from one whose right lasts.
    for (const [caller, status] of [
      [admin, 409],
      [helper, 403],
    ] as const) {
      const removed = await caller.http.delete(path(admin)).expect(status);
      expect(removed.body).toMatchObject({ message: expect.any(String) });
      const demoted = caller.http.patch(path(admin)).send({ roles: [{ role: 'member' }] });
      await expectStatus(status, demoted);
      await expectStatus(status, caller.http.patch(path(admin)).send({ roles: [FOR_A_TIME] }));
    }
    expect(await countAdmins(project.id)).toBe(1);
    const more = { roles: [{ role: 'member' }, { role: 'admin' }] };
    await expectStatus(200, admin.http.patch(path(admin)).send(more));
  });

  it('may go once there is another', async () => {
    const { admin, orgId, project, path } = await aStage();
    const other = await aMember(server, project, orgId, 'admin');
    await expectStatus(200, admin.http.delete(path(admin)));
    await expectStatus(409, other.http.delete(path(other)));
  });

  it('is known to whoever is about to delete its identity', async () => {
    const { admin, orgId, project } = await aStage();
    const second = await aProject(admin);
    const lastAdmin = server.app.get(LastAdmin);
    const sole = ({ id }: Caller) =>
      server.database.transaction((tx) => lastAdmin.listProjectsAdministeredOnlyBy(tx, orgId, id));
    expect(await sole(admin)).toEqual([project.id, second.id].sort());
    const other = await aMember(server, project, orgId, 'admin');
    expect(await sole(admin)).toEqual([second.id]);
    expect(await sole(other)).toEqual([]);
  });

  it('stays when two go at once', async () => {
    for (let run = 0; run < 20; run++) {
      const { admin, orgId, project, path } = await aStage();
      const other = await aMember(server, project, orgId, 'admin');
      const answers = await Promise.all([
        admin.http.delete(path(admin)),
        other.http.delete(path(other)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await countAdmins(project.id)).toBe(1);
    }
  });

  it('stays when two demote each other at once', async () => {
    for (let run = 0; run < 20; run++) {
      const { admin, orgId, project, path } = await aStage();
      const other = await aMember(server, project, orgId, 'admin');
      const roles = [{ role: 'viewer' }];
      const answers = await Promise.all([
        admin.http.patch(path(other)).send({ roles }),
        other.http.patch(path(admin)).send({ roles }),
      ]);
      // Who comes second is an administrator no more.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(await countAdmins(project.id)).toBe(1);
    }
  });
});
