import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A permission rule in an answer, exactly as it was sent. */
export class StoredRuleView {
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  subject: string | readonly string[];
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  action: string | readonly string[];
  @ApiPropertyOptional({ description: 'Any JSON value' })
  conditions?: unknown;
  @ApiPropertyOptional({ type: 'boolean' })
  inverted?: boolean;
}
