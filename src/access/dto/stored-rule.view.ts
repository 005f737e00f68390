import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TEXT_OR_TEXTS = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }];

/** A permission rule in an answer, exactly as it was sent. */
export class StoredRuleView {
  @ApiProperty({ oneOf: TEXT_OR_TEXTS, example: 'secrets' })
  subject: string | readonly string[];
  @ApiProperty({ oneOf: TEXT_OR_TEXTS, example: ['readValue'] })
  action: string | readonly string[];
  @ApiPropertyOptional({ description: 'As they were sent' })
  conditions?: unknown;
  @ApiPropertyOptional({ type: 'boolean' })
  inverted?: boolean;
}
