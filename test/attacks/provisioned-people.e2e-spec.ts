import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aPerson, changeAddress, inOrganization, joinProject } from '../support/people.js';
import { aProvider, type Provider, SCIM, USER } from '../support/scim-scene.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp();
const source = () => server.database.source;
const SCIM_TOKENS = '/api/v1/scim/scim-tokens';
const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.org`;

/** The token of a provider that a person of the organization makes. */
async function tokenOf(provider: Provider, http: Provider['admin']['http']): Promise<string> {
  const made = await http.post(SCIM_TOKENS).send({ organizationId: provider.orgId }).expect(200);
  return (made.body as { scimToken: string }).scimToken;
}

describe('a token of SCIM whose maker may have kept it', () => {
  it.each([
    ['left', 'delete from organization_memberships where id = $1'],
    ['was deactivated', 'update organization_memberships set is_active = false where id = $1'],
    [
      'is no administrator any more',
      `update organization_memberships set role = 'member' where id = $1`,
    ],
  ])('lets nobody in once the maker %s (403), and still shuts people out', async (_, change) => {
    const provider = await aProvider(server);
    const ann = await aPerson(server, provider.orgId, 'admin');
    const bob = await aPerson(server, provider.orgId, 'member');
    const group = await provider.group(unique('group'));
    const http = server.as(await tokenOf(provider, ann.http));
    const patch = (path: string, operation: object) =>
      http.patch(SCIM + path).send({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [operation],
      });
    const turn = (value: boolean) =>
      patch(`/Users/${bob.orgMembershipId}`, { op: 'replace', path: 'active', value });
    const members = [{ value: bob.orgMembershipId }];
    const join = () => patch(`/Groups/${group}`, { op: 'add', path: 'members', value: members });
    await join().expect(204);
    await patch(`/Groups/${group}`, { op: 'remove', path: 'members' }).expect(204);
    const [allowing, forbidding] = [
      await provider.group(unique('allowing'), [bob.orgMembershipId]),
      await provider.group(unique('forbidding'), [bob.orgMembershipId]),
    ];
    const project = await aProject(provider.admin);
    const reading = { subject: 'secrets', action: ['readValue'] };
    await joinProject(server, project, { groupId: allowing }, [reading]);
    await joinProject(server, project, { groupId: forbidding }, [{ ...reading, inverted: true }]);

    await source().query(change, [ann.orgMembershipId]);

    const refused = await join().expect(403);
    expect(JSON.parse(refused.text)).toMatchObject({
      status: '403',
      detail: expect.stringContaining('new token'),
    });
    const newcomer = { schemas: [USER], userName: unique('carol') };
    await http.post(`${SCIM}/Users`).send(newcomer).expect(403);
    const leave = (id: string) => patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    // Whoever leaves a group that forbids something may do more than before.
    await leave(forbidding).expect(403);
    await http.delete(`${SCIM}/Groups/${forbidding}`).expect(403);
    await leave(allowing).expect(204);
    await http.delete(`${SCIM}/Groups/${allowing}`).expect(204);
    await turn(false).expect(200);
    await turn(true).expect(403);
    await http.get(`${SCIM}/Users/${bob.orgMembershipId}`).expect(200);
    await http.delete(`${SCIM}/Users/${bob.orgMembershipId}`).expect(204);
    await provider.send('post', '/Users', newcomer).expect(201);
  });
});

describe('a demoted maker of a token of SCIM', () => {
  it.each([
    ['adds to', (value: object[]) => [{ op: 'add', path: 'members', value }]],
    ['puts in place of all of', (value: object[]) => [{ op: 'replace', path: 'members', value }]],
  ])('is let back in by no group: one %s the members (403)', async (_, operations) => {
    const provider = await aProvider(server);
    const ann = await aPerson(server, provider.orgId, 'admin');
    const group = await provider.group(unique('administrators'));
    await provider.admin.http.patch(`/api/v1/groups/${group}`).send({ role: 'admin' }).expect(200);
    const http = server.as(await tokenOf(provider, ann.http));
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations([{ value: ann.orgMembershipId }]),
    };
    await source().query(`update organization_memberships set role = 'no-access' where id = $1`, [
      ann.orgMembershipId,
    ]);

    await http.patch(`${SCIM}/Groups/${group}`).send(body).expect(403);
    const members = await provider.admin.http.get(`/api/v1/groups/${group}/users`).expect(200);
    expect(members.body).toMatchObject({ totalCount: expect.any(Number) });
    expect(JSON.stringify(members.body)).not.toContain('"isPartOfGroup":true');
  });
});

describe('a person who changes their address', () => {
  it('stays where a provider finds and deactivates them, under the address of before', async () => {
    const provider = await aProvider(server);
    const ann = await aPerson(server, provider.orgId, 'member');
    const here = { id: ann.orgMembershipId };
    expect(await provider.find('Users', `userName eq "${ann.email}"`)).toMatchObject([here]);

    await changeAddress(server, ann, unique('elsewhere'));

    expect(await provider.find('Users', `userName eq "${ann.email}"`)).toMatchObject([here]);
    const byAddress = `emails[type eq "work"].value eq "${ann.email}"`;
    expect(await provider.find('Users', byAddress)).toMatchObject([here]);
    const again = { schemas: [USER], userName: ann.email };
    expect((await provider.send('post', '/Users', again)).status).toBe(409);
  });
});

describe('an organization that deactivates somebody', () => {
  it.each(['by SCIM', 'by hand'])(
    'leaves the invitation of another organization alone, %s',
    async (door) => {
      const [here, there] = [await aProvider(server), await aScene(server)];
      const ann = await aPerson(server, here.orgId, 'member');
      const elsewhere = await inOrganization(server, there.orgId, ann.id, 'member');
      await source().query(`update organization_memberships set status = 'invited' where id = $1`, [
        elsewhere,
      ]);
      for (const scope of [elsewhere, ann.orgMembershipId])
        await source().query(
          `insert into one_time_tokens (user_id, purpose, scope_id, digest, email, expires_at)
           values ($1, 'invitation', $2, $3, $4, now() + interval '1 hour')`,
          [ann.id, scope, Buffer.from(randomUUID()), ann.email],
        );

      if (door === 'by SCIM') {
        const off = { op: 'replace', path: 'active', value: false };
        await here.patch(`/Users/${ann.orgMembershipId}`, off).expect(200);
      } else {
        const path = `/api/v2/organizations/${here.orgId}/memberships/${ann.orgMembershipId}`;
        await here.admin.http.patch(path).send({ isActive: false }).expect(200);
      }

      const left = await source().query<object[]>(
        'select scope_id from one_time_tokens where user_id = $1',
        [ann.id],
      );
      expect(left).toEqual([{ scope_id: elsewhere }]);
    },
  );
});
