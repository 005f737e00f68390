import type { FieldError } from '../errors/api-error.js';
import {
  type Path,
  type ProblemReport,
  RULE_LIMITS,
  newReport,
  listAllowed,
  quote,
  unknownWord,
  reportConditions,
} from './condition-problems.js';
import { isObject } from './plain-object.js';
import { ORG_SUBJECTS } from './org-subjects.js';
import { type Rule, listOf } from './rule.js';
import { type SubjectRow, type SubjectTable, rowOf } from './subject-table.js';

const PROPERTIES = ['subject', 'action', 'conditions', 'inverted'];

/** The specification rejects unknown properties of organization rules; elsewhere they are dropped. */
const STRICT: ReadonlySet<SubjectTable> = new Set([ORG_SUBJECTS]);

type Candidate = Readonly<Record<string, unknown>>;

/** What keeps a value from being an array of rules of the table; at most a hundred problems. */
export function ruleProblems(table: SubjectTable, value: unknown, path: Path = []): FieldError[] {
  const problems: FieldError[] = [];
  const report = newReport(problems);
  if (!Array.isArray(value)) report.add('invalid_type', path, 'Permissions are an array of rules');
  else if (value.length > RULE_LIMITS.rules)
    report.add('too_big', path, `At most ${RULE_LIMITS.rules} rules`);
  else
    for (let i = 0; i < value.length && !report.full; i++)
      reportRule(report, table, value[i], [...path, i]);
  return problems;
}

function reportRule(report: ProblemReport, table: SubjectTable, rule: unknown, path: Path): void {
  if (!isObject(rule))
    return report.add('invalid_type', path, 'A rule is an object with subject and action');
  if (STRICT.has(table)) reportUnknown(report, rule, path);
  const row = typeof rule.subject === 'string' ? rowOf(table, rule.subject) : undefined;
  if (row === undefined) return reportSubject(report, table, rule, [...path, 'subject']);
  const actions = reportActions(report, row, rule, [...path, 'action']);
  reportInverted(report, row, rule, [...path, 'inverted']);
  if (!Object.hasOwn(rule, 'conditions') || rule.conditions === undefined) return;
  if (!STRICT.has(table) && isEmptyObject(rule.conditions)) return;
  reportRuleConditions(report, row, rule, path);
  reportLimits(report, row, rule, actions, [...path, 'conditions']);
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

function reportUnknown(report: ProblemReport, rule: Candidate, path: Path): void {
  for (const name of Object.keys(rule).slice(0, RULE_LIMITS.problems))
    if (!PROPERTIES.includes(name))
      report.add('unrecognized_keys', path, unknownWord('property', name, PROPERTIES));
}

function reportSubject(
  report: ProblemReport,
  table: SubjectTable,
  rule: Candidate,
  path: Path,
): void {
  if (typeof rule.subject !== 'string')
    return report.add('invalid_type', path, 'A subject is one string');
  report.add('invalid_value', path, unknownWord('subject', rule.subject, Object.keys(table)));
}

/** Returns the actions that are in order, for the checks that depend on them. */
function reportActions(
  report: ProblemReport,
  row: SubjectRow,
  { subject, action }: Candidate,
  path: Path,
): readonly string[] {
  if (action === undefined) {
    report.add('invalid_type', path, 'action is missing: a string, or a list of them');
    return [];
  }
  const isList = Array.isArray(action);
  const actions: readonly unknown[] = isList ? action : [action];
  if (actions.length === 0) report.add('too_small', path, 'At least one action');
  if (actions.length > RULE_LIMITS.values)
    report.add('too_big', path, `At most ${RULE_LIMITS.values} actions`);
  const seen = new Set<string>();
  for (const [i, name] of actions.slice(0, RULE_LIMITS.values).entries()) {
    const at = isList ? [...path, i] : path;
    if (typeof name !== 'string') report.add('invalid_type', at, 'An action is a string');
    else if (!row.actions.includes(name))
      report.add(
        'invalid_value',
        at,
        unknownWord('action', name, row.actions, ` on ${quote(subject)}`),
      );
    else if (seen.has(name)) report.add('invalid_value', at, `Repeated action ${quote(name)}`);
    else seen.add(name);
  }
  return [...seen];
}

function reportInverted(report: ProblemReport, row: SubjectRow, rule: Candidate, path: Path): void {
  const inverted = Object.hasOwn(rule, 'inverted') ? rule.inverted : undefined;
  if (inverted !== undefined && typeof inverted !== 'boolean')
    report.add('invalid_type', path, 'inverted is true or false');
  // `false` says nothing and is accepted everywhere; true must never be dropped.
  if (inverted === true && row.conditions === undefined)
    report.add('invalid_value', path, `${quote(rule.subject)} takes no forbidding rules`);
}

function reportRuleConditions(
  report: ProblemReport,
  row: SubjectRow,
  { subject, conditions }: Candidate,
  path: Path,
): void {
  const at = [...path, 'conditions'];
  const fields = row.conditions;
  if (fields !== undefined)
    return reportConditions(report, { ...row, conditions: fields }, conditions, at);
  report.add('invalid_value', at, `${quote(subject)} takes no conditions`);
}

/** Each action of a rule must permit each of its condition fields. */
function reportLimits(
  report: ProblemReport,
  { limits = {}, conditions: known = {} }: SubjectRow,
  { conditions }: Candidate,
  actions: readonly string[],
  path: Path,
): void {
  if (!isObject(conditions)) return;
  const fields = Object.keys(conditions).filter((field) => Object.hasOwn(known, field));
  for (const action of actions) {
    const permitted = Object.hasOwn(limits, action) ? limits[action] : undefined;
    for (const field of fields)
      if (permitted !== undefined && !permitted.includes(field))
        report.add(
          'invalid_value',
          [...path, field],
          `${quote(action)} takes no condition on ${field}. Allowed: ${listAllowed(permitted)}`,
        );
  }
}

/**
 * Rules as they are kept: known properties in the order sent. An organization rule's
 * `inverted: false` says nothing where the subject takes no forbidding rules.
 */
export function cleanRules(table: SubjectTable, rules: readonly Rule[]): Rule[] {
  const saysNothing = (rule: Rule, name: string, value: unknown) =>
    STRICT.has(table) &&
    name === 'inverted' &&
    value === false &&
    listOf(rule.subject).every((subject) => rowOf(table, subject)?.conditions === undefined);
  return rules.map((rule) => {
    const kept = Object.entries(rule).filter(
      ([name, value]) =>
        PROPERTIES.includes(name) && value !== undefined && !saysNothing(rule, name, value),
    );
    return Object.fromEntries(kept) as unknown as Rule; // subject and action are among them
  });
}
