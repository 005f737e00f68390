import { Flag, ListOf, QueryIntField, QueryOffset, Text, TextList } from '../http/body/fields.js';

export class MemberMetadataDto {
  @Text({ min: 1, max: 255, example: 'team' })
  key: string;

  @Text({ max: 1020, example: 'payments' })
  value: string;
}

export class ListOrgMembersQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 20_000, default: 20_000, description: 'Members to return' })
  limit: number = 20_000;
}

export class UpdateOrgMemberDto {
  @Text({
    optional: true,
    min: 1,
    max: 64,
    description: 'Slug of an organization role, predefined or custom',
    example: 'member',
  })
  role?: string;

  @Flag({
    optional: true,
    description:
      'False: the member may do nothing in the organization from the next request on, and all its sessions there end',
  })
  isActive?: boolean;

  @ListOf(() => MemberMetadataDto, {
    optional: true,
    max: 100,
    description: 'Replaces what was there. Rules may speak of it: `{{identity.metadata.<key>}}`',
  })
  metadata?: MemberMetadataDto[];
}

export class RemoveOrgMembersDto {
  @TextList({ min: 1, max: 100, description: 'Ids of memberships: all go, or none' })
  membershipIds: string[];
}
