import { assignedIn, lifetimeFrom, rulesFrom } from './access-commands.js';
import { type Command, choose, inFamilies, type Turn } from './command.js';
import { GROUP_NAMES, TEAMS } from './world.js';

const GROUPS = '/api/v1/groups';
const MEMBERS = '/api/v2/organizations/:orgId/memberships';
const PRIVILEGES = '/api/v1/user-project-additional-privilege';

const groupIn = ({ snapshot, numbers }: Turn) => choose(snapshot.groups, numbers[0]);
const personIn = ({ snapshot, numbers }: Turn) => choose(snapshot.people, numbers[0]);

const orgRolesIn = ({ snapshot }: Turn) => [
  ...['no-access', 'member', 'admin'],
  ...snapshot.orgRoles.map(({ slug }) => slug),
];

/** One role or two, of which the first lasts: a group or a person keeps one for good. */
const lastingRoles = (turn: Turn) => [
  { role: 'no-access', isTemporary: false },
  ...assignedIn(turn).filter((each) => (each as { role: string }).role !== 'no-access'),
];

const about = (turn: Turn, request: (groupId: string) => object) => {
  const group = groupIn(turn);
  return group ? request(group.id) : null;
};

/** The identities that the attacker could want in a group, and what comes with them: the attacker itself as well. */
const identityIn = ({ snapshot, built, numbers: [, number = 0] }: Turn) =>
  number % 3 === 0 ? built.ids.attacker : choose(snapshot.identities, number)!.id;

const groupRoutes = (method: string) => [
  ...inFamilies(method, '/groups/:group'),
  `${method} /api/v1/projects/:projectId/memberships/groups/:group`,
];

export const GROUP_COMMANDS: readonly Command[] = [
  {
    name: 'create a group',
    routes: [`POST ${GROUPS}`],
    plan: (turn) => ({
      body: {
        name: choose(GROUP_NAMES, turn.numbers[0]),
        role: choose(orgRolesIn(turn), turn.numbers[1]),
      },
    }),
  },
  {
    name: 'change the organization role of a group',
    routes: [`PATCH ${GROUPS}/:groupId`],
    plan: (turn) =>
      about(turn, (groupId) => ({
        params: { groupId },
        body: { role: choose(orgRolesIn(turn), turn.numbers[1]) },
      })),
  },
  {
    name: 'rename a group',
    routes: [`PATCH ${GROUPS}/:groupId`],
    plan: (turn) =>
      about(turn, (groupId) => ({
        params: { groupId },
        body: { name: choose(GROUP_NAMES, turn.numbers[1]) },
      })),
  },
  {
    name: 'delete a group',
    routes: [`DELETE ${GROUPS}/:groupId`],
    plan: (turn) => about(turn, (groupId) => ({ params: { groupId } })),
  },
  {
    name: 'add an identity to a group',
    routes: [`POST ${GROUPS}/:groupId/machine-identities/:identityId`],
    plan: (turn) =>
      about(turn, (groupId) => ({ params: { groupId, identityId: identityIn(turn) } })),
  },
  {
    name: 'remove an identity from a group',
    routes: [`DELETE ${GROUPS}/:groupId/machine-identities/:identityId`],
    plan: (turn) =>
      about(turn, (groupId) => ({ params: { groupId, identityId: identityIn(turn) } })),
  },
  {
    name: 'add a person to a group',
    routes: [`POST ${GROUPS}/:groupId/users/:username`],
    plan: (turn) =>
      about(turn, (groupId) => ({
        params: { groupId, username: choose(turn.snapshot.people, turn.numbers[1])?.email ?? 'x' },
      })),
  },
  {
    name: 'remove a person from a group',
    routes: [`DELETE ${GROUPS}/:groupId/users/:username`],
    plan: (turn) =>
      about(turn, (groupId) => ({
        params: { groupId, username: choose(turn.snapshot.people, turn.numbers[1])?.email ?? 'x' },
      })),
  },
  {
    name: 'add a group to the project',
    routes: groupRoutes('POST'),
    plan: (turn) =>
      about(turn, (group) => ({ params: { group }, body: { roles: lastingRoles(turn) } })),
  },
  {
    name: 'assign roles to a group',
    routes: groupRoutes('PATCH'),
    plan: (turn) =>
      about(turn, (group) => ({ params: { group }, body: { roles: lastingRoles(turn) } })),
  },
  {
    name: 'remove a group from the project',
    routes: groupRoutes('DELETE'),
    plan: (turn) => about(turn, (group) => ({ params: { group } })),
  },
];

const memberRoutes = (method: string) => inFamilies(method, '/memberships/:membershipId');

const placeIn = ({ snapshot, built, numbers }: Turn) =>
  choose(
    snapshot.places.filter(
      ({ projectId, userId }) => projectId === built.projectId && userId !== null,
    ),
    numbers[0],
  );

const ofOrganization = (turn: Turn, body: object) => {
  const person = personIn(turn);
  const { orgId } = turn.built;
  return person ? { params: { orgId, membershipId: person.membershipId }, body } : null;
};

export const PEOPLE_COMMANDS: readonly Command[] = [
  {
    name: 'change the organization role of a person',
    routes: [`PATCH ${MEMBERS}/:membershipId`],
    plan: (turn) => ofOrganization(turn, { role: choose(orgRolesIn(turn), turn.numbers[1]) }),
  },
  {
    name: 'deactivate or activate a person',
    routes: [`PATCH ${MEMBERS}/:membershipId`],
    plan: (turn) => ofOrganization(turn, { isActive: !personIn(turn)?.isActive }),
  },
  {
    name: 'change metadata of a person',
    routes: [`PATCH ${MEMBERS}/:membershipId`],
    plan: (turn) =>
      ofOrganization(turn, { metadata: [{ key: 'team', value: choose(TEAMS, turn.numbers[1]) }] }),
  },
  {
    name: 'remove a person from the organization',
    routes: [`DELETE ${MEMBERS}/:membershipId`],
    plan: (turn) => ofOrganization(turn, {}),
  },
  {
    name: 'add a person to the project',
    routes: inFamilies('POST', '/memberships'),
    plan: (turn) => {
      const person = personIn(turn);
      const roleSlugs = assignedIn(turn).map((each) => (each as { role: string }).role);
      return person ? { body: { emails: [person.email], roleSlugs } } : null;
    },
  },
  {
    name: 'assign roles to a person',
    routes: memberRoutes('PATCH'),
    plan: (turn) => {
      const place = placeIn(turn);
      return place
        ? { params: { membershipId: place.id }, body: { roles: lastingRoles(turn) } }
        : null;
    },
  },
  {
    name: 'remove a person from the project',
    routes: memberRoutes('DELETE'),
    plan: (turn) => {
      const place = placeIn(turn);
      return place ? { params: { membershipId: place.id } } : null;
    },
  },
  {
    name: 'grant a privilege to a person',
    routes: [`POST ${PRIVILEGES}`],
    plan: (turn) => {
      const person = personIn(turn);
      const [, a, b, c] = turn.numbers;
      const permissions = rulesFrom(a, b);
      if (!person || permissions.length === 0) return null;
      const { projectId } = turn.built;
      const type = lifetimeFrom(turn, c);
      return { body: { userId: person.id, projectId, permissions, type } };
    },
  },
  {
    name: 'change a privilege of a person',
    routes: [`PATCH ${PRIVILEGES}/:privilegeId`],
    plan: (turn) => {
      const privilege = choose(turn.snapshot.userPrivileges, turn.numbers[0]);
      const [, a, b, c] = turn.numbers;
      const body = { permissions: rulesFrom(a, b), type: lifetimeFrom(turn, c) };
      return privilege ? { params: { privilegeId: privilege.id }, body } : null;
    },
  },
  {
    name: 'revoke a privilege of a person',
    routes: [`DELETE ${PRIVILEGES}/:privilegeId`],
    plan: (turn) => {
      const privilege = choose(turn.snapshot.userPrivileges, turn.numbers[0]);
      return privilege ? { params: { privilegeId: privilege.id } } : null;
    },
  },
];

/** What takes from people, or from who is in a group. */
export const TAKING_FROM_PEOPLE: readonly string[] = [...GROUP_COMMANDS, ...PEOPLE_COMMANDS]
  .map(({ name }) => name)
  .filter((name) => name !== 'create a group' && name !== 'rename a group');

/** What gives to identities through groups: a credential that was planted before must not rise with it. */
export const GIVING_TO_PEOPLE: readonly string[] = [
  'change the organization role of a group',
  'delete a group',
  'add an identity to a group',
  'remove an identity from a group',
  'add a group to the project',
  'assign roles to a group',
  'remove a group from the project',
];
