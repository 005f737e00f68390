import type { components } from '../api/schema';

type Schemas = components['schemas'];
export type HeldRole = Schemas['HeldRole'];
export type RoleAssignment = Schemas['RoleAssignment'];

/** A person or a group with roles in the project. */
export interface Member {
  readonly kind: 'user' | 'group';
  /** Of the membership of a person; of the group itself. */
  readonly id: string;
  /** Of the account of a person; of the group itself. */
  readonly holderId: string;
  readonly name: string;
  /** Address of a person, slug of a group. */
  readonly detail: string;
  readonly since: string;
  readonly roles: readonly HeldRole[];
}

export const memberOfPerson = ({
  id,
  userId: holderId,
  user,
  createdAt,
  roles,
}: Schemas['ProjectMember']): Member => {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    kind: 'user',
    ...{ id, holderId },
    name: name || user.email,
    detail: user.email,
    since: createdAt,
    roles,
  };
};

export const memberOfGroup = ({ group, createdAt, roles }: Schemas['ProjectGroup']): Member => ({
  ...{ kind: 'group', id: group.id, holderId: group.id, name: group.name, detail: group.slug },
  ...{ since: createdAt, roles },
});

/** The name of a role as it is given. */
export const slugOf = ({ role, customRoleSlug }: HeldRole): string => customRoleSlug || role;

export const endOf = ({ isTemporary, temporaryAccessEndTime }: HeldRole): string | null =>
  isTemporary ? temporaryAccessEndTime : null;

/** Roles that hold now or later: those that are over are only told of by the server. */
export const liveRoles = (roles: readonly HeldRole[], now: number): HeldRole[] =>
  roles.filter((role) => {
    const end = endOf(role);
    return end === null || Date.parse(end) > now;
  });

export interface Ending {
  readonly member: Member;
  readonly role: HeldRole;
  readonly at: string;
}

/** Roles that end by themselves, the next first. */
export const endingsOf = (members: readonly Member[], now: number): Ending[] =>
  members
    .flatMap((member) =>
      liveRoles(member.roles, now).flatMap((role) => {
        const at = endOf(role);
        return at === null ? [] : [{ member, role, at }];
      }),
    )
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** The role of whoever is a member and may do nothing. */
export const NOTHING = 'no-access';

const assigned = (role: HeldRole): RoleAssignment => {
  const { temporaryRange, temporaryAccessStartTime } = role;
  if (!role.isTemporary || temporaryRange === null || temporaryAccessStartTime === null)
    return { role: slugOf(role) };
  return {
    ...{ role: slugOf(role), isTemporary: true, temporaryMode: 'relative' },
    ...{ temporaryRange, temporaryAccessStartTime },
  };
};

/** At least one role is held for good, and the one that allows nothing only where there is no other. */
function completed(roles: readonly RoleAssignment[]): RoleAssignment[] {
  const [good, ending] = [
    roles.filter(({ isTemporary }) => !isTemporary),
    roles.filter(({ isTemporary }) => isTemporary),
  ];
  const some = good.filter(({ role }) => role !== NOTHING);
  return [...(some.length > 0 ? some : [{ role: NOTHING }]), ...ending];
}

/** All roles once another is given: for good, or for a time from now on. */
export function withRole(
  roles: readonly HeldRole[],
  role: string,
  range: string | null,
  now: number,
): RoleAssignment[] {
  const others = liveRoles(roles, now).filter((each) => slugOf(each) !== role);
  return completed([...others.map(assigned), givenRole(role, range, now)]);
}

const givenRole = (role: string, range: string | null, now: number): RoleAssignment =>
  range === null
    ? { role }
    : {
        ...{ role, isTemporary: true, temporaryMode: 'relative', temporaryRange: range },
        temporaryAccessStartTime: new Date(now).toISOString(),
      };

/** All roles once exactly these are held: those that are held already as they are, others for good or for a time from now on. */
export function withRoles(
  roles: readonly HeldRole[],
  slugs: readonly string[],
  range: string | null,
  now: number,
): RoleAssignment[] {
  const kept = liveRoles(roles, now).filter((each) => slugs.includes(slugOf(each)));
  const held = new Set(kept.map(slugOf));
  const given = slugs.filter((slug) => !held.has(slug)).map((slug) => givenRole(slug, range, now));
  return completed([...kept.map(assigned), ...given]);
}

/** Roles that allow something, as they are chosen. */
export const heldSlugs = (roles: readonly HeldRole[], now: number): string[] =>
  liveRoles(roles, now)
    .map(slugOf)
    .filter((slug) => slug !== NOTHING);

/** All roles once one is taken away. */
export const withoutRole = (
  roles: readonly HeldRole[],
  { id }: HeldRole,
  now: number,
): RoleAssignment[] =>
  completed(
    liveRoles(roles, now)
      .filter((each) => each.id !== id)
      .map(assigned),
  );

/** Addresses out of a text, each once, in lower case as the server has them. */
export const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((each) => each.trim().toLowerCase())
      .filter((each) => each !== ''),
  ),
];

/** Rules that somebody holds beside their roles, as a list has them: what the API calls an additional privilege. */
export type Grant = Schemas['UserPrivilegeItem'];

/** Grants that hold now or later, those that end first on top. */
export const liveGrants = (grants: readonly Grant[], now: number): Grant[] => {
  const endsAt = ({ temporaryAccessEndTime: end }: Grant) =>
    end === undefined ? Infinity : Date.parse(end);
  return grants
    .filter((grant) => endsAt(grant) > now)
    .toSorted((one, other) => (endsAt(one) < endsAt(other) ? -1 : 1));
};
