import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { RoleDto } from '../access/dto/given-role.js';
import { lifetimeOf } from '../access/dto/lifetime.js';
import { ListOf, OneOf, QueryOffset, QueryIntField, Slug, Text } from '../http/body/fields.js';
import type { RoleDraft } from './membership-draft.js';
import type { MembershipFilter } from './memberships.repository.js';

const DIRECTIONS = ['asc', 'desc'] as const;
const ORDERS = ['name'] as const;

class SearchableQuery {
  @QueryOffset()
  offset: number = 0;

  @OneOf(ORDERS, { optional: true, default: 'name' })
  orderBy: (typeof ORDERS)[number] = 'name';

  @OneOf(DIRECTIONS, { optional: true, default: 'asc' })
  orderDirection: (typeof DIRECTIONS)[number] = 'asc';
}

export class ListMembershipsQuery extends SearchableQuery {
  @QueryIntField({ min: 1, max: 20_000, default: 100, description: 'Memberships to return' })
  limit: number = 100;

  @Text({ optional: true, max: 8_000, description: 'Part of the name of the identity' })
  search?: string;
}

const ANY_ROLE = 'Slugs of roles split by commas: who holds any of them';

/** Split by commas, or given more than once. */
const RoleSlugs = () =>
  applyDecorators(
    Text({ optional: true, max: 4_096, description: ANY_ROLE, example: 'member,deployer' }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.join() : value)),
  );

/** The newer form of the list. */
export class ListMemberIdentitiesQuery extends SearchableQuery {
  @QueryIntField({ min: 1, max: 1_000, default: 20, description: 'Memberships to return' })
  limit: number = 20;

  @Text({ optional: true, max: 8_000, description: 'Part of the name of the identity' })
  identityName?: string;

  @RoleSlugs()
  roles?: string;

  toFilter(): Omit<MembershipFilter, 'identityIds'> {
    const { offset, limit, orderDirection, identityName, roles = '' } = this;
    const slugs = roles
      .split(',')
      .map((slug) => slug.trim())
      .filter(Boolean);
    return {
      offset,
      limit,
      orderDirection,
      ...(identityName === undefined ? {} : { search: identityName }),
      ...(slugs.length > 0 ? { roles: slugs } : {}),
    };
  }
}

const ROLES = { min: 1, max: 50 } as const;

export const toDrafts = (roles: readonly RoleDto[]): RoleDraft[] =>
  roles.map((dto) => ({ slug: dto.role, lifetime: lifetimeOf(dto) }));

export class AddMembershipDto {
  @Slug(64, { optional: true, deprecated: true, default: 'no-access', example: 'no-access' })
  role?: string;

  @ListOf(() => RoleDto, { ...ROLES, optional: true, description: 'Replaces `role`' })
  roles?: RoleDto[];

  /** Null where the body names none. */
  toDrafts(): RoleDraft[] | null {
    if (this.roles) return toDrafts(this.roles);
    return this.role === undefined ? null : [{ slug: this.role, lifetime: { isTemporary: false } }];
  }
}

export class ChangeRolesDto {
  @ListOf(() => RoleDto, { ...ROLES, description: 'Replaces what was held' })
  roles: RoleDto[];

  toDrafts(): RoleDraft[] {
    return toDrafts(this.roles);
  }
}
