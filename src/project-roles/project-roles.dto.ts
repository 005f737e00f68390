import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { Slug, Text } from '../http/body/fields.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';

const DESCRIPTION = {
  optional: true,
  nullable: true,
  max: 4096,
  example: 'Ships, changes no settings',
} as const;

const RULES = { example: [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }] };

export class CreateProjectRoleDto {
  @Slug(64, { example: 'deployer' })
  slug: string;

  @Text({ min: 1, max: 255, example: 'Deployer' })
  name: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @IsPermissionRules(PROJECT_SUBJECTS, RULES)
  permissions: Rule[];
}

export class UpdateProjectRoleDto {
  @Slug(64, { optional: true, example: 'deployer' })
  slug?: string;

  @Text({ optional: true, min: 1, max: 255, example: 'Deployer' })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @IsPermissionRules(PROJECT_SUBJECTS, { ...RULES, optional: true })
  permissions?: Rule[];
}
