import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Rule } from '../permissions/rule.js';

/** A role of a project, stored or predefined. */
export interface ProjectRoleRecord {
  readonly id: string;
  readonly projectId: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly Rule[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export class ProjectRuleView {
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  subject: string | readonly string[];
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  action: string | readonly string[];
  @ApiPropertyOptional({ description: 'As it was sent' })
  conditions?: unknown;
  @ApiPropertyOptional({ type: 'boolean' })
  inverted?: boolean;
}

/** A role as lists show it. */
export class ProjectRoleItemView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Deployer' })
  name: string;
  @ApiProperty({ type: 'string', nullable: true })
  description: string | null;
  @ApiProperty({ example: 'deployer' })
  slug: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
}

export class ProjectRoleView extends ProjectRoleItemView {
  @ApiProperty({ type: [ProjectRuleView] })
  permissions: readonly ProjectRuleView[];
}

export const presentProjectRoleItem = (role: ProjectRoleRecord): ProjectRoleItemView => ({
  id: role.id,
  name: role.name,
  description: role.description,
  slug: role.slug,
  createdAt: role.createdAt.toISOString(),
  updatedAt: role.updatedAt.toISOString(),
  projectId: role.projectId,
});

/** Rules exactly as they were sent (decision 4). */
export const presentProjectRole = (role: ProjectRoleRecord): ProjectRoleView => ({
  ...presentProjectRoleItem(role),
  permissions: role.permissions,
});
