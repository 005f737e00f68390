import {
  type Lifetime,
  type LifetimeChangesDto,
  changedLifetime,
  lifetimeColumns,
} from '../access/dto/lifetime.js';
import { isLarger } from '../access/escalation/holding-limits.js';
import { newId } from '../database/uuid.js';
import { randomSlug } from '../http/body/slugs.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { cleanRules } from '../permissions/rule-problems.js';
import type { Rule } from '../permissions/rule.js';
import type { PrivilegeContent } from './privileges.repository.js';

export interface PrivilegeDraft {
  /** Generated where none is given. */
  readonly slug?: string;
  readonly permissions: readonly Rule[];
  readonly lifetime: Lifetime;
}

export interface PrivilegeChanges {
  readonly slug?: string;
  readonly permissions?: readonly Rule[];
  readonly lifetime?: Partial<LifetimeChangesDto>;
}

/** The event of each audited action on a privilege, whoever holds it. */
export const PRIVILEGE_EVENTS = {
  'privilege.grant': 'privilege:grant',
  'privilege.amend': 'privilege:update',
  'privilege.revoke': 'privilege:revoke',
} as const;

/** Random characters of a generated slug: so many that no two meet by chance. */
const SLUG_LENGTH = 12;

/** A new privilege of the membership. */
export const grantedContent = (
  { slug, permissions, lifetime }: PrivilegeDraft,
  projectMembershipId: string,
): PrivilegeContent => ({
  id: newId(),
  projectMembershipId,
  slug: slug ?? randomSlug(SLUG_LENGTH),
  permissions: cleanRules(PROJECT_SUBJECTS, permissions),
  ...lifetimeColumns(lifetime),
});

/** The privilege with what the caller names changed. */
export const amendedContent = (
  before: PrivilegeContent,
  { slug, permissions, lifetime }: PrivilegeChanges,
): PrivilegeContent => ({
  id: before.id,
  projectMembershipId: before.projectMembershipId,
  slug: slug ?? before.slug,
  permissions: permissions ? cleanRules(PROJECT_SUBJECTS, permissions) : before.permissions,
  ...lifetimeColumns(changedLifetime(before, lifetime ?? {})),
});

/** Whether the holder may hold more by the change, at some time, than by what was there. */
export const isMoreToHold = (
  { lifetime }: PrivilegeChanges,
  before: PrivilegeContent,
  after: PrivilegeContent,
): boolean => lifetime !== undefined || isLarger(after.permissions, before.permissions);
