import { IsPermissionRules } from '../access/dto/is-permission-rules.js';
import { RoleDto } from '../access/dto/given-role.js';
import { LifetimeDto, lifetimeOf, startProblem } from '../access/dto/lifetime.js';
import { invalid } from '../errors/api-error.js';
import {
  Checked,
  Flag,
  FreeObject,
  Id,
  ListOf,
  Nested,
  Text,
  IntField,
} from '../http/body/fields.js';
import { HasForms } from '../http/body/forms.decorator.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { actionsOf, formsOfSubjects } from './forms-of-subjects.js';
import type { PlannedChange } from './permission-change.js';
import { type Question, questionProblems, toQuestion } from './question.js';

const ATTRIBUTES = { environment: 'prod', secretPath: '/apps/web', secretName: 'DB_URL' };
const RULES = [{ subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev' } }];
const AT = { type: 'string', format: 'date-time', example: '2026-11-21T12:00:00.000Z' } as const;

const ACTIONS = actionsOf(PROJECT_SUBJECTS);
const SUBJECTS_WITH_ACTIONS = formsOfSubjects(PROJECT_SUBJECTS);

/** What may be asked about rights, whoever holds them. */
@HasForms(...SUBJECTS_WITH_ACTIONS)
export class AskedDto {
  @Text({ min: 1, max: 64, example: 'secrets', offered: Object.keys(PROJECT_SUBJECTS) })
  subject: string;

  @Text({ min: 1, max: 64, example: 'readValue', offered: ACTIONS })
  action: string;

  @FreeObject({
    optional: true,
    example: ATTRIBUTES,
    description:
      'Of the thing that is asked about, as conditions name them; what is absent is unknown',
  })
  attributes?: Record<string, unknown>;

  /** Words that the table of subjects does not know. */
  problems() {
    const { subject, action, attributes } = this;
    return questionProblems({ subject, action, attributes });
  }

  /** Throws 422 for what the table of subjects does not know. */
  toQuestion(): Question {
    const problems = this.problems();
    if (problems.length > 0) throw invalid(problems);
    return toQuestion(this);
  }
}

/** Throws 422, naming each question that the table of subjects does not know. */
export function toQuestions(asked: readonly AskedDto[]): Question[] {
  const problems = asked.flatMap((each, index) =>
    each.problems().map((problem) => ({ ...problem, path: ['questions', index, ...problem.path] })),
  );
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
  return asked.map(toQuestion);
}

const MAX_PROBLEMS = 100;

/** The moment that a question is about. */
export const AtMoment = () =>
  Checked(AT, startProblem, {
    optional: true,
    description: 'The moment asked about; now if absent',
  });

class QuestionDto extends AskedDto {
  @AtMoment()
  at?: string;

  toMoment(): Date | undefined {
    return this.at === undefined ? undefined : new Date(this.at);
  }
}

const HOLDER = 'Send identityId for a machine identity, or userId for a person.';

/** Throws 422 unless one of the two is given. */
export function namedHolderOf(
  { identityId, userId }: { readonly identityId?: string; readonly userId?: string },
  path: readonly string[],
): { readonly kind: 'identity' | 'user'; readonly id: string } {
  if (identityId !== undefined && userId === undefined) return { kind: 'identity', id: identityId };
  if (userId !== undefined && identityId === undefined) return { kind: 'user', id: userId };
  throw invalid([{ code: 'invalid_value', path: [...path, 'identityId'], message: HOLDER }]);
}

const form = (...required: string[]) => ({ required });

@HasForms(form('identityId'), form('userId'))
@HasForms(...SUBJECTS_WITH_ACTIONS)
export class ExplainDto extends QuestionDto {
  @Id({ optional: true, description: 'The machine identity; or else `userId`' })
  identityId?: string;

  @Id({ optional: true, description: 'The person; or else `identityId`' })
  userId?: string;

  /** Throws 422 unless one of the two is given. */
  toHolder() {
    return namedHolderOf(this, []);
  }
}

@HasForms(...SUBJECTS_WITH_ACTIONS)
export class WhoCanDto extends QuestionDto {
  @IntField({ optional: true, default: 0 })
  offset: number = 0;

  @IntField({ optional: true, min: 1, max: 100, default: 50 })
  limit: number = 50;
}

class PlannedGrantDto {
  @IsPermissionRules(PROJECT_SUBJECTS, { example: RULES })
  permissions: Rule[];

  @Nested(() => LifetimeDto, { optional: true, description: 'Permanent if absent' })
  type?: LifetimeDto;
}

@HasForms(
  form('identityId', 'grant'),
  form('userId', 'grant'),
  form('identityId', 'roles'),
  form('userId', 'roles'),
  form('groupId', 'roles'),
  form('privilegeId', 'permissions'),
  { ...form('privilegeId', 'revoke'), properties: { revoke: { const: true } } },
  form('roleSlug', 'permissions'),
)
export class PlannedChangeDto {
  @Id({
    optional: true,
    description: 'With `grant` or `roles`: the machine identity that would hold it',
  })
  identityId?: string;

  @Id({ optional: true, description: 'With `grant` or `roles`: the person who would hold it' })
  userId?: string;

  @Id({ optional: true, description: 'With `roles`: the group that would hold them' })
  groupId?: string;

  @ListOf(() => RoleDto, {
    ...{ optional: true, min: 1, max: 50 },
    description: 'Roles in place of all those that the member holds by itself',
  })
  roles?: RoleDto[];

  @Nested(() => PlannedGrantDto, { optional: true, description: 'A privilege to be granted' })
  grant?: PlannedGrantDto;

  @Id({
    optional: true,
    description: 'With `permissions` or `revoke`: the privilege to be changed',
  })
  privilegeId?: string;

  @Flag({ optional: true, description: 'With `privilegeId`: takes the privilege away' })
  revoke?: boolean;

  @Text({
    optional: true,
    min: 1,
    max: 64,
    description: 'With `permissions`: the role to be changed',
  })
  roleSlug?: string;

  @IsPermissionRules(PROJECT_SUBJECTS, { optional: true, example: RULES })
  permissions?: Rule[];
}

export const FORMS_OF_CHANGE =
  'change is one of { identityId, grant }, { userId, grant }, { identityId, roles }, { userId, roles }, { groupId, roles }, { privilegeId, permissions }, { privilegeId, revoke: true }, { roleSlug, permissions }';

export class PreviewDto {
  @Nested(() => PlannedChangeDto, {
    description: FORMS_OF_CHANGE,
    example: { roleSlug: 'deployer', permissions: RULES },
  })
  change: PlannedChangeDto;

  @IntField({ optional: true, default: 0 })
  offset: number = 0;

  @IntField({ optional: true, min: 1, max: 100, default: 50 })
  limit: number = 50;

  toChange(): PlannedChange {
    return plannedChangeOf(this.change);
  }
}

/** Throws 422 unless it is one of the forms. */
export function plannedChangeOf(planned: PlannedChangeDto): PlannedChange {
  const { identityId, userId, groupId, grant, roles, privilegeId, roleSlug } = planned;
  const permissions = planned.permissions ?? undefined;
  const revoke = planned.revoke === true;
  const holder = identityId ?? userId;
  const named = [holder ?? grant, groupId, privilegeId, roleSlug].filter(isGiven);
  const given = [grant, roles, permissions, revoke || undefined].filter(isGiven);
  if (named.length === 1 && given.length === 1) {
    if (holder !== undefined && grant)
      return { kind: 'grant', holder: namedHolderOf(planned, ['change']), ...granted(grant) };
    if ((holder ?? groupId) !== undefined && roles) return assignment(planned, roles);
    if (roleSlug !== undefined && permissions) return { kind: 'role', roleSlug, permissions };
    if (privilegeId !== undefined && !grant && !roles) {
      return { kind: 'privilege', privilegeId, permissions: permissions ?? null };
    }
  }
  throw invalid([{ code: 'invalid_value', path: ['change'], message: FORMS_OF_CHANGE }]);
}

const isGiven = (value: unknown): boolean => value !== undefined;

const assignment = (planned: PlannedChangeDto, roles: readonly RoleDto[]): PlannedChange => ({
  kind: 'assignment',
  holder:
    planned.groupId === undefined
      ? namedHolderOf(planned, ['change'])
      : { kind: 'group', id: planned.groupId },
  roles: roles.map((each) => ({ slug: each.role, lifetime: lifetimeOf(each) })),
});

const granted = ({ permissions, type }: PlannedGrantDto) => ({
  permissions,
  lifetime: type ? lifetimeOf(type) : ({ isTemporary: false } as const),
});
