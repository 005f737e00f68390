import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SourcedRule } from '../permissions/rule.js';
import type { AccessMatrix, MatrixCell } from './access-matrix.service.js';
import type { BeyondCaller } from './change-limits.js';
import type { TimedAnswer } from './evaluator.js';
import { MatrixAnswerView, MatrixTokenView, presentMatrixToken } from './matrix-token.presenter.js';
import type { OwnAnswers } from './own-permissions.service.js';
import {
  byKind,
  DecidingRuleView,
  presentRule,
  presentSourced,
  RuleView,
} from './permission-queries.presenter.js';

class OwnAnswerView {
  @ApiProperty({ description: 'Whether the caller may do it' })
  allowed: boolean;
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'When the answer turns by the passing of time alone; absent if that is not foreseen',
  })
  endsAt?: string;
}

export class OwnPermissionsView {
  @ApiProperty({ format: 'date-time', description: 'The moment the answers are about' })
  at: string;
  @ApiProperty({ type: [OwnAnswerView], description: 'One for each question, in their order' })
  answers: readonly OwnAnswerView[];
}

export const presentOwn = ({ at, answers }: OwnAnswers): OwnPermissionsView => ({
  at: at.toISOString(),
  answers: answers.map(({ allowed, endsAt }) => ({
    allowed,
    ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
  })),
});

class OwnOrgAnswerView {
  @ApiProperty({ description: 'Whether the caller may do it' })
  allowed: boolean;
}

export class OwnOrgPermissionsView {
  @ApiProperty({ type: [OwnOrgAnswerView], description: 'One for each question, in their order' })
  answers: readonly OwnOrgAnswerView[];
}

class MatrixCellView extends MatrixAnswerView {
  @ApiPropertyOptional({
    type: MatrixAnswerView,
    description: 'The answer once the change was made; absent without a change',
  })
  after?: MatrixAnswerView;
}

class MatrixMemberView {
  @ApiProperty({ type: [MatrixCellView], description: 'One for each question, in their order' })
  cells: readonly MatrixCellView[];
}

export class MatrixIdentityView extends MatrixMemberView {
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'deployer' })
  name: string;
}

export class MatrixUserView extends MatrixMemberView {
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ example: 'ann@example.com' })
  email: string;
}

export class ChangeCountsView {
  @ApiProperty({ type: 'integer', description: 'Members who gain something of what is asked' })
  gainers: number;
  @ApiProperty({ type: 'integer', description: 'Members who lose something of what is asked' })
  losers: number;
  @ApiProperty({ type: 'integer', description: 'Members for whom all answers stay' })
  unchanged: number;
}

class BeyondCallerView {
  @ApiProperty({ example: 'You cannot grant more than you hold', description: 'In one sentence' })
  message: string;
  @ApiProperty({
    type: [RuleView],
    description:
      'What the caller may not give; empty for a change of a role by a caller without `edit` on `role`, for whom nothing is weighed',
  })
  missingPermissions: readonly RuleView[];
  @ApiProperty({ description: 'False where there are more, or nothing was weighed' })
  isComplete: boolean;
}

export class PermissionMatrixView {
  @ApiProperty({ format: 'date-time', description: 'The moment the answers are about' })
  at: string;
  @ApiProperty({ type: [MatrixIdentityView], description: 'Machine identities of the page' })
  identities: readonly MatrixIdentityView[];
  @ApiProperty({ type: [MatrixUserView], description: 'People of the page' })
  users: readonly MatrixUserView[];
  @ApiPropertyOptional({
    type: [MatrixTokenView],
    description:
      'With `includeServiceTokens`, on the first page: all that live, those too that may nothing of what is asked; absent for who may not read service tokens',
  })
  serviceTokens?: readonly MatrixTokenView[];
  @ApiProperty({
    type: [DecidingRuleView],
    description: 'The rules that decide, each once; cells name them by their index',
  })
  rules: readonly DecidingRuleView[];
  @ApiProperty({ type: 'integer', description: 'Members of all pages together' })
  totalCount: number;
  @ApiPropertyOptional({
    type: ChangeCountsView,
    description: 'Of all whom the change concerns; absent without a change',
  })
  counts?: ChangeCountsView;
  @ApiPropertyOptional({
    oneOf: [{ $ref: '#/components/schemas/BeyondCallerView' }, { type: 'null' }],
    description:
      'Why the caller may not make the change, where it gives or takes more than the caller holds; null where it does not, absent without a change',
  })
  beyondCaller?: BeyondCallerView | null;
}

export { BeyondCallerView };

export function presentMatrix(matrix: AccessMatrix): PermissionMatrixView {
  const rules = new DecidingRules();
  const { at, rows, totalCount, counts, beyond, serviceTokens } = matrix;
  const members = byKind(rows, (cells) => ({ cells: cells.map((cell) => rules.present(cell)) }));
  const tokens = serviceTokens?.map((row) =>
    presentMatrixToken(row, (answer) => rules.answer(answer)),
  );
  return {
    at: at.toISOString(),
    ...members,
    ...(tokens ? { serviceTokens: tokens } : {}),
    ...{ rules: rules.views, totalCount },
    ...(counts ? { counts } : {}),
    ...(beyond === undefined ? {} : { beyondCaller: beyond && presentBeyond(beyond) }),
  };
}

export const presentBeyond = ({
  message,
  missing,
  isComplete,
}: BeyondCaller): BeyondCallerView => ({
  ...{ message, isComplete },
  missingPermissions: missing.map(presentRule),
});

/** Numbers the rules that decide. */
class DecidingRules {
  readonly views: DecidingRuleView[] = [];
  private readonly known = new Map<string, number>();
  private readonly texts = new WeakMap<SourcedRule, string>();

  present({ before, after }: MatrixCell): MatrixCellView {
    return { ...this.answer(before), ...(after ? { after: this.answer(after) } : {}) };
  }

  answer({ allowed, decidedBy, endsAt }: TimedAnswer): MatrixAnswerView {
    return {
      allowed,
      ...(decidedBy ? { rule: this.numberOf(decidedBy) } : {}),
      ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
    };
  }

  private numberOf(rule: SourcedRule): number {
    const text = this.texts.get(rule) ?? JSON.stringify(rule);
    this.texts.set(rule, text);
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const number = this.views.push(presentSourced(rule)) - 1;
    this.known.set(text, number);
    return number;
  }
}
