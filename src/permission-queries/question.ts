import { slices } from '../access/slices.js';
import type { FieldError } from '../errors/api-error.js';
import { Ability, type Explanation } from '../permissions/ability.js';
import { quote, unknownWord } from '../permissions/condition-problems.js';
import { PATH_FIELD } from '../permissions/conditions.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { type Rule, type SourcedRule, listOf } from '../permissions/rule.js';
import {
  type Attributes,
  type FieldSpec,
  type SubjectTable,
  impliedActions,
  rowOf,
} from '../permissions/subject-table.js';

/** May somebody do this, to something with these attributes? */
export interface Question {
  readonly subject: string;
  readonly action: string;
  readonly attributes: Attributes;
}

const TABLE: SubjectTable = PROJECT_SUBJECTS;

type Ask = (action: string, subject: string, attributes: Attributes) => Explanation;

/** The answer of the engine that enforces. */
export async function answerQuestion(
  rules: readonly SourcedRule[],
  question: Question,
): Promise<Explanation> {
  return explained(await Ability.inSlices(TABLE, rules, slices()), question);
}

/** The answer of rights that are compiled already. */
export const mayDo = <T extends SubjectTable>(ability: Ability<T>, question: Question): boolean =>
  explained(ability, question).allowed;

function explained<T extends SubjectTable>(ability: Ability<T>, question: Question): Explanation {
  // The types of a table known only at run time leave no room for attributes; the question was checked.
  const ask = ability.explain.bind(ability) as unknown as Ask;
  return ask(question.action, question.subject, question.attributes);
}

/** Whether the rule speaks of what is asked, whatever its conditions. */
export function isRuleAbout(rule: Rule, { subject, action }: Question): boolean {
  if (!listOf(rule.subject).includes(subject)) return false;
  const row = rowOf(TABLE, subject);
  const behind = (name: string) => impliedActions(row, name);
  const asked = behind(action);
  return listOf(rule.action).some((name) => behind(name).some((part) => asked.includes(part)));
}

type Fields = Readonly<Record<string, unknown>>;

/** What keeps subject, action and attributes from being a question about the table. */
export function questionProblems(
  { subject, action, attributes }: Fields,
  table: SubjectTable = TABLE,
): FieldError[] {
  const row = typeof subject === 'string' ? rowOf(table, subject) : undefined;
  if (!row) {
    const word = typeof subject === 'string' ? subject : '';
    return [problem(['subject'], unknownWord('subject', word, Object.keys(table)))];
  }
  const problems: FieldError[] = [];
  if (typeof action !== 'string' || !row.actions.includes(action)) {
    const word = typeof action === 'string' ? action : '';
    problems.push(
      problem(['action'], unknownWord('action', word, row.actions, ` on ${quote(subject)}`)),
    );
  }
  for (const [name, value] of Object.entries((attributes ?? {}) as Fields)) {
    const fields = row.conditions ?? {};
    const spec = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const found = spec
      ? valueProblem(spec, value)
      : unknownWord('attribute', name, Object.keys(fields));
    if (found) problems.push(problem(['attributes', name.slice(0, 64)], found));
  }
  return problems.slice(0, MAX_PROBLEMS);
}

const MAX_PROBLEMS = 100;
const MAX_TEXT = 4_096;
const MAX_LIST = 1_000;

const problem = (path: FieldError['path'], message: string): FieldError => ({
  code: 'invalid_value',
  path,
  message,
});

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;

const isPair = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isText((value as Fields)['key']) &&
  isText((value as Fields)['value']);

/** `null` says that the value is not known, as leaving it out does. */
function valueProblem(spec: FieldSpec, value: unknown): string | null {
  if (value === null) return null;
  const isListOf = (is: (item: unknown) => boolean) =>
    Array.isArray(value) && value.length <= MAX_LIST && value.every(is);
  if (!('length' in spec)) return isListOf(isPair) ? null : 'A list of {key, value} is expected';
  if (spec.includes('$all')) return isListOf(isText) ? null : 'A list of strings is expected';
  return isText(value) ? null : 'A string is expected';
}

/** Paths as folders have them: with a slash before, and none after. */
export function toQuestion({ subject, action, attributes = {} }: QuestionFields): Question {
  const path = attributes[PATH_FIELD];
  const canonical = typeof path === 'string' ? { [PATH_FIELD]: canonicalPath(path) } : {};
  return { subject, action, attributes: { ...(attributes as Attributes), ...canonical } };
}

export interface QuestionFields {
  readonly subject: string;
  readonly action: string;
  readonly attributes?: Fields;
}

const canonicalPath = (path: string): string => `/${path.replace(/^\//, '').replace(/\/$/, '')}`;
