import { type Command, choose, inFamilies, type Turn } from './command.js';
import { BUNDLES, FORBIDDING, ORG_BUNDLES, RULES } from './rule-catalog.js';

const PREDEFINED = ['admin', 'member', 'viewer', 'no-access'];
const HOUR = 3_600_000;

const rolesIn = ({ snapshot, built }: Turn) =>
  snapshot.roles.filter(({ projectId }) => projectId === built.projectId);

/** The bot more often than others: it begins with nothing, so much can come to it. */
const identityIn = ({ snapshot, built, numbers: [number = 0] }: Turn) => {
  const bot = snapshot.identities.find(({ id }) => id === built.ids.bot);
  return (number % 3 === 0 && bot ? bot : choose(snapshot.identities, Math.floor(number / 3))!).id;
};

/** Rules to grant: a bundle, or single ones. */
export const rulesFrom = (a: number | undefined, b: number | undefined) =>
  (a ?? 0) % 2 === 0 ? choose(BUNDLES, b)! : [choose(RULES, b)!];

/** For good most of the time, else for an hour now, or later. */
export function lifetimeFrom({ built }: Turn, number: number | undefined): object {
  const kind = (number ?? 0) % 5;
  if (kind < 3) return { isTemporary: false };
  const start = new Date(built.startedAt.getTime() + (kind === 3 ? -1 : 3) * HOUR);
  return {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: '2h',
    temporaryAccessStartTime: start.toISOString(),
  };
}

/** Edits rules: more, other ones, fewer forbidding ones, or a harmless forbidding one besides. */
function editedRules(turn: Turn, before: readonly object[]): readonly object[] {
  const [, kind = 0, b, c] = turn.numbers;
  const isInverted = (rule: object) => 'inverted' in rule;
  const edits = [
    () => [...before, ...rulesFrom(b, c)],
    () => [...before, ...choose(BUNDLES, c)!],
    () => rulesFrom(b, c),
    () => before.filter((rule) => !isInverted(rule)),
    () => [...before, FORBIDDING[3]!],
    () => before.slice(1),
  ];
  return choose(edits, kind)!();
}

const ROLE_FIELDS = (turn: Turn) => ({
  name: 'Role',
  slug: `made-${turn.numbers[3] ?? 0}`,
});

export const ROLE_COMMANDS: readonly Command[] = [
  {
    name: 'create a project role',
    routes: inFamilies('POST', '/roles'),
    plan: (turn) => ({
      body: { ...ROLE_FIELDS(turn), permissions: rulesFrom(turn.numbers[1], turn.numbers[2]) },
    }),
  },
  {
    name: 'edit a project role',
    routes: inFamilies('PATCH', '/roles/:roleId'),
    plan: (turn) => {
      const role = choose(rolesIn(turn), turn.numbers[0]);
      return role
        ? {
            params: { roleId: role.id },
            body: { permissions: editedRules(turn, role.permissions) },
          }
        : null;
    },
  },
  {
    name: 'rename a project role',
    routes: inFamilies('PATCH', '/roles/:roleId'),
    plan: (turn) => {
      const role = choose(rolesIn(turn), turn.numbers[0]);
      return role
        ? { params: { roleId: role.id }, body: { slug: `renamed-${turn.numbers[1] ?? 0}` } }
        : null;
    },
  },
  {
    name: 'delete a project role',
    routes: inFamilies('DELETE', '/roles/:roleId'),
    plan: (turn) => {
      const role = choose(rolesIn(turn), turn.numbers[0]);
      return role ? { params: { roleId: role.id } } : null;
    },
  },
  {
    name: 'create an organization role',
    routes: ['POST /api/v1/organization/roles'],
    plan: (turn) => ({
      body: { ...ROLE_FIELDS(turn), permissions: choose(ORG_BUNDLES, turn.numbers[1]) },
    }),
  },
  {
    name: 'edit an organization role',
    routes: ['PATCH /api/v1/organization/roles/:roleId'],
    plan: ({ snapshot, numbers }) => {
      const role = choose(snapshot.orgRoles, numbers[0]);
      return role
        ? { params: { roleId: role.id }, body: { permissions: choose(ORG_BUNDLES, numbers[1]) } }
        : null;
    },
  },
  {
    name: 'delete an organization role',
    routes: ['DELETE /api/v1/organization/roles/:roleId'],
    plan: ({ snapshot, numbers }) => {
      const role = choose(snapshot.orgRoles, numbers[0]);
      return role ? { params: { roleId: role.id } } : null;
    },
  },
];

const membershipRoutes = (method: string) => [
  ...inFamilies(method, '/identity-memberships/:identityId'),
  `${method} /api/v1/projects/:projectId/memberships/identities/:identityId`,
];

/** One role or two, of those that there are. */
export function assignedIn(turn: Turn): object[] {
  const [, a = 0, b, c, d = 0] = turn.numbers;
  const slugs = [...rolesIn(turn).map(({ slug }) => slug), ...PREDEFINED];
  const chosen = [choose(slugs, a)!, ...(d % 2 === 1 ? [choose(slugs, b)!] : [])];
  return [...new Set(chosen)].map((role) => ({ role, ...lifetimeFrom(turn, c) }));
}

export const MEMBERSHIP_COMMANDS: readonly Command[] = [
  {
    name: 'add a member',
    routes: membershipRoutes('POST'),
    plan: (turn) => {
      const members = new Set(turn.snapshot.memberships.map(({ holderId }) => holderId));
      const strangers = turn.snapshot.identities.filter(({ id }) => !members.has(id));
      const identity = choose(strangers, turn.numbers[0]);
      return identity
        ? { params: { identityId: identity.id }, body: { roles: assignedIn(turn) } }
        : null;
    },
  },
  {
    name: 'assign roles to a member',
    routes: membershipRoutes('PATCH'),
    plan: (turn) => ({
      params: { identityId: identityIn(turn) },
      body: { roles: assignedIn(turn) },
    }),
  },
  {
    name: 'remove a member',
    routes: membershipRoutes('DELETE'),
    plan: (turn) => ({ params: { identityId: identityIn(turn) } }),
  },
];

const V2 = '/api/v2/identity-project-additional-privilege';
const V1 = '/api/v1/additional-privilege/identity';

const privilegeIn = ({ snapshot, numbers }: Turn) => choose(snapshot.privileges, numbers[0]);

/** The first generation knows other names of actions, and one rule at a time. */
const V1_RULES = [
  { subject: 'secrets', actions: ['read', 'edit'], conditions: { environment: 'prod' } },
  { subject: 'secrets', actions: ['read'], conditions: { environment: 'dev' } },
  {
    subject: 'secrets',
    actions: ['read', 'create', 'edit', 'delete'],
    conditions: { environment: 'dev', secretPath: { $glob: '/pub/**' } },
  },
];

const placeOf = ({ built }: Turn, identityId: string) => ({
  identityId,
  projectSlug: built.projectSlug,
});

export const PRIVILEGE_COMMANDS: readonly Command[] = [
  {
    name: 'grant a privilege',
    routes: [`POST ${V2}`],
    plan: (turn) => ({
      body: {
        identityId: identityIn(turn),
        projectId: turn.built.projectId,
        permissions: rulesFrom(turn.numbers[1], turn.numbers[2]),
        type: lifetimeFrom(turn, turn.numbers[3]),
      },
    }),
  },
  {
    name: 'change a privilege',
    routes: [`PATCH ${V2}/:id`],
    plan: (turn) => {
      const privilege = privilegeIn(turn);
      if (!privilege) return null;
      const [, a = 0, b, c, d = 0] = turn.numbers;
      const permissions = a % 3 === 2 ? {} : { permissions: rulesFrom(b, c) };
      const type = d % 2 === 0 ? {} : { type: lifetimeFrom(turn, d) };
      return { params: { id: privilege.id }, body: { ...permissions, ...type } };
    },
  },
  {
    name: 'revoke a privilege',
    routes: [`DELETE ${V2}/:id`],
    plan: (turn) => {
      const privilege = privilegeIn(turn);
      return privilege ? { params: { id: privilege.id } } : null;
    },
  },
  {
    name: 'grant a privilege of the first generation',
    routes: [`POST ${V1}/permanent`, `POST ${V1}/temporary`],
    plan: (turn, route) => ({
      body: {
        ...placeOf(turn, identityIn(turn)),
        privilegePermission: choose(V1_RULES, turn.numbers[1]),
        ...(route.endsWith('temporary') ? lifetimeFrom(turn, 3) : {}),
      },
    }),
  },
  {
    name: 'change a privilege of the first generation',
    routes: [`PATCH ${V1}`],
    plan: (turn) => {
      const privilege = privilegeIn(turn);
      if (!privilege) return null;
      const { identityId, slug: privilegeSlug } = privilege;
      const privilegeDetails = {
        privilegePermission: choose(V1_RULES, turn.numbers[1]),
        ...lifetimeFrom(turn, turn.numbers[2]),
      };
      return { body: { ...placeOf(turn, identityId), privilegeSlug, privilegeDetails } };
    },
  },
  {
    name: 'revoke a privilege of the first generation',
    routes: [`DELETE ${V1}`],
    plan: (turn) => {
      const privilege = privilegeIn(turn);
      if (!privilege) return null;
      const { identityId, slug: privilegeSlug } = privilege;
      return { body: { ...placeOf(turn, identityId), privilegeSlug } };
    },
  },
];
