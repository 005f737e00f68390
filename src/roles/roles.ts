import { newId } from '../database/uuid.js';
import { invalid } from '../errors/api-error.js';
import type { PredefinedRole } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';

/** What a request sets of a role. */
export interface RoleContent {
  readonly slug: string;
  readonly name: string;
  readonly description?: string | null;
  readonly permissions: readonly Rule[];
}

/** A role of an organization or a project, stored or predefined. */
export interface StoredRole extends RoleContent {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type RoleKey = { readonly id: string } | { readonly slug: string };

/** Throws 422 for the slug of a predefined role, and for `custom`, by which answers name all others. */
export function refuseReserved(slug: string, predefined: readonly PredefinedRole[]): void {
  if (slug !== 'custom' && !predefined.some((role) => role.slug === slug)) return;
  throw invalid([{ code: 'invalid_value', path: ['slug'], message: 'This slug is reserved' }]);
}

export function newRole({ slug, name, description = null }: RoleContent, rules: readonly Rule[]) {
  const now = new Date();
  return {
    id: newId(),
    slug,
    name,
    description,
    permissions: rules,
    createdAt: now,
    updatedAt: now,
  };
}

/** The role after a change; what is left out stays. `rules` are those to be stored. */
export const changedRole = <T extends StoredRole>(
  role: T,
  { slug = role.slug, name = role.name, description = role.description }: Partial<RoleContent>,
  rules: readonly Rule[],
): T => ({ ...role, slug, name, description, permissions: rules, updatedAt: new Date() });

/** Predefined roles exist everywhere without being stored; their times are those of the answer. */
export function predefinedRoles(predefined: readonly PredefinedRole[]): StoredRole[] {
  const now = new Date();
  return predefined.map(({ rules, listed = [], ...role }) => ({
    ...role,
    permissions: [...rules, ...listed],
    createdAt: now,
    updatedAt: now,
  }));
}

export const hasKey =
  (key: RoleKey) =>
  (role: StoredRole): boolean =>
    'id' in key ? role.id === key.id : role.slug === key.slug;
