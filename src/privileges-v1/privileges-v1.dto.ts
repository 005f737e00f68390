import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import {
  type Lifetime,
  LifetimeChangesDto,
  TEMPORARY_MODES,
  lifetimeOf,
  modeProblem,
  rangeProblem,
  startProblem,
} from '../access/dto/lifetime.js';
import { type FieldError, badRequest } from '../errors/api-error.js';
import { Checked, Id, Nested, Slug, Text } from '../http/body/fields.js';
import { NoProblems } from '../http/body/validation-problems.js';
import type { Rule } from '../permissions/rule.js';
import { PrivilegeView, presentPrivilege } from '../privileges/privilege.presenter.js';
import type { PrivilegeRow } from '../privileges/privileges.repository.js';
import type { PrivilegeChanges, PrivilegeDraft } from '../privileges/privileges.service.js';
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
const CONDITIONS = { type: 'object', additionalProperties: true };
const EXAMPLE = { environment: 'prod', secretPath: { $glob: '/apps/**' } };
const PERMISSION = {
  type: 'object',
  required: ['actions', 'subject', 'conditions'],
  properties: {
    actions: { type: 'array', items: ACTION, minItems: 1 },
    subject: { type: 'string' },
    conditions: { ...CONDITIONS, required: ['environment'] },
  },
  example: { actions: ['read'], subject: 'secrets', conditions: EXAMPLE },
};
const PERMISSIONS = {
  type: 'array',
  deprecated: true,
  items: {
    type: 'object',
    required: ['action', 'subject'],
    properties: {
      action: { oneOf: [ACTION, { type: 'array', items: ACTION, minItems: 1 }] },
      subject: { type: 'string' },
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

export class CreateTemporaryDto extends CreatePermanentDto {
  @Checked({ type: 'string', enum: [...TEMPORARY_MODES] }, modeProblem)
  temporaryMode: string;

  @Checked({ type: 'string', example: '2h' }, rangeProblem)
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
