import { ApiProperty } from '@nestjs/swagger';
import { Slug, Text } from '../http/body/fields.js';
import type { StoredRole } from './roles.js';

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

export const presentRoleItem = (role: StoredRole): RoleItemView => ({
  id: role.id,
  name: role.name,
  description: role.description,
  slug: role.slug,
  createdAt: role.createdAt.toISOString(),
  updatedAt: role.updatedAt.toISOString(),
});
