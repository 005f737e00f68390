import { ListOf, QueryIntField, QueryOffset, Slug, Text } from '../../http/body/fields.js';
import type { RoleDraft } from '../membership-draft.js';
import { RoleDto } from '../../access/dto/given-role.js';
import { toDrafts } from '../memberships.dto.js';

const ROLES = { min: 1, max: 50 } as const;

export class AddProjectGroupDto {
  @Slug(64, { optional: true, deprecated: true, default: 'no-access', example: 'no-access' })
  role?: string;

  @ListOf(() => RoleDto, {
    ...ROLES,
    optional: true,
    description: 'Replaces `role`. At least one of them for good',
  })
  roles?: RoleDto[];

  toDrafts(): RoleDraft[] {
    if (this.roles) return toDrafts(this.roles);
    return [{ slug: this.role ?? 'no-access', lifetime: { isTemporary: false } }];
  }
}

export class ChangeGroupRolesDto {
  @ListOf(() => RoleDto, {
    ...ROLES,
    description: 'Replaces what was held; at least one of them for good',
  })
  roles: RoleDto[];

  toDrafts(): RoleDraft[] {
    return toDrafts(this.roles);
  }
}

export class ListProjectGroupUsersQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 100, description: 'People to return' })
  limit: number = 100;

  @Text({ optional: true, max: 1_024, description: 'Part of a name or e-mail address, literally' })
  search?: string;
}
