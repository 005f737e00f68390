import { PATH_FIELD } from '../../permissions/conditions.js';
import { ORG_SUBJECTS } from '../../permissions/org-subjects.js';
import type { FieldSpec, SubjectRow, SubjectTable } from '../../permissions/subject-table.js';

const CONDITIONS =
  'Fields that must all be met. Texts may hold `{{identity.id}}`, `{{identity.name}}`, ' +
  '`{{identity.username}}` and `{{identity.metadata.<key>}}`, of the identity or person that holds the rule: they are put in literally, ' +
  'and what it does not have never allows';

/** White space alone is no text. */
const TEXT = { type: 'string', minLength: 1, maxLength: 1024, pattern: '\\S' };
const PATH = { ...TEXT, pattern: '^/', example: '/apps/web' };

/** What the document says of a rule: subjects that take the same are one alternative, generated from the table. */
export function ruleSchema(table: SubjectTable): object {
  const alike = new Map<string, string[]>();
  for (const [subject, row] of Object.entries(table)) {
    const key = JSON.stringify([row.actions, row.conditions ?? null]);
    alike.set(key, [...(alike.get(key) ?? []), subject]);
  }
  return {
    title: table === ORG_SUBJECTS ? 'OrganizationRule' : 'ProjectRule',
    description: 'What may be done, or with `inverted` what may not. A rule that forbids prevails',
    oneOf: [...alike.values()].map((subjects) => alternative(table, subjects)),
  };
}

function alternative(table: SubjectTable, subjects: readonly string[]): object {
  const { actions, conditions } = table[subjects[0]!]!;
  const action = { type: 'string', enum: [...actions] };
  const several = { type: 'array', items: action, minItems: 1, uniqueItems: true };
  return {
    type: 'object',
    title: subjects.length === 1 ? `On ${subjects[0]}` : `On ${subjects[0]} and others`,
    required: ['subject', 'action'],
    properties: {
      subject: { type: 'string', enum: [...subjects], description: 'What the rule is about' },
      action: { oneOf: [action, several], description: 'One action, or several of them' },
      inverted: {
        type: 'boolean',
        description: 'true forbids, false allows',
        ...(conditions ? {} : { enum: [false] }),
      },
      ...(conditions ? { conditions: conditionsSchema(conditions) } : {}),
    },
    ...(table === ORG_SUBJECTS ? { additionalProperties: false } : {}),
  };
}

function conditionsSchema(conditions: NonNullable<SubjectRow['conditions']>): object {
  const fields = Object.entries(conditions);
  return {
    type: 'object',
    description: CONDITIONS,
    properties: Object.fromEntries(fields.map(([name, spec]) => [name, fieldSchema(name, spec)])),
    additionalProperties: false,
  };
}

function fieldSchema(name: string, spec: FieldSpec): object {
  if (!Array.isArray(spec)) {
    const { key, value } = (
      spec as { $elemMatch: { key: readonly string[]; value: readonly string[] } }
    ).$elemMatch;
    const properties = {
      key: { ...textOrOperators(key), description: 'Of its key' },
      value: { ...textOrOperators(value), description: 'Of its value' },
    };
    const description = 'What must be true of the same entry';
    const match = {
      description,
      type: 'object',
      properties,
      minProperties: 1,
      additionalProperties: false,
    };
    return {
      type: 'object',
      description: `What one entry of \`${name}\` must be`,
      properties: { $elemMatch: match },
      required: ['$elemMatch'],
      additionalProperties: false,
    };
  }
  const isList = spec.includes('$all');
  const description = isList
    ? `Of the list \`${name}\``
    : `A text means that \`${name}\` equals it`;
  return isList
    ? { allOf: [operators(spec)], description }
    : { ...textOrOperators(spec, name === PATH_FIELD), description };
}

const textOrOperators = (names: readonly string[], isPath = false): object => ({
  oneOf: [isPath ? PATH : TEXT, operators(names, isPath)],
});

function operatorsOn(text: object): Readonly<Record<string, object>> {
  const texts = { type: 'array', items: text, minItems: 1, maxItems: 1000 };
  return {
    $eq: { ...text, description: 'Equals it' },
    $ne: { ...text, description: 'Is another' },
    $in: { ...texts, description: 'Is one of them; of a list: has one of them' },
    $glob: { ...TEXT, maxLength: 256, description: 'Matches the pattern: see Permissions' },
    $all: { ...texts, description: 'Has them all' },
  };
}

/** Sets of operators that the tables use, by the name that clients see. */
const NAMES: Readonly<Record<string, string>> = {
  '$eq,$ne,$in,$glob': 'TextOperators',
  '$eq,$ne,$in': 'ExactOperators',
  '$eq,$in,$glob': 'PositiveOperators',
  '$eq,$in': 'EqualityOperators',
  '$in,$all': 'ListOperators',
};

/** An object of operators; all that are given must hold. */
const operators = (names: readonly string[], isPath = false): object => ({
  title: isPath ? 'PathOperators' : NAMES[names.join()],
  type: 'object',
  description: 'Operators that must all hold',
  properties: Object.fromEntries(
    names.map((name) => [name, operatorsOn(isPath ? PATH : TEXT)[name]]),
  ),
  minProperties: 1,
  additionalProperties: false,
});
