import { Slug, IntField, ListOf, Text } from '../../http/body/fields.js';
import { HasForms } from '../../http/body/forms.decorator.js';
import { ApproverDto, MAX_POLICY_PEOPLE, Pattern, PolicyFields } from '../policies/policies.dto.js';
import type { PolicyChanges } from '../policies/policy-writes.service.js';
import type { AccessPeriods } from './access-policies.service.js';
import { Period } from './period.field.js';

class ConsentStepDto {
  @IntField({
    min: 1,
    max: 1,
    description: 'Always 1: all approvers are asked at once',
    example: 1,
  })
  stepNumber: number;

  @IntField({ min: 1, max: 100, description: 'How many people have to consent', example: 1 })
  numberOfApprovals: number;
}

class AccessApproverDto extends ApproverDto {
  @IntField({ optional: true, min: 1, max: 1, description: 'Always 1', example: 1 })
  sequence?: number;
}

class AccessPolicyFields extends PolicyFields {
  @ListOf(() => ConsentStepDto, {
    optional: true,
    max: 1,
    description: 'In place of `approvals`. There is one step: approvers are not asked in turns',
  })
  approvalsRequired?: ConsentStepDto[];

  @Period({ optional: true, description: 'How long access is given for at most', example: '8h' })
  maxTimePeriod?: string;

  @Period({
    optional: true,
    description: 'How long a request can be approved; 30d unless said',
    example: '7d',
  })
  requestExpirationTime?: string;

  protected toAccessFields(): ReturnType<PolicyFields['toFields']> {
    const [step] = this.approvalsRequired ?? [];
    const fields = this.toFields();
    return step ? { ...fields, approvals: step.numberOfApprovals } : fields;
  }

  toPeriods(): AccessPeriods {
    const { maxTimePeriod: maxPeriod, requestExpirationTime: requestPeriod } = this;
    return { ...(maxPeriod ? { maxPeriod } : {}), ...(requestPeriod ? { requestPeriod } : {}) };
  }
}

@HasForms(
  { required: ['environment'], properties: { environment: { minLength: 1 } } },
  { required: ['environments'], properties: { environments: { minItems: 1 } } },
)
export class CreateAccessPolicyDto extends AccessPolicyFields {
  @Slug(64, { description: 'Slug of the project', example: 'the-shop' })
  projectSlug: string;

  @Pattern()
  secretPath: string;

  @ListOf(() => AccessApproverDto, {
    min: 1,
    max: MAX_POLICY_PEOPLE,
    description: 'Who may vote: people and groups who can see the project',
  })
  approvers: AccessApproverDto[];

  toChanges(): PolicyChanges {
    const approvers = this.approvers.map((each) => each.toPerson());
    return { ...this.toAccessFields(), approvers, secretPath: this.secretPath };
  }
}

export class UpdateAccessPolicyDto extends AccessPolicyFields {
  @Pattern({ optional: true })
  secretPath?: string;

  @ListOf(() => AccessApproverDto, {
    optional: true,
    min: 1,
    max: MAX_POLICY_PEOPLE,
    description: 'Who may vote. Sent without `bypassers` it clears those',
  })
  approvers?: AccessApproverDto[];

  toChanges(): PolicyChanges {
    const { approvers, secretPath } = this;
    return {
      ...this.toAccessFields(),
      ...(approvers ? { approvers: approvers.map((each) => each.toPerson()) } : {}),
      ...(secretPath ? { secretPath } : {}),
    };
  }
}

export class ProjectSlugQuery {
  @Text({ min: 1, max: 64, description: 'Slug of the project', example: 'the-shop' })
  projectSlug: string;
}

export class CountAccessPoliciesQuery extends ProjectSlugQuery {
  @Text({ optional: true, max: 64, description: 'Slug of an environment', example: 'prod' })
  envSlug?: string;
}
