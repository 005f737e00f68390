import { ORG_SUBJECTS } from './org-subjects.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { FieldSpec, SubjectRow, SubjectTable } from './subject-table.js';

export interface CatalogCondition {
  readonly field: string;
  /** A plain string in place of an object means `$eq`, where that is among them. */
  readonly operators: readonly string[];
  /** With `$elemMatch`: the operators on key and value of an element. */
  readonly element?: { readonly key: readonly string[]; readonly value: readonly string[] };
  /** The actions whose rules may use it. */
  readonly actions: readonly string[];
}

export interface CatalogSubject {
  readonly subject: string;
  readonly actions: readonly {
    readonly action: string;
    /** The actions that it stands for, if it only stands for others. */
    readonly means?: readonly string[];
  }[];
  /** Empty: rules on it take neither conditions nor `inverted: true`. */
  readonly conditions: readonly CatalogCondition[];
}

/** What the operators of conditions ask for. */
export const OPERATORS = [
  { operator: '$eq', operand: 'string', meaning: 'Is that text' },
  { operator: '$ne', operand: 'string', meaning: 'Is another text' },
  { operator: '$in', operand: 'array of strings', meaning: 'Is, or a list has, one of these' },
  { operator: '$all', operand: 'array of strings', meaning: 'The list has all of these' },
  { operator: '$glob', operand: 'string', meaning: 'Matches the pattern, such as `/apps/**`' },
  {
    operator: '$elemMatch',
    operand: 'object of key, value or both',
    meaning: 'One element of the list matches both conditions',
  },
] as const;

const operatorsOf = (spec: FieldSpec): Pick<CatalogCondition, 'operators' | 'element'> =>
  'length' in spec ? { operators: spec } : { operators: ['$elemMatch'], element: spec.$elemMatch };

const subjectOf = (subject: string, row: SubjectRow): CatalogSubject => ({
  subject,
  actions: row.actions.map((action) => {
    const means = row.aliases?.[action];
    return means ? { action, means } : { action };
  }),
  conditions: Object.entries(row.conditions ?? {}).map(([field, spec]) => ({
    field,
    ...operatorsOf(spec),
    actions: row.actions.filter((action) => row.limits?.[action]?.includes(field) ?? true),
  })),
});

const subjectsOf = (table: SubjectTable): readonly CatalogSubject[] =>
  Object.entries(table).map(([subject, row]) => subjectOf(subject, row));

/** All that rules can say, from the tables by which they are validated. */
export const CATALOG = {
  project: subjectsOf(PROJECT_SUBJECTS),
  organization: subjectsOf(ORG_SUBJECTS),
  operators: OPERATORS,
} as const;
