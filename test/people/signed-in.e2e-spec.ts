import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { chained } from '../support/audit-scene.js';
import { countStatements } from '../support/statements.js';
import { useApp } from '../support/harness.js';
import {
  aGroup,
  aPerson,
  aSession,
  inOrganization,
  joinGroup,
  joinProject,
  leaveGroup,
} from '../support/people.js';
import { aMember, anIdentity, aProject, aScene } from '../support/scene.js';

const server = useApp();
const secretsOf = (projectId: string) =>
  `/api/v4/secrets?projectId=${projectId}&environment=dev&secretPath=/`;

describe('a person who is signed in', () => {
  it('reads and writes what its own membership allows, and is named as a person', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const ann = await aPerson(server, orgId, 'member');
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(403);
    await joinProject(server, project, { userId: ann.id }, 'admin');

    const body = { projectId: project.id, environment: 'dev', secretValue: 'x' };
    const { body: made } = await ann.http.post('/api/v4/secrets/KEY').send(body).expect(200);
    expect(made).toMatchObject({
      secret: { actor: { actorType: 'user', actorId: ann.id, name: ann.email } },
    });
    expect(
      (await ann.http.patch('/api/v4/secrets/KEY').send({ ...body, secretValue: 'y' })).status,
    ).toBe(200);
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(200);
    const entries = await server.database.source.query<object[]>(
      `select actor_kind "kind", actor_id "id", actor_name "name" from audit_entries
       where org_id = $1 and action in ('secret.update', 'secret.read')`,
      [orgId],
    );
    const who = { kind: 'user', id: ann.id, name: ann.email };
    expect(entries).toEqual([who, who]);
    await chained(server, orgId);
    expect(server.logLines.filter((line) => line.includes('seal does not verify'))).toEqual([]);
  });

  it('is refused (401) once anything behind the session has ended', async () => {
    const { orgId } = await aScene(server);
    const { source } = server.database;
    const endings = [
      ['sessions', 'ended_at = now()'],
      ['sessions', `expires_at = now() - interval '1 second'`],
      ['sessions', `last_used_at = now() - interval '2 hours'`],
      ['organization_memberships', 'is_active = false'],
      ['organization_memberships', `status = 'invited'`],
    ] as const;
    for (const [table, change] of endings) {
      const ann = await aPerson(server, orgId, 'admin');
      expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(200);
      const id = table === 'sessions' ? ann.sessionId : ann.orgMembershipId;
      await source.query(`update ${table} set ${change} where id = $1`, [id]);
      expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(401);
    }
    const gone = await aPerson(server, orgId, 'admin');
    await source.query('delete from organization_memberships where id = $1', [
      gone.orgMembershipId,
    ]);
    expect((await gone.http.get('/api/v1/organization/roles')).status).toBe(401);
  });

  it('keeps its session of one organization when it is deactivated in another', async () => {
    const [one, other] = [await aScene(server), await aScene(server)];
    const ann = await aPerson(server, one.orgId, 'admin');
    await inOrganization(server, other.orgId, ann.id, 'admin');
    const there = await aSession(server, { id: ann.id, orgId: other.orgId });
    await server.database.source.query(
      'update organization_memberships set is_active = false where id = $1',
      [ann.orgMembershipId],
    );
    expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(401);
    expect((await server.as(there.token).get('/api/v1/organization/roles')).status).toBe(200);
  });

  it('meets the one 404 of a stranger in the other organization', async () => {
    const [one, other] = [await aScene(server), await aScene(server)];
    const project = await aProject(other.admin);
    const ann = await aPerson(server, one.orgId, 'admin');
    await inOrganization(server, other.orgId, ann.id, 'admin');
    await joinProject(server, project, { userId: ann.id }, 'admin');
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(404);
    expect((await ann.http.get(secretsOf(randomUUID()))).status).toBe(404);
  });

  it('writes no more than once a minute that the session is in use', async () => {
    const { orgId } = await aScene(server);
    const ann = await aPerson(server, orgId, 'admin');
    const { source } = server.database;
    await source.query(
      `update sessions set last_used_at = now() - interval '5 minutes' where id = $1`,
      [ann.sessionId],
    );
    expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(200);
    const isRecent = async () => {
      const [row] = await source.query<{ recent: boolean }[]>(
        `select last_used_at > now() - interval '1 minute' recent from sessions where id = $1`,
        [ann.sessionId],
      );
      return row!.recent;
    };
    let asked = 0;
    while (!(await isRecent()) && asked < 500) asked++;
    expect(await isRecent()).toBe(true);
  });
});

describe('rights by groups', () => {
  it('are those of each group beside its own, for people and identities', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const ann = await aPerson(server, orgId, 'no-access');
    const bot = await anIdentity(server, orgId, 'no-access');
    const groupId = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(403);
    await joinProject(server, project, { groupId }, 'viewer');
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(200);
    expect((await bot.http.get(secretsOf(project.id))).status).toBe(403);
    await joinGroup(server, groupId, { identityId: bot.id });
    expect((await bot.http.get(secretsOf(project.id))).status).toBe(200);
    await leaveGroup(server, groupId, ann.id);
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(403);
  });

  it('are those of the group beside a membership of its own without any', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const ann = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: ann.id }, 'no-access');
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(403);
    const groupId = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId }, 'admin');
    expect((await ann.http.get(secretsOf(project.id))).status).toBe(200);
  });

  it('lose to what another group forbids', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const ann = await aPerson(server, orgId, 'no-access');
    const allowing = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: allowing }, 'admin');
    expect((await ann.http.get(`/api/v1/projects/${project.id}/roles`)).status).toBe(200);
    const forbidding = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    const forbids = [{ subject: 'role', action: 'read', inverted: true }];
    await joinProject(server, project, { groupId: forbidding }, forbids);
    expect((await ann.http.get(`/api/v1/projects/${project.id}/roles`)).status).toBe(403);
  });

  it('follow the metadata of an identity that is in a project by a group alone', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const bot = await anIdentity(server, orgId, 'no-access');
    const groupId = await aGroup(server, orgId, 'no-access', { identityId: bot.id });
    const conditions = { environment: '{{identity.metadata.place}}' };
    const rule = { subject: 'secrets', action: ['describeSecret', 'readValue'], conditions };
    await joinProject(server, project, { groupId }, [rule]);
    const body = { projectId: project.id, environment: 'dev', secretValue: 'x' };
    expect((await admin.http.post('/api/v4/secrets/KEY').send(body)).status).toBe(200);
    const read = async () =>
      (await bot.http.get(`/api/v4/secrets/KEY?projectId=${project.id}&environment=dev`)).status;
    const place = async (value: string) => {
      const metadata = [{ key: 'place', value }];
      const changed = await admin.http.patch(`/api/v1/identities/${bot.id}`).send({ metadata });
      expect(changed.status).toBe(200);
    };
    await place('dev');
    expect(await read()).toBe(200);
    await place('prod');
    expect(await read()).not.toBe(200);
  });

  it('count in the organization too, and end with the membership', async () => {
    const { orgId } = await aScene(server);
    const ann = await aPerson(server, orgId, 'no-access');
    expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(403);
    const groupId = await aGroup(server, orgId, 'admin', { userId: ann.id });
    expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(200);
    await leaveGroup(server, groupId, ann.id);
    expect((await ann.http.get('/api/v1/organization/roles')).status).toBe(403);
  });
});

describe('the statements of a request', () => {
  it('are as many for a person as for an identity, whether by itself or by 50 groups', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const bot = await aMember(server, project, orgId, 'viewer');
    const ann = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: ann.id }, 'viewer');
    const bob = await aPerson(server, orgId, 'no-access');
    for (let n = 0; n < 50; n++) {
      const groupId = await aGroup(server, orgId, 'no-access', { userId: bob.id });
      await joinProject(server, project, { groupId }, 'viewer');
    }
    const statements = countStatements(server.app.get(Database));
    // The project is named in the query, which is read with the session; in the path; and nowhere.
    const paths = [
      `${secretsOf(project.id)}&recursive=true`,
      `/api/v1/projects/${project.id}/roles`,
      '/api/v1/projects',
    ];
    for (const path of paths) {
      const counts: number[] = [];
      for (const { http } of [bot, ann, bob]) {
        expect((await http.get(path).set('If-None-Match', '"x"')).status).toBe(200);
        statements.take();
        expect((await http.get(path).set('If-None-Match', '"y"')).status).toBe(200);
        counts.push(statements.take());
      }
      expect({ path, counts }).toEqual({ path, counts: [counts[0], counts[0], counts[0]] });
    }
    statements.stop();
  });
});
