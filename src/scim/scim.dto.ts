import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Text } from '../http/body/fields.js';
import { type Projection, projectionOf } from './protocol/projection.js';

const LIST = 'Names of attributes, split by commas';

/** What of one resource an answer has. Other parameters are ignored. */
export class ScimPartQuery {
  @Text({ optional: true, max: 4096, description: `${LIST}: what to return`, example: 'userName' })
  attributes?: string;

  @Text({
    optional: true,
    max: 4096,
    description: `${LIST}: what to leave out`,
    example: 'members',
  })
  excludedAttributes?: string;

  toProjection(): Projection {
    return projectionOf(this.attributes, this.excludedAttributes);
  }
}

/** Numbers are texts here: RFC 7644 gives a meaning to those that are out of range, which a rule would refuse. */
export class ScimListQuery extends ScimPartQuery {
  @Text({
    optional: true,
    max: 4096,
    trim: false,
    description: 'Which resources (RFC 7644 3.4.2.2): at most 50 comparisons, 8 deep',
    example: 'userName eq "ann@example.org"',
  })
  filter?: string;

  @Text({ optional: true, max: 32, description: 'The first to return, from 1', example: '1' })
  startIndex?: string;

  @Text({
    optional: true,
    max: 32,
    description: 'How many to return: 100 without it, 200 at most; 0: the total alone',
    example: '100',
  })
  count?: string;
}

/** A list of schemas that has to hold one of them, which the body is of. */
export const holding = (urn: string, what: string): ApiPropertyOptions =>
  ({
    ...{ type: 'array', items: { type: 'string' }, contains: { const: urn } },
    ...{ description: `Holds the URN of ${what}`, example: [urn] },
  }) as ApiPropertyOptions;

export class ScimSearchBody {
  @ApiProperty(holding('urn:ietf:params:scim:api:messages:2.0:SearchRequest', 'search requests'))
  schemas: string[];
  @ApiProperty({
    required: false,
    description: 'Which resources (RFC 7644 3.4.2.2)',
    example: 'userName eq "ann@example.org"',
  })
  filter?: string;
  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'The first to return, from 1',
    example: 1,
  })
  startIndex?: number;
  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'How many to return',
    example: 100,
  })
  count?: number;
  @ApiProperty({
    required: false,
    type: [String],
    description: 'What to return',
    example: ['userName'],
  })
  attributes?: string[];
  @ApiProperty({
    required: false,
    type: [String],
    description: 'What to leave out',
    example: ['emails'],
  })
  excludedAttributes?: string[];
}

export class ScimOperationBody {
  @ApiProperty({
    description: '`add`, `remove` or `replace`, in any case',
    pattern: '^([Aa]dd|[Rr]emove|[Rr]eplace)$',
    example: 'replace',
  })
  op: string;
  @ApiProperty({
    required: false,
    description:
      'An attribute, elements of it by a filter, or a part of them; may be absent but for `remove`',
    example: 'active',
  })
  path?: string;
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'string' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
    description: 'The value, of the type of the attribute',
    example: false,
  })
  value?: unknown;
}

export class ScimPatchBody {
  @ApiProperty(holding('urn:ietf:params:scim:api:messages:2.0:PatchOp', 'PATCH operations'))
  schemas: string[];
  @ApiProperty({
    type: [ScimOperationBody],
    minItems: 1,
    description: 'All are carried out, or none',
  })
  Operations: ScimOperationBody[];
}
