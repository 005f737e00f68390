// People, groups and SCIM tokens of the server that is fuzzed.
import { send } from '../server.js';

export const PASSWORD = 'correct horse battery staple';

/** Returns what `seed` returns, of people. The fuzzer signs in as one of them, and its requests name the others. */
export async function seedPeople(server, ask, [projectId, doomedProjectId]) {
  const own = await makePerson(server, 'fuzzer@example.org');
  const spare = await makePerson(server, 'spare@example.org');
  const doomed = await makePerson(server, 'doomed@example.org');
  const { users } = await ask('GET', `/v2/organizations/${own.orgId}/memberships`);
  const membershipOf = ({ email }) => users.find(({ user }) => user.email === email);
  const [ownPlace, sparePlace] = [membershipOf(own), membershipOf(spare)];
  const there = await placePerson(ask, sparePlace, projectId);
  const scim = await makeScimToken(ask, own.orgId);
  return {
    there,
    doomed: await placePerson(ask, membershipOf(doomed), doomedProjectId),
    spares: {
      [ownPlace.id]: sparePlace.id,
      [ownPlace.user.id]: sparePlace.user.id,
      [own.email]: spare.email,
      [scim.id]: there.scimTokenId,
    },
    callers: {
      scim: scim.token,
      person: { email: own.email, password: PASSWORD, organizationId: own.orgId },
    },
  };
}

/** Puts a person into a group and both into a project, and returns the ids of what that makes. */
async function placePerson(ask, { id: orgMembershipId, orgId, user }, projectId) {
  const group = await ask('POST', '/v1/groups', { name: `With ${user.email}`, role: 'no-access' });
  await ask('POST', `/v1/groups/${group.id}/users/${user.email}`, {});
  const inProject = await placeInProject(ask, projectId, user, group.id);
  return {
    organizationId: orgId,
    orgId,
    // The same name stands for a place in the organization and for one in a project.
    membershipId: [orgMembershipId, inProject.membershipId],
    orgMembershipId,
    userId: user.id,
    username: user.email,
    groupId: group.id,
    group: group.id,
    privilegeId: inProject.privilegeId,
    scimTokenId: (await makeScimToken(ask, orgId)).id,
  };
}

/** Gives a person and a group a role in the project, and the person a privilege besides. */
async function placeInProject(ask, projectId, { id: userId, email }, groupId) {
  const project = `/v1/projects/${projectId}`;
  const people = { usernames: [email], roleSlugs: ['viewer'] };
  const { memberships } = await ask('POST', `${project}/memberships`, people);
  await ask('POST', `${project}/groups/${groupId}`, { roles: [{ role: 'viewer' }] });
  const { privilege } = await ask('POST', '/v1/user-project-additional-privilege', {
    ...{ userId, projectId, slug: 'more-for-people' },
    permissions: [{ subject: 'secrets', action: ['readValue'] }],
    type: { isTemporary: false },
  });
  return { membershipId: memberships[0].id, privilegeId: privilege.id };
}

async function makeScimToken(ask, organizationId) {
  const body = { organizationId, description: 'fuzzed' };
  const { scimToken, scimTokenData } = await ask('POST', '/v1/scim/scim-tokens', body);
  return { token: scimToken, id: scimTokenData.id };
}

/** A member of the organization with a password: the operator makes the account, the person follows the link. */
async function makePerson({ site, command }, email) {
  const printed = await command('user:create', email, '--role', 'member');
  const [link] = /https?:\S+/.exec(printed);
  const { code } = Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)));
  const recovery = `${site}/api/v1/account-recovery`;
  const { token } = await send('POST', `${recovery}/verify-email`, { email, code });
  await send('POST', `${recovery}/reset`, { password: PASSWORD }, token);
  const login = await send('POST', `${site}/api/v3/auth/login`, { email, password: PASSWORD });
  const { organizations } = await send(
    'GET',
    `${site}/api/v1/organization`,
    undefined,
    login.accessToken,
  );
  return { email, orgId: organizations[0].id };
}
