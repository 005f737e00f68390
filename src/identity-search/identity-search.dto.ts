import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { OneOf, IntField } from '../http/body/fields.js';
import { NoProblems } from '../http/body/validation-problems.js';
import { filterProblems } from './search-filter.js';

const ORDERS = ['name', 'role'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

const TEXT = { type: 'string', maxLength: 255, pattern: '^[A-Za-z0-9 _/-]*$' } as const;
const TEXTS = { type: 'array', items: TEXT, minItems: 1, maxItems: 100 } as const;
const EQUAL = { ...TEXT, description: 'Equals it' } as const;
const CONTAINS = { ...TEXT, description: 'Is a part of it, whatever the case' } as const;
const IN = { ...TEXTS, description: 'Is one of them' } as const;
const NAME = {
  description: 'The name of the identity',
  oneOf: [
    TEXT,
    {
      title: 'NameSearch',
      type: 'object',
      properties: { $eq: EQUAL, $contains: CONTAINS, $in: IN },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
} as const;
const ROLE = {
  description: 'The slug of its role in the organization',
  oneOf: [
    TEXT,
    {
      title: 'RoleSearch',
      type: 'object',
      properties: { $eq: EQUAL, $in: IN },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
} as const;
const ALTERNATIVES = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  description: 'Any of these, and what stands beside it',
  items: {
    title: 'SearchAlternative',
    type: 'object',
    properties: { name: NAME, role: ROLE },
    minProperties: 1,
  },
} as const;
const SCHEMA = {
  type: 'object',
  additionalProperties: true,
  properties: { name: NAME, role: ROLE, $or: ALTERNATIVES },
  description: 'A bare text means $eq; $contains does not distinguish upper and lower case',
  example: { name: { $contains: 'bot' }, $or: [{ role: 'member' }, { role: 'admin' }] },
} as const;

/** Each thing wrong in the filter is one entry of the 422. */
const IsSearchFilter = () =>
  applyDecorators(
    ApiPropertyOptional(SCHEMA as object),
    ValidateIf((_, value) => value !== undefined && value !== null),
    NoProblems(filterProblems),
  );

export class SearchIdentitiesDto {
  @OneOf(ORDERS, { optional: true, default: 'name' })
  orderBy: (typeof ORDERS)[number] = 'name';

  @OneOf(DIRECTIONS, { optional: true, default: 'asc' })
  orderDirection: (typeof DIRECTIONS)[number] = 'asc';

  @IntField({ optional: true, min: 1, max: 100, default: 50 })
  limit: number = 50;

  @IntField({ optional: true, default: 0, max: Number.MAX_SAFE_INTEGER })
  offset: number = 0;

  @IsSearchFilter()
  search?: unknown;
}
