import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { Slug, Text } from '../http/body/fields.js';
import { Strict } from '../http/body/strict.decorator.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { Rule } from '../permissions/rule.js';

@Strict()
export class CreateOrgRoleDto {
  @Slug(64, { example: 'auditor' })
  slug: string;

  @Text({ min: 1, max: 255, example: 'Auditor' })
  name: string;

  @Text({ optional: true, nullable: true, max: 4096, example: 'Reads, changes nothing' })
  description?: string | null;

  @IsPermissionRules(ORG_SUBJECTS, { example: [{ subject: 'audit-logs', action: ['read'] }] })
  permissions: Rule[];
}

@Strict()
export class UpdateOrgRoleDto {
  @Slug(64, { optional: true, example: 'auditor' })
  slug?: string;

  @Text({ optional: true, min: 1, max: 255, example: 'Auditor' })
  name?: string;

  @Text({ optional: true, nullable: true, max: 4096, example: 'Reads, changes nothing' })
  description?: string | null;

  @IsPermissionRules(ORG_SUBJECTS, { optional: true })
  permissions?: Rule[];
}
