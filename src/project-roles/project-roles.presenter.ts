import { ApiProperty } from '@nestjs/swagger';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
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
  @ApiProperty({ type: [StoredRuleView] })
  permissions: readonly StoredRuleView[];
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
