import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { ValidateIf } from 'class-validator';
import type { FieldOptions } from '../../http/body/fields.js';
import { NoProblems } from '../../http/body/validation-problems.js';
import { ruleProblems } from '../../permissions/rule-problems.js';
import type { SubjectTable } from '../../permissions/subject-table.js';

/** An array of permission rules over a subject table. Each thing wrong in it is one entry of the 422. */
export function IsPermissionRules(table: SubjectTable, options: FieldOptions = {}) {
  const rule = NoProblems((value) => ruleProblems(table, value));
  const { optional = false, ...documented } = options;
  const schema = { ...documented, required: !optional, type: 'array', items: ruleSchema(table) };
  const isPresent = ValidateIf((_, value) => !optional || (value !== undefined && value !== null));
  return applyDecorators(ApiProperty(schema as object), rule, isPresent);
}

const CONDITIONS =
  'Fields that must all be met. Texts may hold `{{identity.id}}`, `{{identity.name}}` and ' +
  '`{{identity.metadata.<key>}}`, of the identity that holds the rule: they are put in literally, ' +
  'and what it does not have never allows';

/** What the document says of a rule: subjects and actions of the table, conditions where any row has them. */
function ruleSchema(table: SubjectTable): object {
  const text = { type: 'string' };
  const actions = [...new Set(Object.values(table).flatMap((row) => row.actions))];
  const action = { type: 'string', enum: actions };
  return {
    type: 'object',
    required: ['subject', 'action'],
    properties: {
      subject: { ...text, enum: Object.keys(table) },
      action: { oneOf: [action, { type: 'array', items: action, minItems: 1 }] },
      conditions: { type: 'object', additionalProperties: true, description: CONDITIONS },
      inverted: { type: 'boolean', description: 'true forbids, false allows' },
    },
  };
}
