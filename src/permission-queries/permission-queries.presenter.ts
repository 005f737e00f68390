import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { NearMiss } from '../permissions/ability.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { RuleDifference } from './change-comparison.js';
import type { ProjectMember } from './project-members.repository.js';
import type { TimedAnswer } from './evaluator.js';
import type { AllowedChange, ExplainedAnswer } from './permission-queries.service.js';

/** A rule exactly as it is stored. */
export class RuleView {
  @ApiProperty({ type: 'string', example: 'secrets' })
  subject: string | readonly string[];
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    example: ['readValue'],
  })
  action: string | readonly string[];
  @ApiPropertyOptional({ description: 'As they were sent', example: { environment: 'prod' } })
  conditions?: unknown;
  @ApiPropertyOptional({ type: 'boolean', description: 'true forbids' })
  inverted?: boolean;
}

/** The group by which somebody holds something. */
export class SourceGroupView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'operations' })
  name: string;
}

/** The role or privilege that a rule comes from, and when it counts. */
export class SourceView {
  @ApiProperty({ enum: ['role', 'privilege'] })
  kind: string;
  @ApiProperty({ example: 'deploy-on-friday' })
  slug: string;
  @ApiPropertyOptional({ format: 'uuid' })
  id?: string;
  @ApiPropertyOptional({ type: SourceGroupView, description: 'The group by which it is held' })
  group?: SourceGroupView;
  @ApiPropertyOptional({ format: 'date-time' })
  validFrom?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'From then on it counts no more' })
  validUntil?: string;
}

export class DecidingRuleView {
  @ApiProperty({ type: RuleView })
  rule: RuleView;
  @ApiProperty({ type: SourceView })
  source: SourceView;
}

export class NearMissView extends DecidingRuleView {
  @ApiProperty({ type: [String], example: ['environment'], description: 'Not met, or not known' })
  fields: readonly string[];
}

/** The policy that asks for the consent of people before an allowed change of secrets. */
export class ChangeHolderView {
  @ApiProperty({ format: 'uuid' })
  policyId: string;
  @ApiProperty({ type: String, nullable: true, example: 'Production' })
  name: string | null;
}

export class ExplanationView {
  @ApiProperty()
  allowed: boolean;
  @ApiProperty({ format: 'date-time', description: 'The moment the answer is about' })
  at: string;
  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/DecidingRuleView' }, { type: 'null' }],
    description: 'The rule that allows or forbids; null when none speaks of this',
  })
  decidedBy: DecidingRuleView | null;
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'When the answer turns by the passing of time alone; absent if that is not foreseen',
  })
  endsAt?: string;
  @ApiPropertyOptional({
    type: ChangeHolderView,
    description:
      'The policy by which the change waits for consent; absent: none does, or the caller may not read policies',
  })
  heldBy?: ChangeHolderView;
  @ApiProperty({ type: [NearMissView], description: 'Allowing rules that nearly matched' })
  missed: readonly NearMissView[];
  @ApiProperty({
    description: 'The answer in one sentence',
    example:
      'ci may not create secrets in prod at /: no rule of role deployer or privilege hotfix allows it. Add a rule to a role, or grant a privilege.',
  })
  reason: string;
}

class AllowedMemberView {
  @ApiProperty({ type: DecidingRuleView })
  decidedBy: DecidingRuleView;
  @ApiPropertyOptional({
    type: ChangeHolderView,
    description: 'The policy by which the change waits for consent',
  })
  heldBy?: ChangeHolderView;
}

export class AllowedIdentityView extends AllowedMemberView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
}

export class AllowedUserView extends AllowedMemberView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ example: 'ann@example.com' })
  email: string;
}

class AffectedMemberView {
  @ApiProperty({ type: [RuleView], description: 'What is allowed only afterwards' })
  gains: readonly RuleView[];
  @ApiProperty({ type: [RuleView], description: 'What is allowed only before' })
  loses: readonly RuleView[];
}

export class AffectedIdentityView extends AffectedMemberView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
}

export class AffectedUserView extends AffectedMemberView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ example: 'ann@example.com' })
  email: string;
}

export const presentExplanation = (
  answer: TimedAnswer,
  { at, reason, heldBy }: Omit<ExplainedAnswer, 'answer'>,
): ExplanationView => ({
  allowed: answer.allowed,
  at: at.toISOString(),
  decidedBy: answer.decidedBy && presentSourced(answer.decidedBy),
  ...(answer.endsAt ? { endsAt: answer.endsAt.toISOString() } : {}),
  ...(heldBy ? { heldBy } : {}),
  missed: answer.missed.map(presentMiss),
  reason,
});

export type About<T> = readonly (readonly [ProjectMember, T])[];

/** The members of a page by kind, each with what `present` makes of the rest. */
export const byKind = <T, V extends object>(page: About<T>, present: (about: T) => V) => ({
  identities: page.flatMap(([{ kind, holderId, name }, about]) =>
    kind === 'identity' ? [{ identityId: holderId, name, ...present(about) }] : [],
  ),
  users: page.flatMap(([{ kind, holderId, name }, about]) =>
    kind === 'user' ? [{ userId: holderId, email: name, ...present(about) }] : [],
  ),
});

export const presentAllowed = (page: About<AllowedChange>) =>
  byKind(page, ({ decidedBy, heldBy }): AllowedMemberView => ({
    decidedBy: presentSourced(decidedBy),
    ...(heldBy ? { heldBy } : {}),
  }));

export const presentAffected = (page: About<RuleDifference>) =>
  byKind(page, ({ gained, lost }): AffectedMemberView => ({
    gains: gained.map(presentRule),
    loses: lost.map(presentRule),
  }));

const presentMiss = ({ rule, fields }: NearMiss): NearMissView => ({
  ...presentSourced(rule),
  fields,
});

export function presentSourced(rule: SourcedRule): DecidingRuleView {
  const { kind, slug, id, group, validFrom, validUntil } = rule.source;
  return {
    rule: presentRule(rule),
    source: {
      kind,
      slug,
      id,
      group,
      validFrom: validFrom?.toISOString(),
      validUntil: validUntil?.toISOString(),
    },
  };
}

export const presentRule = ({ subject, action, conditions, inverted }: Rule): RuleView => ({
  subject,
  action,
  conditions,
  inverted,
});
