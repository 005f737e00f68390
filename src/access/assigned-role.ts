import type { EntityManager } from 'typeorm';
import { OrgRole } from '../database/entities/org-role.entity.js';
import { orgRoleNotFound } from '../errors/missing.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { SourcedRule } from '../permissions/rule.js';
import { orgRulesOf } from './held-rules.js';

/** An organization role that somebody is to hold, as it is stored with its holder. */
export interface AssignedRole {
  /** Slug of a predefined role, or `custom`. */
  readonly role: string;
  /** Null for a predefined role. */
  readonly roleId: string | null;
  readonly rules: readonly SourcedRule[];
}

/** The organization role with that slug, predefined or the organization's own. Throws 404. */
export async function orgRoleToAssign(
  tx: EntityManager,
  orgId: string,
  slug: string,
): Promise<AssignedRole> {
  if (ORG_ROLES.some((role) => role.slug === slug)) {
    return { role: slug, roleId: null, rules: orgRulesOf({ id: null, slug, permissions: null }) };
  }
  const custom = await tx.findOneBy(OrgRole, { orgId, slug });
  if (!custom) throw orgRoleNotFound(slug);
  const { id, permissions } = custom;
  return { role: 'custom', roleId: id, rules: orgRulesOf({ id, slug, permissions }) };
}

/** Whether it is another one than what is held. */
export const isOtherRole = (
  { role, roleId }: AssignedRole,
  held: Pick<AssignedRole, 'role' | 'roleId'>,
): boolean => role !== held.role || roleId !== held.roleId;
