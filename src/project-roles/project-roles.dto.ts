import { ApiProperty } from '@nestjs/swagger';
import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { CreateRoleDto, RoleItemView, UpdateRoleDto, presentRoleItem } from '../roles/roles.js';
import type { ProjectRoleRecord } from './project-roles.repository.js';

const RULES = { example: [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }] };

export class CreateProjectRoleDto extends CreateRoleDto {
  @IsPermissionRules(PROJECT_SUBJECTS, RULES)
  permissions: Rule[];
}

export class UpdateProjectRoleDto extends UpdateRoleDto {
  @IsPermissionRules(PROJECT_SUBJECTS, { ...RULES, optional: true })
  permissions?: Rule[];
}

/** A role as lists show it. */
export class ProjectRoleItemView extends RoleItemView {
  @ApiProperty({ format: 'uuid' })
  projectId: string;
}

export class ProjectRoleView extends ProjectRoleItemView {
  @ApiProperty({ type: [StoredRuleView] })
  permissions: readonly StoredRuleView[];
}

export const presentProjectRoleItem = (role: ProjectRoleRecord): ProjectRoleItemView => ({
  ...presentRoleItem(role),
  projectId: role.projectId,
});

/** Rules exactly as they were sent. */
export const presentProjectRole = (role: ProjectRoleRecord): ProjectRoleView => ({
  ...presentProjectRoleItem(role),
  permissions: role.permissions,
});
