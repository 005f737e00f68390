import { compileConditions } from '../../permissions/conditions.js';
import { type FieldTest, fieldTruth } from '../../permissions/matchers.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import { type Rule, listOf } from '../../permissions/rule.js';
import { rowOf } from '../../permissions/subject-table.js';
import { haveTemplates } from '../../permissions/templates.js';
import type { AttributeChange } from './attribute-change.js';
import { costOfRule, type RequestBudget } from '../work-budget.js';

/** The keys of those changes between whose two sides a condition of the rules differs. */
export async function changesDistinguishedBy(
  rules: readonly Rule[],
  changes: ReadonlyMap<string, AttributeChange>,
  budget: RequestBudget,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const open = openBySubject(changes);
  for (const rule of rules) {
    if (open.size === 0) break;
    const pause = budget.spend(1);
    if (pause) await pause;
    if (rule.conditions === undefined) continue;
    for (const subject of new Set(listOf(rule.subject))) {
      const asked = open.get(subject);
      if (!asked) continue;
      for (const key of await toldBy(rule, subject, asked, budget)) {
        keys.add(key);
        asked.delete(key);
      }
      if (asked.size === 0) open.delete(subject);
    }
  }
  return keys;
}

async function toldBy(
  rule: Rule,
  subject: string,
  changes: ReadonlyMap<string, AttributeChange>,
  budget: RequestBudget,
): Promise<string[]> {
  const pause = budget.spend(costOfRule(rule));
  if (pause) await pause;
  const tells = teller(rule, subject);
  const keys: string[] = [];
  for (const [key, change] of changes) {
    const rest = budget.spend(1);
    if (rest) await rest;
    if (tells(change)) keys.push(key);
  }
  return keys;
}

/** By subject, the changes that no rule has distinguished so far. */
function openBySubject(
  changes: ReadonlyMap<string, AttributeChange>,
): Map<string, Map<string, AttributeChange>> {
  const open = new Map<string, Map<string, AttributeChange>>();
  for (const [key, change] of changes) {
    const own = open.get(change.subject) ?? new Map<string, AttributeChange>();
    open.set(change.subject, own.set(key, change));
  }
  return open;
}

/** A rule that speaks of its holder reads differently for each, and counts as one that tells. */
function teller(rule: Rule, subject: string): (change: AttributeChange) => boolean {
  if (haveTemplates([rule])) return () => true;
  const tests = compileConditions(rowOf(PROJECT_SUBJECTS, subject), rule);
  return ({ before, after }) => tests.some((test) => isDifferent(test, before, after));
}

const isDifferent = (
  test: FieldTest,
  before: AttributeChange['before'],
  after: AttributeChange['after'],
): boolean => fieldTruth(test, before[test.field]) !== fieldTruth(test, after[test.field]);
