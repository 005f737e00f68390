import { ACTIONS } from '../access/actions';
import type { Cell, DecidingRule, Rule } from '../access/model';
import type { Question } from '../access/queries';
import { placeOf, toPlain } from './model';

/** Questions of one request. */
const MOST = 50;

/** What a grant allows, as questions about every secret of its folder; of rules that rows of choices can say. */
export function questionsOfGrant(
  rules: readonly Rule[],
  environments: readonly string[],
  paths: readonly string[],
): Question[] {
  const questions = rules.flatMap((rule) => {
    const plain = toPlain(rule);
    if (plain === null || plain.isForbidding) return [];
    const secretPath = placeOf([rule], paths);
    const actions = ACTIONS.filter(
      (action) =>
        plain.actions.includes(action) ||
        (action === 'readValue' && plain.actions.includes('read')),
    );
    const places = plain.environments.length > 0 ? plain.environments : environments;
    return places.flatMap((environment) =>
      actions.map((action) => ({
        ...{ subject: 'secrets' as const, action },
        attributes: { environment, secretPath },
      })),
    );
  });
  return questions.slice(0, MOST);
}

/** Rules that forbid some of it afterwards too, each once. */
export function overruling(
  cells: readonly Cell[],
  rules: readonly DecidingRule[],
): readonly DecidingRule[] {
  const found = cells.flatMap(({ after }) => {
    const rule = after?.rule === undefined || after.allowed ? undefined : rules[after.rule];
    return rule?.rule.inverted ? [rule] : [];
  });
  return [...new Set(found)];
}
