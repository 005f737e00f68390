import { Flag, OneOf, Slug, Text, IntField } from '../http/body/fields.js';
import { MAX_PROJECT_SLUG, MIN_PROJECT_SLUG } from './project-slug.js';

/** What clients may ask for at creation and is not offered. Empty texts are what they send for nothing. */
const NOT_OFFERED = { optional: true, nullable: true, max: 256 } as const;

/** What the clients know as types; only the first two are built. */
export const PROJECT_TYPES = [
  'secret-manager',
  'cert-manager',
  'kms',
  'ssh',
  'secret-scanning',
  'pam',
] as const;

export const BUILT_TYPES: readonly string[] = ['secret-manager', 'cert-manager'];

export class ListProjectsQuery {
  @OneOf(PROJECT_TYPES, { optional: true, description: 'Only projects of this type' })
  type?: string;
}

export class CreateProjectDto {
  @Text({ min: 1, max: 255, example: 'Payments' })
  projectName: string;

  @Text({ optional: true, nullable: true, max: 1024, example: 'All that moves money' })
  projectDescription?: string | null;

  @Slug(MAX_PROJECT_SLUG, { optional: true, min: MIN_PROJECT_SLUG, example: 'payments' })
  slug?: string;

  @OneOf(PROJECT_TYPES, {
    optional: true,
    default: 'secret-manager',
    offered: BUILT_TYPES,
    description: 'Other types are refused: only these are built',
  })
  type: string = 'secret-manager';

  @Flag({ optional: true, default: true, description: 'Whether to make dev, staging and prod' })
  shouldCreateDefaultEnvs: boolean = true;

  @Flag({ optional: true, default: false, description: 'Whether to refuse its deletion' })
  hasDeleteProtection: boolean = false;

  @Text({
    ...NOT_OFFERED,
    example: 'default',
    description: 'Only `default`: there are no project templates',
  })
  template?: string | null;

  @Text({
    ...NOT_OFFERED,
    example: '',
    description: 'Must be empty: each project has keys of its own',
  })
  kmsKeyId?: string | null;

  @Text({ ...NOT_OFFERED, example: '', description: 'The same as `kmsKeyId`' })
  kmsSecretManagerKeyId?: string | null;
}

export class UpdateProjectDto {
  @Text({ optional: true, min: 1, max: 255, example: 'Payments' })
  name?: string;

  @Text({ optional: true, nullable: true, max: 1024, example: 'All that moves money' })
  description?: string | null;

  @Slug(MAX_PROJECT_SLUG, { optional: true, min: MIN_PROJECT_SLUG, example: 'payments' })
  slug?: string;

  @Flag({ optional: true, description: 'Whether names of secrets must be upper case' })
  autoCapitalization?: boolean;

  @Flag({ optional: true, description: 'Whether to refuse its deletion' })
  hasDeleteProtection?: boolean;

  @IntField({
    optional: true,
    min: 1,
    max: 90,
    example: 30,
    description:
      'Days after which a change that waits for consent expires; for those proposed from now on',
  })
  approvalRequestExpiryDays?: number;
}

export class AuditRetentionDto {
  @IntField({ min: 0, max: 36_500, example: 90 })
  auditLogsRetentionDays: number;
}
