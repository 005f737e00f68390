import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import {
  type Lifetime,
  LifetimeChangesDto,
  RANGE,
  TEMPORARY_MODES,
  lifetimeOf,
  modeProblem,
  rangeProblem,
  startProblem,
} from '../access/dto/lifetime.js';
import { type FieldError, badRequest } from '../errors/api-error.js';
import { Checked, Id, Nested, Slug, Text } from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';
import { NoProblems } from '../http/body/validation-problems.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { PrivilegeView, presentPrivilege } from '../privileges/privilege.presenter.js';
import type { PrivilegeRow } from '../privileges/privileges.repository.js';
import type { PrivilegeChanges, PrivilegeDraft } from '../privileges/privilege-content.js';
import {
  V1_ACTIONS,
  type V1Permission,
  permissionProblems,
  permissionsProblems,
  rulesOfPermission,
  rulesOfPermissions,
} from './v1-rules.js';

/** An optional field of rules; each problem in it is one entry of the 422. */
function V1RulesField(schema: object, problems: (value: unknown) => FieldError[]) {
  const nullIsAbsent = Transform(({ value }: { value: unknown }) => value ?? undefined);
  const isPresent = ValidateIf((_, value) => value !== undefined);
  return applyDecorators(
    ApiProperty({ ...schema, required: false }),
    nullIsAbsent,
    NoProblems(problems),
    isPresent,
  );
}

const ACTION = { type: 'string', enum: V1_ACTIONS };
const CONDITIONS = {
  type: 'object',
  additionalProperties: true,
  description: 'Where the rule holds: as in rules of v2',
};
const SUBJECT = {
  type: 'string',
  enum: Object.keys(PROJECT_SUBJECTS),
  description: 'What the rule is about',
};
const PATH_CONDITION = {
  description: 'The folder, or a pattern of folders',
  oneOf: [
    { type: 'string' },
    { type: 'object', additionalProperties: true, description: 'As in rules of v2' },
  ],
};
const EXAMPLE = { environment: 'prod', secretPath: { $glob: '/apps/**' } };
const PERMISSION = {
  type: 'object',
  description: 'One subject, its actions, and where: replaces `permissions`',
  required: ['actions', 'subject', 'conditions'],
  properties: {
    actions: {
      type: 'array',
      items: ACTION,
      minItems: 1,
      uniqueItems: true,
      description: 'One stored rule for each',
    },
    subject: SUBJECT,
    conditions: {
      ...CONDITIONS,
      required: ['environment'],
      properties: {
        environment: { type: 'string', minLength: 1, description: 'Slug of the environment' },
        secretPath: PATH_CONDITION,
      },
    },
  },
  example: { actions: ['read'], subject: 'secrets', conditions: EXAMPLE },
};
const PERMISSIONS = {
  type: 'array',
  deprecated: true,
  description: 'Replaced by `privilegePermission`',
  maxItems: 250,
  items: {
    title: 'RuleV1',
    type: 'object',
    required: ['action', 'subject'],
    properties: {
      action: {
        oneOf: [ACTION, { type: 'array', items: ACTION, minItems: 1, uniqueItems: true }],
        description: 'One action, or several of them',
      },
      subject: SUBJECT,
      conditions: CONDITIONS,
    },
  },
  example: [{ action: 'read', subject: 'secrets', conditions: EXAMPLE }],
};

/** Undefined where the body has rules in neither form; `privilegePermission` replaces `permissions`. */
function rulesIn({
  privilegePermission,
  permissions,
}: Pick<PrivilegeDetailsDto, 'privilegePermission' | 'permissions'>): Rule[] | undefined {
  if (privilegePermission !== undefined) return rulesOfPermission(privilegePermission);
  return permissions === undefined ? undefined : rulesOfPermissions(permissions);
}

export class MembershipAddressDto {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Text({ min: 1, max: 64, example: 'payments', description: 'The slug of the project' })
  projectSlug: string;
}

/** Terraform sends the one, older clients the other. */
const HasRules = HasForms({ required: ['privilegePermission'] }, { required: ['permissions'] });

@HasRules
export class CreatePermanentDto extends MembershipAddressDto {
  @Slug(60, {
    optional: true,
    example: 'deploy-on-friday',
    description: 'Generated when absent',
  })
  slug?: string;

  @V1RulesField(PERMISSION, permissionProblems)
  privilegePermission?: V1Permission;

  @V1RulesField(PERMISSIONS, permissionsProblems)
  permissions?: Rule[];

  /** Throws 400 without rules. */
  toDraft(lifetime: Lifetime): PrivilegeDraft {
    const permissions = rulesIn(this);
    if (permissions === undefined)
      throw badRequest('missing-field', 'Give the rules in privilegePermission.');
    return { slug: this.slug, permissions, lifetime };
  }
}

@HasRules
export class CreateTemporaryDto extends CreatePermanentDto {
  @Checked({ type: 'string', enum: [...TEMPORARY_MODES] }, modeProblem)
  temporaryMode: string;

  @Checked({ type: 'string', example: '2h', pattern: RANGE.source }, rangeProblem)
  temporaryRange: string;

  @Checked({ type: 'string', format: 'date-time' }, startProblem)
  temporaryAccessStartTime: string;

  /** Throws 422 for an end that cannot be written. */
  toLifetime(): Lifetime {
    return lifetimeOf({ ...this, isTemporary: true });
  }
}

class PrivilegeDetailsDto extends LifetimeChangesDto {
  @Slug(60, { optional: true, example: 'deploy-on-saturday' })
  slug?: string;

  @V1RulesField(PERMISSION, permissionProblems)
  privilegePermission?: V1Permission;

  @V1RulesField(PERMISSIONS, permissionsProblems)
  permissions?: Rule[];
}

export class PrivilegeBySlugDto extends MembershipAddressDto {
  @Text({ min: 1, max: 256, example: 'deploy-on-friday' })
  privilegeSlug: string;
}

export class UpdatePrivilegeV1Dto extends PrivilegeBySlugDto {
  @Nested(() => PrivilegeDetailsDto)
  privilegeDetails: PrivilegeDetailsDto;

  toChanges(): PrivilegeChanges {
    const { slug } = this.privilegeDetails;
    return { slug, permissions: rulesIn(this.privilegeDetails), lifetime: this.privilegeDetails };
  }
}

export class PrivilegeV1View extends PrivilegeView {
  @ApiProperty({ format: 'uuid' })
  projectMembershipId: string;
}

export const presentPrivilegeV1 = (privilege: PrivilegeRow): PrivilegeV1View => ({
  ...presentPrivilege(privilege),
  projectMembershipId: privilege.projectMembershipId,
});
