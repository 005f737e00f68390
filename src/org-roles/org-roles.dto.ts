import { ApiProperty } from '@nestjs/swagger';
import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
import { Strict } from '../http/body/strict.decorator.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { CreateRoleDto, RoleItemView, UpdateRoleDto, presentRoleItem } from '../roles/roles.js';
import type { OrgRoleRecord } from './org-roles.repository.js';

@Strict()
export class CreateOrgRoleDto extends CreateRoleDto {
  @IsPermissionRules(ORG_SUBJECTS, { example: [{ subject: 'audit-logs', action: ['read'] }] })
  permissions: Rule[];
}

@Strict()
export class UpdateOrgRoleDto extends UpdateRoleDto {
  @IsPermissionRules(ORG_SUBJECTS, { optional: true })
  permissions?: Rule[];
}

/** A role as lists show it. */
export class OrgRoleItemView extends RoleItemView {
  @ApiProperty({ format: 'uuid' })
  orgId: string;
}

export class OrgRoleView extends OrgRoleItemView {
  @ApiProperty({ type: [StoredRuleView] })
  permissions: readonly StoredRuleView[];
}

export const presentOrgRoleItem = (role: OrgRoleRecord): OrgRoleItemView => ({
  ...presentRoleItem(role),
  orgId: role.orgId,
});

/** Rules exactly as they were sent. */
export const presentOrgRole = (role: OrgRoleRecord): OrgRoleView => ({
  ...presentOrgRoleItem(role),
  permissions: role.permissions,
});
