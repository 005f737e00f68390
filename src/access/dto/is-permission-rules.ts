import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import type { FieldOptions } from '../../http/body/fields.js';
import { NoProblems } from '../../http/body/validation-problems.js';
import { RULE_LIMITS } from '../../permissions/condition-problems.js';
import { ruleProblems } from '../../permissions/rule-problems.js';
import type { SubjectTable } from '../../permissions/subject-table.js';
import { ruleSchema } from './rule-schema.js';

/** An array of permission rules over a subject table. Each thing wrong in it is one entry of the 422. */
export function IsPermissionRules(table: SubjectTable, options: FieldOptions = {}) {
  const rule = NoProblems((value) => ruleProblems(table, value));
  const { optional = false, ...documented } = options;
  const schema = {
    description: 'The rules; where several match, one that forbids prevails',
    ...documented,
    required: !optional,
    type: 'array',
    items: ruleSchema(table),
    maxItems: RULE_LIMITS.rules,
  };
  const nullIsAbsent = Transform(({ value }: { value: unknown }) =>
    value === null && optional ? undefined : value,
  );
  const isPresent = ValidateIf((_, value) => !optional || value !== undefined);
  return applyDecorators(ApiProperty(schema as object), nullIsAbsent, rule, isPresent);
}
