import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { badRequest } from '../../errors/api-error.js';
import {
  Checked,
  Flag,
  type FieldOptions,
  Id,
  IntField,
  ListOf,
  OneOf,
  Text,
  TextList,
} from '../../http/body/fields.js';
import { HasForms } from '../../http/body/forms.decorator.js';
import { globProblems } from '../../permissions/glob-pattern.js';
import { isTemplate } from '../../permissions/templates.js';
import { FolderPath } from '../../projects/folders/folder-path.field.js';
import { toFolderPath } from '../../projects/folders/folder-path.js';
import type { PersonReference, PolicyChanges } from './policy-writes.service.js';

export const MAX_POLICY_PEOPLE = 100;
const MAX_ENVIRONMENTS = 100;
const MAX_PATTERN = 256;
const MAX_APPROVALS = 100;

/** Null for the path of a folder, or a glob over such paths. */
function patternProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PATTERN)
    return `must be a text of at most ${MAX_PATTERN} characters`;
  if (toFolderPath(value) === value) return null;
  const names = value.split('/').slice(1);
  const isOddName = (name: string) => name === '' || name === '.' || name === '..';
  if (!value.startsWith('/') || names.some(isOddName))
    return 'must be a folder such as /apps, or a pattern such as /apps/** or /**, without empty parts, "." and ".."';
  if (isTemplate(value)) return 'must not hold {{';
  const [problem] = globProblems(value);
  return problem === undefined ? null : `must be a pattern: ${problem}`;
}

/** Without the slash at the end that some clients put there; a missing one at the beginning is added to a plain path. */
const Canonical = Transform(({ value }: { value: unknown }) => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim().replace(/(?<=[^/])\/$/, '');
  return trimmed === '' ? trimmed : (toFolderPath(trimmed) ?? trimmed);
});

/** A folder, or a glob over folders. */
export const Pattern = (options: FieldOptions = {}) =>
  applyDecorators(
    Checked({ type: 'string', minLength: 1, maxLength: MAX_PATTERN }, patternProblem, {
      description:
        'A folder, or a pattern over folders: `*` is within one name, `**` crosses them. `/x` does not cover `/x/y`, `/x/**` covers both',
      example: '/apps/**',
      ...options,
    }),
    Canonical,
  );

export class ApproverDto {
  @OneOf(['user', 'group'], { description: 'What the entry names' })
  type: 'user' | 'group';

  @Text({ optional: true, max: 256, description: 'Id of the person or of the group' })
  id?: string;

  @Text({
    optional: true,
    max: 320,
    description: 'Address of the person, in place of the id',
    example: 'ann@example.org',
  })
  username?: string;

  toPerson(): PersonReference {
    const { type, id = '', username = '' } = this;
    return { type, id, username: type === 'user' ? username.toLowerCase() : '' };
  }
}

/** What a policy says, whatever it is about. */
export class PolicyFields {
  @Text({ optional: true, max: 100, description: 'Name of the policy', example: 'Production' })
  name?: string;

  @Text({ optional: true, max: 64, description: 'Slug of one environment', example: 'prod' })
  environment?: string;

  @TextList({
    optional: true,
    max: MAX_ENVIRONMENTS,
    each: 64,
    description: 'Slugs of environments, in place of `environment`',
    example: ['prod'],
  })
  environments?: string[];

  @IntField({
    optional: true,
    min: 1,
    max: MAX_APPROVALS,
    description: 'How many people have to consent; 1 unless a new policy says otherwise',
    example: 1,
  })
  approvals?: number;

  @OneOf(['hard', 'soft'], {
    optional: true,
    description:
      '`soft` lets those of `bypassers` merge without votes, with a reason; `hard`, unless said, lets nobody',
  })
  enforcementLevel?: 'hard' | 'soft';

  @Flag({
    optional: true,
    description: 'Whether the vote of whoever proposed a change counts; false unless said',
  })
  allowedSelfApprovals?: boolean;

  @Flag({
    optional: true,
    description: 'Whether machine identities write without consent; false unless said',
  })
  bypassForMachineIdentities?: boolean;

  @ListOf(() => ApproverDto, {
    optional: true,
    max: MAX_POLICY_PEOPLE,
    description: 'Who may merge without votes where the policy is `soft`; empty: nobody',
  })
  bypassers?: ApproverDto[];

  protected toFields(): Omit<PolicyChanges, 'approvers' | 'secretPath'> {
    const { environment, environments, approvals, bypassers, enforcementLevel } = this;
    const slugs = environments?.length ? environments : environment ? [environment] : undefined;
    return {
      ...(this.name ? { name: this.name } : {}),
      ...(slugs ? { environments: [...new Set(slugs)] } : {}),
      ...(approvals === undefined ? {} : { approvals }),
      ...(enforcementLevel ? { isSoft: enforcementLevel === 'soft' } : {}),
      ...(this.allowedSelfApprovals === undefined
        ? {}
        : { allowsOwnVote: this.allowedSelfApprovals }),
      ...(this.bypassForMachineIdentities === undefined
        ? {}
        : { exemptsMachines: this.bypassForMachineIdentities }),
      ...(bypassers ? { bypassers: bypassers.map((each) => each.toPerson()) } : {}),
    };
  }
}

@HasForms(
  { required: ['environment'], properties: { environment: { minLength: 1 } } },
  { required: ['environments'], properties: { environments: { minItems: 1 } } },
)
export class CreatePolicyDto extends PolicyFields {
  @Id({ optional: true, description: 'Id of the project, as the v1 route calls it' })
  workspaceId?: string;

  @Id({ optional: true, description: 'Id of the project' })
  projectId?: string;

  @Pattern()
  secretPath: string;

  @ListOf(() => ApproverDto, {
    min: 1,
    max: MAX_POLICY_PEOPLE,
    description: 'Who may vote: people and groups who can see the project',
  })
  approvers: ApproverDto[];

  /** Throws 400 without an environment, which comes after 404 and 403. */
  toChanges(): PolicyChanges {
    const approvers = this.approvers.map((each) => each.toPerson());
    return { ...this.toFields(), approvers, secretPath: this.secretPath };
  }
}

export class UpdatePolicyDto extends PolicyFields {
  @Pattern({ optional: true })
  secretPath?: string;

  @ListOf(() => ApproverDto, {
    optional: true,
    min: 1,
    max: MAX_POLICY_PEOPLE,
    description: 'Who may vote. Sent without `bypassers` it clears those',
  })
  approvers?: ApproverDto[];

  toChanges(): PolicyChanges {
    const { approvers, secretPath } = this;
    return {
      ...this.toFields(),
      ...(approvers ? { approvers: approvers.map((each) => each.toPerson()) } : {}),
      ...(secretPath ? { secretPath } : {}),
    };
  }
}

class ProjectQuery {
  @Id({ optional: true, description: 'Id of the project, as the v1 route calls it' })
  workspaceId?: string;

  @Id({ optional: true, description: 'Id of the project' })
  projectId?: string;
}

export class ListPoliciesQuery extends ProjectQuery {}

export class BoardQuery extends ProjectQuery {
  @Text({ min: 1, max: 64, description: 'Slug of the environment', example: 'prod' })
  environment: string;

  @FolderPath({ optional: true, default: '/', description: 'The folder that is asked about' })
  secretPath = '/';
}

/** The project of a request. Throws 400 for none, and for two that differ. */
export function projectIdOf({ workspaceId, projectId }: ProjectQuery): string {
  const id = projectId ?? workspaceId;
  if (id === undefined)
    throw badRequest('missing-field', 'Name the project: its id (projectId; in v1 workspaceId).');
  if (workspaceId !== undefined && workspaceId !== id)
    throw badRequest('contradictory-fields', 'workspaceId and projectId name different projects.');
  return id;
}
