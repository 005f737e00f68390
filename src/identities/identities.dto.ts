import {
  Flag,
  Id,
  ListOf,
  QueryFlag,
  QueryIntField,
  QueryOffset,
  Text,
} from '../http/body/fields.js';

export class MetadataDto {
  @Text({ min: 1, max: 255, example: 'team' })
  key: string;

  @Text({ max: 1020, example: 'payments' })
  value: string;
}

const METADATA = {
  optional: true,
  max: 100,
  description: 'Replaces what was there. Rules may speak of it: `{{identity.metadata.<key>}}`',
} as const;
const ROLE = {
  optional: true,
  min: 1,
  max: 64,
  description: 'Slug of an organization role, predefined or custom',
  example: 'member',
} as const;

export class CreateIdentityDto {
  @Text({ min: 1, max: 255, example: 'deploy-bot' })
  name: string;

  @Id({ optional: true, description: 'The organization of the caller, if given' })
  organizationId?: string;

  @Text({ ...ROLE, default: 'no-access' })
  role?: string;

  @Flag({ optional: true, default: false })
  hasDeleteProtection?: boolean;

  @ListOf(() => MetadataDto, METADATA)
  metadata?: MetadataDto[];
}

export class UpdateIdentityDto {
  @Text({ optional: true, min: 1, max: 255, example: 'deploy-bot' })
  name?: string;

  @Text(ROLE)
  role?: string;

  @Flag({ optional: true })
  hasDeleteProtection?: boolean;

  @ListOf(() => MetadataDto, METADATA)
  metadata?: MetadataDto[];
}

export class ListIdentitiesQuery {
  @Id({ optional: true, description: 'The organization of the caller, if given' })
  orgId?: string;

  @QueryOffset()
  offset?: number;

  @QueryIntField({ min: 1, max: 100, default: 50 })
  limit?: number;
}

export class DeleteIdentityQuery {
  @QueryFlag({
    default: false,
    description:
      'Makes the caller an administrator, for good, of every project that only this identity administers. Needs ' +
      '`access-all-projects` in the organization. Without it, such projects are a 409 that names them',
  })
  takeOverProjects?: boolean;
}
