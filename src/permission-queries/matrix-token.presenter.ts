import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { TimedAnswer } from './evaluator.js';
import type { ServiceTokenRow } from './service-tokens-of-matrix.js';

export class MatrixAnswerView {
  @ApiProperty({ description: 'Whether the member may do it' })
  allowed: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description:
      'Index in `rules` of the rule that allows or forbids; absent when none speaks of this',
  })
  rule?: number;
  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'When the answer turns by the passing of time alone; absent if that is not foreseen',
  })
  endsAt?: string;
}

class MatrixTokenScopeView {
  @ApiProperty({ description: 'Slug of the environment', example: 'prod' })
  environment: string;
  @ApiProperty({ description: 'A folder, or a pattern over folders', example: '/apps/**' })
  secretPath: string;
}

class MatrixTokenMakerView {
  @ApiProperty({
    enum: ['identity', 'user'],
    description: 'Whether an identity or a person made it',
  })
  kind: string;
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({
    description: 'The name of an identity, the e-mail address of a person',
    example: 'ann@example.com',
  })
  name: string;
}

export class MatrixTokenView {
  @ApiProperty({ format: 'uuid' })
  serviceTokenId: string;
  @ApiProperty({ example: 'nightly build' })
  name: string;
  @ApiProperty({ type: [MatrixTokenScopeView], description: 'Where it reaches' })
  scopes: readonly MatrixTokenScopeView[];
  @ApiProperty({
    type: [String],
    enum: ['read', 'write'],
    isArray: true,
    example: ['read'],
    description: 'What it may do in its scopes',
  })
  permissions: readonly string[];
  @ApiProperty({
    type: MatrixTokenMakerView,
    description: 'It does nothing that its maker may not',
  })
  maker: MatrixTokenMakerView;
  @ApiProperty({ format: 'date-time', description: 'When it ends' })
  expiresAt: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was last used; a minute late at most',
  })
  lastUsed: string | null;
  @ApiProperty({
    type: [MatrixAnswerView],
    description:
      'One for each question, in their order; `rule` is that of the maker, absent where the token does not reach there or the caller may not read the maker',
  })
  cells: readonly MatrixAnswerView[];
}

/** A token of the matrix; `answer` numbers the rules that decide. */
export const presentMatrixToken = (
  { token, maker, answers }: ServiceTokenRow,
  answer: (given: TimedAnswer) => MatrixAnswerView,
): MatrixTokenView => ({
  ...{ serviceTokenId: token.id, name: token.name },
  scopes: token.scopes.map(({ environment, secretPath }) => ({ environment, secretPath })),
  permissions: token.permissions,
  maker: { kind: maker.kind, id: maker.holderId, name: maker.name },
  expiresAt: token.expiresAt.toISOString(),
  lastUsed: token.lastUsedAt?.toISOString() ?? null,
  cells: answers.map(answer),
});
