import { parse, type ParseError } from 'jsonc-parser';
import { ACTIONS } from '../access/actions';
import { type Answer, type Cell, type Member, READING, type Rule, ruleText } from '../access/model';
import { whatIfWords as words } from '../words/what-if';

/** `read` stands for seeing the name and reading the value. */
export const RULE_ACTIONS = ['read', ...ACTIONS] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/** A rule that rows of choices can say: about secrets, by environment and folder. */
export interface PlainRule {
  readonly isForbidding: boolean;
  readonly actions: readonly RuleAction[];
  /** Empty: every one. */
  readonly environments: readonly string[];
  /** A folder or a pattern of folders; empty: every one. */
  readonly secretPath: string;
}

export const NEW_RULE: PlainRule = {
  ...{ isForbidding: false, actions: ['read'] },
  ...{ environments: [], secretPath: '' },
};

/** What is added to a grant: in one environment, so that nothing is given everywhere by default. */
export const newGrantRule = (environments: readonly string[]): Rule =>
  toRule({ ...NEW_RULE, environments: environments.slice(0, 1) });

const isGlob = (path: string): boolean => /[*?{]/.test(path);

export function toRule({ isForbidding, actions, environments, secretPath }: PlainRule): Rule {
  const [only] = environments;
  const environment =
    environments.length === 0
      ? undefined
      : environments.length === 1
        ? only
        : { $in: environments };
  const path =
    secretPath === '' ? undefined : isGlob(secretPath) ? { $glob: secretPath } : secretPath;
  const conditions = {
    ...(environment === undefined ? {} : { environment }),
    ...(path === undefined ? {} : { secretPath: path }),
  };
  return {
    subject: 'secrets',
    action: [...actions],
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(isForbidding ? { inverted: true } : {}),
  } as Rule;
}

/** A rule with whether it allows or forbids: without that, it reads as a grant. */
export const ruleLine = (rule: Rule): string =>
  `${rule.inverted ? words.forbid : words.allow} ${ruleText(rule)}`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Null where the rule says more than rows of choices can: it is edited as JSON. */
export function toPlain(rule: Rule): PlainRule | null {
  const actions = listOf(rule.action);
  const areKnown = actions.every((each) => RULE_ACTIONS.includes(each as RuleAction));
  if (listOf(rule.subject).join() !== 'secrets' || !areKnown) return null;
  const { environment, secretPath, ...others } = (rule.conditions ?? {}) as Record<string, unknown>;
  if (Object.keys(others).length > 0) return null;
  const environments = textsOf(environment, ['$eq', '$in']);
  const paths = textsOf(secretPath, ['$eq', '$glob']);
  if (environments === null || paths === null || paths.length > 1) return null;
  const isForbidding = rule.inverted === true;
  return {
    isForbidding,
    actions: inShort(actions as RuleAction[]),
    environments,
    secretPath: paths[0] ?? '',
  };
}

/** Seeing a name and reading its value together are `read`. */
function inShort(actions: readonly RuleAction[]): readonly RuleAction[] {
  if (!READING.every((each) => actions.includes(each as RuleAction))) return actions;
  const others = actions.filter((each) => each !== 'read' && !READING.includes(each));
  return ['read', ...others];
}

/** The texts of a condition with one of these operators; null for any other. */
function textsOf(test: unknown, operators: readonly string[]): readonly string[] | null {
  if (test === undefined) return [];
  if (typeof test === 'string') return [test];
  const entries = Object.entries((test ?? {}) as object);
  const [operator = '', operand] = entries[0] ?? [];
  if (entries.length !== 1 || !operators.includes(operator)) return null;
  const texts = listOf(operand);
  return texts.every((each) => typeof each === 'string') ? (texts as string[]) : null;
}

/** Where a text stops being JSON, in words: engines word it differently, and some name no place. */
function brokenAt(json: string): string {
  const errors: ParseError[] = [];
  parse(json, errors, { disallowComments: true });
  const before = json.slice(0, errors[0]?.offset ?? json.length).split('\n');
  return words.badJson(before.length, (before.at(-1) ?? '').length + 1);
}

/** The rules of a text of JSON, or what is wrong with it. */
export function rulesIn(json: string): readonly Rule[] | string {
  try {
    const rules: unknown = JSON.parse(json);
    if (!Array.isArray(rules)) return 'A list of rules is expected.';
    const areObjects = rules.every((each) => typeof each === 'object' && each !== null);
    return areObjects ? (rules as Rule[]) : 'Every rule is an object.';
  } catch {
    return brokenAt(json);
  }
}

const keyOf = (rule: Rule): string => JSON.stringify(toPlain(rule) ?? rule);

/** Which rules of one list the other does not have. */
export function missingIn(rules: readonly Rule[], others: readonly Rule[]): readonly Rule[] {
  const known = new Set(others.map(keyOf));
  return rules.filter((rule) => !known.has(keyOf(rule)));
}

const endOf = ({ endsAt }: Answer): number =>
  endsAt === undefined ? Infinity : Date.parse(endsAt);

export type Effect = 'both' | 'gains' | 'loses' | 'same';

/** What a change does to somebody, over all cells: as the server counts it. */
export function effectOn({ cells }: Pick<Member, 'cells'>): Effect {
  const isGain = ({ after, ...before }: Cell) =>
    after?.allowed === true && (!before.allowed || endOf(after) > endOf(before));
  const isLoss = ({ after, ...before }: Cell) =>
    after !== undefined && before.allowed && (!after.allowed || endOf(after) < endOf(before));
  const [gains, loses] = [cells.some(isGain), cells.some(isLoss)];
  if (gains && loses) return 'both';
  return gains ? 'gains' : loses ? 'loses' : 'same';
}

/** What a pattern begins with before its first wildcard. */
const WILDCARD = /[*?[{(!+@]/;

/**
 * The folder to look at first, of those that are there: one that a rule speaks of by its path, or by what its pattern begins with.
 * Without such a rule, the root.
 */
export function placeOf(rules: readonly Rule[], paths: readonly string[]): string {
  for (const { conditions } of rules) {
    const test = (conditions as { readonly secretPath?: unknown } | undefined)?.secretPath;
    const spoken = typeof test === 'string' ? [test] : Object.values(test ?? {}).flat();
    for (const text of spoken) {
      if (typeof text !== 'string' || text.startsWith('/**') || text === '/') continue;
      const [start = ''] = text.split(WILDCARD);
      const found = paths.find(
        (path) => path === text || (start.length > 1 && path.startsWith(start)),
      );
      if (found !== undefined) return found;
    }
  }
  return '/';
}
