import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { LifetimeChangesDto, LifetimeDto, lifetimeOf } from '../access/dto/lifetime.js';
import { Nested, Slug } from '../http/body/fields.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import type { PrivilegeChanges, PrivilegeDraft } from './privilege-content.js';

const RULES = [
  {
    subject: 'secrets',
    action: ['readValue', 'describeSecret'],
    conditions: { environment: 'prod', secretPath: { $glob: '/apps/**' } },
  },
];

/** What a new privilege says, whoever it is for. */
export class PrivilegeDraftDto {
  @Slug(60, { optional: true, example: 'deploy-on-friday', description: 'Generated when absent' })
  slug?: string;

  @IsPermissionRules(PROJECT_SUBJECTS, { example: RULES })
  permissions: Rule[];

  @Nested(() => LifetimeDto)
  type: LifetimeDto;

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
