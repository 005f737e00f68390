import { ApiProperty } from '@nestjs/swagger';
import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { StoredRuleView } from '../access/dto/stored-rule.view.js';
import { invalid } from '../errors/api-error.js';
import { Text } from '../http/body/fields.js';
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

const SAME_AS_PATH = {
  optional: true,
  nullable: true,
  max: 256,
  deprecated: true,
  description: 'The id in the path once more, as Terraform sends it; anything else is refused',
} as const;

@Strict()
export class UpdateOrgRoleDto extends UpdateRoleDto {
  @IsPermissionRules(ORG_SUBJECTS, { optional: true })
  permissions?: Rule[];

  @Text(SAME_AS_PATH)
  RoleId?: string | null;

  @Text(SAME_AS_PATH)
  roleId?: string | null;

  /** The fields that are to be changed. Throws 422 for an id that is not the one in the path. */
  toChanges(pathId: string): Omit<UpdateOrgRoleDto, 'RoleId' | 'roleId' | 'toChanges'> {
    const { RoleId, roleId, ...changes } = this;
    const problems = Object.entries({ RoleId, roleId })
      .filter(([, id]) => id !== undefined && id !== pathId)
      .map(([name]) => ({
        code: 'unrecognized_keys',
        path: [name],
        message: `${name} is not a field, unless it repeats the id in the path`,
      }));
    if (problems.length > 0) throw invalid(problems);
    return changes;
  }
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
