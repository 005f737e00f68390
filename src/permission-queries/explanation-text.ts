import type { Holding } from '../access/held-rules.js';
import { firstOf, shownName } from '../errors/nearest.js';
import type { Explanation } from '../permissions/ability.js';
import type { RuleSource } from '../permissions/rule.js';
import { isLive } from './evaluator.js';
import type { ProjectMember } from './project-members.repository.js';
import type { Question } from './question.js';

const named = ({ kind, slug, group }: Pick<RuleSource, 'kind' | 'slug' | 'group'>) =>
  `${kind} ${shownName(slug)}${group ? ` of group ${shownName(group.name)}` : ''}`;

const namedHolding = ({ kind, slug, groupId, groupName }: Holding) =>
  named({ kind, slug, ...(groupId ? { group: { id: groupId, name: groupName ?? '' } } : {}) });

/** The answer to a question about rules in one sentence. `at`: the moment that the answer is about. */
export function reasonOf(
  { action, subject }: Question,
  { allowed, decidedBy, missed }: Explanation,
  { kind, holdings }: Pick<ProjectMember, 'kind' | 'holdings'>,
  at: Date,
): string {
  const pair = `${action} on ${subject}`;
  if (decidedBy) {
    return `A rule of ${named(decidedBy.source)} ${allowed ? 'allows' : 'forbids'} ${pair}.`;
  }
  if (missed.length > 0) {
    const sources = [...new Set(missed.map(({ rule }) => named(rule.source)))];
    const fields = [...new Set(missed.flatMap((miss) => miss.fields))];
    const unmet = fields.length > 0 ? firstOf(fields) : 'the action';
    return `Rules of ${firstOf(sources)} name ${pair}, but not for what was asked: ${unmet}.`;
  }
  const sources = holdings.filter((holding) => isLive(holding, at)).map(namedHolding);
  return sources.length === 0
    ? `The ${kind === 'user' ? 'person' : 'identity'} holds no role and no privilege in the project at that moment.`
    : `No rule of ${firstOf(sources)} names ${pair}.`;
}
