import { ApiProperty } from '@nestjs/swagger';
import { newId } from '../database/uuid.js';
import { invalid } from '../errors/api-error.js';
import { Slug, Text } from '../http/body/fields.js';
import type { PredefinedRole } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';

const DESCRIPTION = {
  optional: true,
  nullable: true,
  max: 4096,
  example: 'Reads, changes nothing',
} as const;

/** What roles of organizations and of projects are created with, beside their rules. */
export class CreateRoleDto {
  @Slug(64, { example: 'auditor' })
  slug: string;

  @Text({ min: 1, max: 255, example: 'Auditor' })
  name: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

export class UpdateRoleDto {
  @Slug(64, { optional: true, example: 'auditor' })
  slug?: string;

  @Text({ optional: true, min: 1, max: 255, example: 'Auditor' })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;
}

/** A role as lists show it. */
export class RoleItemView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Auditor' })
  name: string;
  @ApiProperty({ type: 'string', nullable: true })
  description: string | null;
  @ApiProperty({ example: 'auditor' })
  slug: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentRoleItem = (role: RoleRecord): RoleItemView => ({
  id: role.id,
  name: role.name,
  description: role.description,
  slug: role.slug,
  createdAt: role.createdAt.toISOString(),
  updatedAt: role.updatedAt.toISOString(),
});

/** What a request sets of a role. */
export interface RoleContent {
  readonly slug: string;
  readonly name: string;
  readonly description?: string | null;
  readonly permissions: readonly Rule[];
}

/** A role of an organization or a project, stored or predefined. */
export interface RoleRecord extends RoleContent {
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
export const changedRole = <T extends RoleRecord>(
  role: T,
  { slug = role.slug, name = role.name, description = role.description }: Partial<RoleContent>,
  rules: readonly Rule[],
): T => ({ ...role, slug, name, description, permissions: rules, updatedAt: new Date() });

/** Predefined roles exist everywhere without being stored; their times are those of the answer. */
export function predefinedRoles(predefined: readonly PredefinedRole[]): RoleRecord[] {
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
  (role: RoleRecord): boolean =>
    'id' in key ? role.id === key.id : role.slug === key.slug;
