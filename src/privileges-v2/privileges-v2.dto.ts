import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { LifetimeChangesDto, LifetimeDto, lifetimeOf } from '../access/dto/lifetime.js';
import { Id, Nested, Slug, Text } from '../http/body/fields.js';
import { ProjectIdUnless } from '../http/body/project-id.field.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import type { PrivilegeChanges, PrivilegeDraft } from '../privileges/privileges.service.js';

const RULES = [
  {
    subject: 'secrets',
    action: ['readValue', 'describeSecret'],
    conditions: { environment: 'prod', secretPath: { $glob: '/apps/**' } },
  },
];

export class CreatePrivilegeDto {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Id({ description: 'The project, of which the identity must be a member' })
  projectId: string;

  @IsPermissionRules(PROJECT_SUBJECTS, { example: RULES })
  permissions: Rule[];

  @Nested(() => LifetimeDto)
  type: LifetimeDto;

  @Slug(60, { optional: true, example: 'deploy-on-friday', description: 'Generated when absent' })
  slug?: string;

  toDraft(): PrivilegeDraft {
    const { permissions, slug } = this;
    return {
      permissions,
      lifetime: lifetimeOf(this.type),
      ...(slug === undefined ? {} : { slug }),
    };
  }
}

export class UpdatePrivilegeDto {
  @Slug(60, { optional: true, example: 'deploy-on-friday' })
  slug?: string;

  @IsPermissionRules(PROJECT_SUBJECTS, { optional: true, example: RULES })
  permissions?: Rule[];

  @Nested(() => LifetimeChangesDto, { optional: true })
  type?: LifetimeChangesDto;

  toChanges(): PrivilegeChanges {
    return { slug: this.slug, permissions: this.permissions ?? undefined, lifetime: this.type };
  }
}

export class PrivilegeBySlugQuery {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Text({ min: 1, max: 64, example: 'payments', description: 'The slug of the project' })
  projectSlug: string;
}

export class ListPrivilegesQuery {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @ProjectIdUnless(['projectSlug'])
  projectId?: string;

  @Text({ optional: true, min: 1, max: 64, example: 'payments' })
  projectSlug?: string;
}
