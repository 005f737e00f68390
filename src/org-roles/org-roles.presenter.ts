import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
import type { Rule } from '../permissions/rule.js';

/** A role of the organization, stored or predefined. */
export interface OrgRoleRecord {
  readonly id: string;
  readonly orgId: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly Rule[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A role as lists show it. */
export class OrgRoleItemView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Auditor' })
  name: string;
  @ApiPropertyOptional({ type: 'string', nullable: true })
  description?: string | null;
  @ApiProperty({ example: 'auditor' })
  slug: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
}

export class OrgRoleView extends OrgRoleItemView {
  @ApiProperty({ type: [StoredRuleView] })
  permissions: readonly StoredRuleView[];
}

export const presentOrgRoleItem = (role: OrgRoleRecord): OrgRoleItemView => ({
  id: role.id,
  name: role.name,
  description: role.description,
  slug: role.slug,
  createdAt: role.createdAt.toISOString(),
  updatedAt: role.updatedAt.toISOString(),
  orgId: role.orgId,
});

/** Rules exactly as they were sent (decision 4). */
export const presentOrgRole = (role: OrgRoleRecord): OrgRoleView => ({
  ...presentOrgRoleItem(role),
  permissions: role.permissions,
});
