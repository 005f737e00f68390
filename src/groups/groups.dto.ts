import { OneOf, QueryIntField, QueryOffset, Slug, Text } from '../http/body/fields.js';
import type { GroupSearch } from './group-members.repository.js';

const NAME = { min: 1, max: 50, example: 'Backend' } as const;
const SLUG = { min: 5, optional: true, example: 'backend' } as const;
const ROLE = {
  optional: true,
  min: 1,
  max: 64,
  description: 'Slug of an organization role, predefined or custom',
  example: 'no-access',
} as const;

export class CreateGroupDto {
  @Text(NAME)
  name: string;

  @Slug(36, { ...SLUG, description: 'Made from the name if not given' })
  slug?: string;

  @Text({ ...ROLE, default: 'no-access' })
  role?: string;
}

export class UpdateGroupDto {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Slug(36, SLUG)
  slug?: string;

  @Text(ROLE)
  role?: string;
}

const FILTERS = ['existingMembers', 'nonMembers'] as const;

/** Clients that ask without a page take whom they do not see for gone, so they see the members, and many. */
const WITHOUT_LIMIT = 1_000;

class PageQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({
    min: 1,
    max: 100,
    description: 'Entries to return. Without it up to 1,000: members first, then others',
  })
  limit?: number;

  @Text({ optional: true, max: 1_024, description: 'Part of a name or e-mail address, literally' })
  search?: string;

  protected page(): Pick<GroupSearch, 'offset' | 'limit' | 'search'> {
    const { offset, limit = WITHOUT_LIMIT, search = null } = this;
    return { offset, limit, search };
  }
}

export class ListGroupUsersQuery extends PageQuery {
  @Text({ optional: true, max: 254, description: 'The user with exactly this name' })
  username?: string;

  @OneOf(FILTERS, {
    optional: true,
    description: 'Only those in the group, or only the others. Without it everybody',
  })
  filter?: (typeof FILTERS)[number];

  toSearch(): GroupSearch {
    return {
      ...this.page(),
      username: this.username ?? null,
      isMember: membershipWanted(this.filter),
    };
  }
}

const IDENTITY_FILTERS = ['assignedMachineIdentities', 'nonAssignedMachineIdentities'] as const;

export class ListGroupIdentitiesQuery extends PageQuery {
  @OneOf([...FILTERS, ...IDENTITY_FILTERS], {
    optional: true,
    description: 'Only those in the group, or only the others. Without it all',
  })
  filter?: (typeof FILTERS | typeof IDENTITY_FILTERS)[number];

  toSearch(): GroupSearch {
    return { ...this.page(), username: null, isMember: membershipWanted(this.filter) };
  }
}

/** Null: both. */
function membershipWanted(filter: string | undefined): boolean | null {
  if (filter === undefined) return null;
  return filter === 'existingMembers' || filter === 'assignedMachineIdentities';
}

const KINDS = ['users', 'machineIdentities'] as const;

export class ListGroupMembersQuery extends PageQuery {
  @OneOf(KINDS, { optional: true, description: 'Only people, or only machine identities' })
  memberTypeFilter?: (typeof KINDS)[number];

  @OneOf(['name'], { optional: true, default: 'name' })
  orderBy: string = 'name';

  @OneOf(['asc', 'desc'], { optional: true, default: 'asc' })
  orderDirection: 'asc' | 'desc' = 'asc';

  toSearch() {
    const { memberTypeFilter, orderDirection } = this;
    const kind = memberTypeFilter ?? null;
    return { ...this.page(), kind, orderDirection };
  }
}

export class ListGroupProjectsQuery extends PageQuery {
  toSearch() {
    return this.page();
  }
}
