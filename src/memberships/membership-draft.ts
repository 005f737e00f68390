import { type Lifetime, type LifetimeColumns, lifetimeColumns } from '../access/dto/lifetime.js';
import { rulesOf } from '../access/held-rules.js';
import type { ProjectRole } from '../database/entities/project-role.entity.js';
import { newId } from '../database/uuid.js';
import { badRequest } from '../errors/api-error.js';
import { roleNotFound } from '../errors/missing.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import type { SourcedRule } from '../permissions/rule.js';

/** A role as a request gives it. */
export interface RoleDraft {
  readonly slug: string;
  readonly lifetime: Lifetime;
}

/** A role of a request that exists: predefined, or one of the project's own. */
export interface ResolvedRole extends RoleDraft {
  readonly custom: ProjectRole | null;
}

export interface MembershipRoleRow extends LifetimeColumns {
  readonly id: string;
  readonly role: string;
  readonly customRoleId: string | null;
}

export const isPredefined = (slug: string): boolean =>
  PROJECT_ROLES.some((role) => role.slug === slug);

/** Throws 404 for a slug that is neither predefined nor among the custom roles. */
export function resolveRoles(
  projectId: string,
  drafts: readonly RoleDraft[],
  customRoles: readonly ProjectRole[],
): ResolvedRole[] {
  return drafts.map((draft) => {
    if (isPredefined(draft.slug)) return { ...draft, custom: null };
    const custom = customRoles.find(({ slug }) => slug === draft.slug);
    if (!custom) throw roleNotFound(projectId, draft.slug);
    return { ...draft, custom };
  });
}

/** The rules that these roles will give, each with its span of time. */
export const rulesOfRoles = (roles: readonly ResolvedRole[]): SourcedRule[] =>
  roles.flatMap(({ slug, custom, lifetime }) =>
    rulesOf({
      kind: 'role',
      slug,
      id: custom?.id ?? null,
      permissions: custom?.permissions ?? null,
      validFrom: lifetime.isTemporary ? lifetime.start : null,
      validUntil: lifetime.isTemporary ? lifetime.end : null,
    }),
  );

export const rowsOfRoles = (roles: readonly ResolvedRole[]): MembershipRoleRow[] =>
  roles.map(({ slug, custom, lifetime }) => ({
    id: newId(),
    role: custom ? 'custom' : slug,
    customRoleId: custom?.id ?? null,
    ...lifetimeColumns(lifetime),
  }));

/** Throws 400 for a role that is given twice. */
export function requireDistinct(roles: readonly RoleDraft[]): void {
  const slugs = roles.map(({ slug }) => slug);
  const repeated = slugs.filter((slug, i) => slugs.indexOf(slug) !== i);
  if (repeated.length > 0)
    throw badRequest('repeated-item', 'A membership holds each role once.', {
      roles: [...new Set(repeated)],
    });
}

/** Throws 400 where all of the roles end: people and groups hold at least one for good. */
export function requirePermanent(roles: readonly RoleDraft[]): void {
  if (roles.some(({ lifetime }) => !lifetime.isTemporary)) return;
  throw badRequest(
    'no-permanent-role',
    'At least one of the roles must be permanent. `no-access` is one that allows nothing.',
  );
}
