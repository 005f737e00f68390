import type { components } from '../api/schema';
import { organizationWords as words } from '../words/organization';

type Schemas = components['schemas'];
type Membership = Schemas['OrganizationUserMembership'];

/** A person in the organization. */
export interface Person {
  /** Of the membership. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The role as it is given. */
  readonly role: string;
  readonly state: 'invited' | 'active' | 'deactivated';
  readonly lastLogin: string | null;
}

export function personOf(membership: Membership): Person {
  const { id, user, inviteEmail, status, isActive, lastLoginTime, ...given } = membership;
  const email = user.email || inviteEmail;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const state = !isActive ? 'deactivated' : status === 'invited' ? 'invited' : 'active';
  return { id, email, name: name || email, state, role: roleOf(given), lastLogin: lastLoginTime };
}

/** The name by which a role is given: the own one of the organization, where there is one. */
export const roleOf = ({
  role,
  customRoleSlug,
}: {
  readonly role: string;
  readonly customRoleSlug?: string | null | undefined;
}): string => customRoleSlug || role;

/** A role in the organization as it is told. Without rights there, somebody may still have any in projects. */
export const orgRoleText = (role: string, customName?: string): string =>
  customName ?? (role === 'no-access' ? words.noRole : role);

/** Somebody in a group. */
export interface GroupMember {
  readonly kind: 'user' | 'identity';
  /** What routes name them by: the user name of a person, the id of a machine identity. */
  readonly key: string;
  readonly name: string;
}

export const groupMemberOf = (member: Schemas['GroupMember']): GroupMember =>
  member.user
    ? { kind: 'user', key: member.user.username || member.user.email, name: member.user.email }
    : {
        kind: 'identity',
        key: member.id,
        name: member.machineIdentity?.name ?? member.id,
      };
