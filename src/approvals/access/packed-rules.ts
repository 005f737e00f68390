import type { Rule } from '../../permissions/rule.js';
import { ruleProblems } from '../../permissions/rule-problems.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';

/** What can be asked for: the actions that read and change secrets themselves. */
export const GIVEN_ACTIONS = ['describeSecret', 'readValue', 'create', 'edit', 'delete'] as const;

const MAX_RULES = 20;
const MAX_PARTS = 6;
/** Bytes of the rules as they are kept, about: a list shows 100 requests, and each is kept for long. */
const MAX_KIB = 16;
const FIELDS = 4;

/** A rule as existing clients send it: actions, subject, conditions, and whether it forbids; lists or texts split by commas. */
export type PackedRule = readonly unknown[];

const listOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').map((text) => text.trim()) : value;

/** The older action stands for both ways to read. */
const withReads = (actions: readonly string[]): string[] => [
  ...new Set(
    actions.flatMap((each) => (each === 'read' ? ['describeSecret', 'readValue'] : [each])),
  ),
];

/** Opens packed rules, whatever they hold: one for each subject. */
function opened(rules: readonly PackedRule[]): unknown[] {
  return rules.flatMap(([actions, subjects, conditions, inverted]) => {
    const subjectList = listOf(subjects);
    const action = listOf(actions);
    return (Array.isArray(subjectList) ? subjectList : [subjectList]).map((subject: unknown) => ({
      ...{ subject, action },
      ...(conditions ? { conditions } : {}),
      ...(inverted ? { inverted: true } : {}),
    }));
  });
}

/** Existing clients fill parts that they leave out with 0, an empty text or an empty list. */
const isGiven = (part: unknown): boolean => (Array.isArray(part) ? part.length > 0 : Boolean(part));

/** Null for rules that can be opened, whatever they allow. */
export function packedProblem(value: unknown): string | null {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_RULES;
  if (!isList) return `must be a list of 1 to ${MAX_RULES} rules`;
  const areRules = (value as unknown[]).every(
    (rule) => Array.isArray(rule) && rule.length >= 2 && rule.length <= MAX_PARTS,
  );
  if (!areRules) return 'must be rules in packed form: [actions, subject, conditions]';
  if ((value as PackedRule[]).some(([, subjects]) => !isGiven(subjects)))
    return 'must be rules that each name a subject, such as secrets';
  if ((value as PackedRule[]).some((rule) => isGiven(rule[FIELDS])))
    return 'must be rules without fields: what is given is the whole secret';
  const rules = opened(value as PackedRule[]);
  if (rules.length > MAX_RULES) return `must be a list of 1 to ${MAX_RULES} rules`;
  if (Buffer.byteLength(JSON.stringify(rules)) > MAX_KIB * 1024)
    return `must have at most ${MAX_KIB} KiB of rules`;
  const [problem] = ruleProblems(PROJECT_SUBJECTS, rules);
  return problem
    ? `has a rule with a problem at ${problem.path.join('.')}: ${problem.message}`
    : null;
}

/** Takes what `packedProblem` has nothing against. */
export const unpacked = (rules: readonly PackedRule[]): Rule[] =>
  (opened(rules) as Rule[]).map((rule) => ({
    ...rule,
    action: withReads(rule.action as string[]),
  }));

/** As existing clients read it. */
export const packed = (rules: readonly Rule[]): PackedRule[] =>
  rules.map(({ action, subject, conditions }) => [[action].flat().join(','), subject, conditions]);
