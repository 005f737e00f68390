import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Explanation, NearMiss } from '../permissions/ability.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { RuleDifference } from './change-comparison.js';
import type { ProjectMember } from './project-members.repository.js';
import type { TimedAnswer } from './evaluator.js';

/** A rule exactly as it is stored. */
export class RuleView {
  @ApiProperty({ type: 'string', example: 'secrets' })
  subject: string | readonly string[];
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  action: string | readonly string[];
  @ApiPropertyOptional({ description: 'Any JSON value', example: { environment: 'prod' } })
  conditions?: unknown;
  @ApiPropertyOptional({ type: 'boolean', description: 'true forbids' })
  inverted?: boolean;
}

/** The role or privilege that a rule comes from, and when it counts. */
export class SourceView {
  @ApiProperty({ enum: ['role', 'privilege'] })
  kind: string;
  @ApiProperty({ example: 'deploy-on-friday' })
  slug: string;
  @ApiPropertyOptional({ format: 'uuid' })
  id?: string;
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
  @ApiProperty({ type: [NearMissView], description: 'Allowing rules that nearly matched' })
  missed: readonly NearMissView[];
  @ApiProperty({
    description: 'The answer in one sentence',
    example: 'No rule of role deployer or privilege hotfix names create on secrets.',
  })
  reason: string;
}

export class AllowedIdentityView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
  @ApiProperty({ type: DecidingRuleView })
  decidedBy: DecidingRuleView;
}

export class AffectedIdentityView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
  @ApiProperty({ type: [RuleView], description: 'What the identity may do only afterwards' })
  gains: readonly RuleView[];
  @ApiProperty({ type: [RuleView], description: 'What the identity may do only before' })
  loses: readonly RuleView[];
}

export const presentExplanation = (
  answer: TimedAnswer,
  { at, reason }: { readonly at: Date; readonly reason: string },
): ExplanationView => ({
  allowed: answer.allowed,
  at: at.toISOString(),
  decidedBy: answer.decidedBy && presentSourced(answer.decidedBy),
  ...(answer.endsAt ? { endsAt: answer.endsAt.toISOString() } : {}),
  missed: answer.missed.map(presentMiss),
  reason,
});

export const presentAllowed = (
  { identityId, name }: ProjectMember,
  decidedBy: NonNullable<Explanation['decidedBy']>,
): AllowedIdentityView => ({ identityId, name, decidedBy: presentSourced(decidedBy) });

export const presentAffected = (
  { identityId, name }: ProjectMember,
  { gained, lost }: RuleDifference,
): AffectedIdentityView => ({
  identityId,
  name,
  gains: gained.map(presentRule),
  loses: lost.map(presentRule),
});

const presentMiss = ({ rule, fields }: NearMiss): NearMissView => ({
  ...presentSourced(rule),
  fields,
});

function presentSourced(rule: SourcedRule): DecidingRuleView {
  const { kind, slug, id, validFrom, validUntil } = rule.source;
  return {
    rule: presentRule(rule),
    source: {
      kind,
      slug,
      id,
      validFrom: validFrom?.toISOString(),
      validUntil: validUntil?.toISOString(),
    },
  };
}

const presentRule = ({ subject, action, conditions, inverted }: Rule): RuleView => ({
  subject,
  action,
  conditions,
  inverted,
});
