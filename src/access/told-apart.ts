import { compileConditions } from '../permissions/conditions.js';
import { type FieldTest, fieldTruth } from '../permissions/matchers.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { type Rule, listOf } from '../permissions/rule.js';
import { rowOf } from '../permissions/subject-table.js';
import { speakOfIdentity } from '../permissions/templates.js';
import type { AttributeChange } from './attribute-change.js';
import type { WeighingBudget } from './weighing-budget.js';

/** The keys of those changes between whose two sides a condition of the rules differs. */
export async function toldApart(
  rules: readonly Rule[],
  changes: ReadonlyMap<string, AttributeChange>,
  budget: WeighingBudget,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const pairs = rules
    .filter(({ conditions }) => conditions !== undefined)
    .flatMap((rule) => listOf(rule.subject).map((subject) => ({ rule, subject })));
  for (const { rule, subject } of pairs) {
    const open = [...changes].filter(([key, each]) => each.subject === subject && !keys.has(key));
    const tells = open.length > 0 ? teller(rule, subject) : () => false;
    for (const [key, change] of open) {
      const rest = budget.spend(1);
      if (rest) await rest;
      if (tells(change)) keys.add(key);
    }
  }
  return keys;
}

/** A rule that speaks of its holder reads differently for each, and counts as one that tells. */
function teller(rule: Rule, subject: string): (change: AttributeChange) => boolean {
  if (speakOfIdentity([rule])) return () => true;
  const tests = compileConditions(rowOf(PROJECT_SUBJECTS, subject), rule);
  return ({ before, after }) => tests.some((test) => isDifferent(test, before, after));
}

const isDifferent = (
  test: FieldTest,
  before: AttributeChange['before'],
  after: AttributeChange['after'],
): boolean => fieldTruth(test, before[test.field]) !== fieldTruth(test, after[test.field]);
