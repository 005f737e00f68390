import type { FieldError } from '../errors/api-error.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { unknownWord } from '../permissions/condition-problems.js';
import { isObject } from '../permissions/plain-object.js';
import { ruleProblems } from '../permissions/rule-problems.js';
import type { Rule } from '../permissions/rule.js';

/** The actions of v1. `write` is deprecated and stands for the three others. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  read: ['read'],
  create: ['create'],
  edit: ['edit'],
  delete: ['delete'],
  write: ['create', 'edit', 'delete'],
};
export const V1_ACTIONS = Object.keys(PARTS);
const KNOWN = V1_ACTIONS.join(', ');

type Fields = Readonly<Record<string, unknown>>;
type Path = FieldError['path'];

const problem = (path: Path, message: string): FieldError => ({
  code: 'invalid_value',
  path,
  message,
});

/** Returns the problems of a `privilegePermission`: one object with its actions in the plural. Empty for a sound one. */
export function permissionProblems(value: unknown): FieldError[] {
  if (!isObject(value)) return [problem([], 'An object of actions, subject and conditions')];
  const { actions, subject, conditions } = value;
  if (!Array.isArray(actions) || actions.length === 0) {
    return [problem(['actions'], `An array of at least one of: ${KNOWN}`)];
  }
  if (!isObject(conditions) || typeof conditions['environment'] !== 'string') {
    return [problem(['conditions', 'environment'], 'A string is expected')];
  }
  return conditionedProblems({ subject, conditions }, actions, 'actions');
}

/** What is wrong with the deprecated `permissions`: rules with one action each, or several. */
export function permissionsProblems(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [problem([], 'An array of rules')];
  if (value.length > MAX_RULES) return [problem([], `At most ${MAX_RULES} rules`)];
  return value.flatMap((rule: unknown, i) => ruleOfV1Problems(rule).map(under(i))).slice(0, 100);
}

/** Each rule is stored as up to three. */
const MAX_RULES = 250;

function ruleOfV1Problems(rule: unknown): FieldError[] {
  if (!isObject(rule)) return [problem([], 'A rule is an object with subject and action')];
  const { action, subject, conditions } = rule;
  const actions: readonly unknown[] = Array.isArray(action) ? action : [action];
  if (actions.length === 0) return [problem(['action'], 'At least one action')];
  return conditionedProblems({ subject, conditions: conditions ?? undefined }, actions, 'action');
}

/** Checks subject and conditions like any rule's, the actions by those of v1. */
function conditionedProblems(rest: Fields, actions: readonly unknown[], name: string) {
  const isKnown = (action: unknown) => typeof action === 'string' && V1_ACTIONS.includes(action);
  const unknown = actions.filter((action) => !isKnown(action)).slice(0, 1);
  if (unknown.length > 0) return unknown.map((word) => problem([name], unknownAction(word)));
  if (new Set(actions).size < actions.length) return [problem([name], 'Repeated action')];
  const action = partsOf(actions as readonly string[]);
  return ruleProblems(PROJECT_SUBJECTS, [{ ...rest, action }]).map(({ path, ...found }) => {
    const [, field, ...deeper] = path;
    return { ...found, path: field === 'action' ? [name] : [...(field ? [field] : []), ...deeper] };
  });
}

const unknownAction = (word: unknown): string =>
  typeof word === 'string'
    ? unknownWord('action', word, V1_ACTIONS)
    : `Only these actions: ${KNOWN}`;

const under =
  (index: number) =>
  ({ path, ...found }: FieldError): FieldError => ({ ...found, path: [index, ...path] });

const partsOf = (actions: readonly string[]): readonly string[] => [
  ...new Set(actions.flatMap((action) => PARTS[action] ?? [])),
];

export interface V1Permission {
  readonly actions: readonly string[];
  readonly subject: string;
  readonly conditions: unknown;
}

/** One rule for each action, as clients of v1 expect them. */
export const rulesOfPermission = ({ actions, subject, conditions }: V1Permission): Rule[] =>
  partsOf(actions).map((action) => ({ action, subject, conditions }));

export const rulesOfPermissions = (rules: readonly Rule[]): Rule[] =>
  rules.flatMap(({ action, subject, conditions }) =>
    partsOf(typeof action === 'string' ? [action] : action).map((part) => ({
      action: part,
      subject,
      ...(conditions === undefined || conditions === null ? {} : { conditions }),
    })),
  );
