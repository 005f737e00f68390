import type { Holding } from '../access/held-rules.js';
import { firstOf, shownName } from '../errors/nearest.js';
import type { Explanation, NearMiss } from '../permissions/ability.js';
import { isObject } from '../permissions/plain-object.js';
import { deedOf } from '../permissions/refusal-text.js';
import type { RuleSource, SourcedRule } from '../permissions/rule.js';
import { type Attributes, impliedActions, rowOf } from '../permissions/subject-table.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { isLive } from './evaluator.js';
import type { ProjectMember } from './project-members.repository.js';
import type { Question } from './question.js';

const named = ({ kind, slug, group }: Pick<RuleSource, 'kind' | 'slug' | 'group'>) =>
  `${kind} ${shownName(slug)}${group ? ` of group ${shownName(group.name)}` : ''}`;

const namedHolding = ({ kind, slug, groupId, groupName }: Holding) =>
  named({ kind, slug, ...(groupId ? { group: { id: groupId, name: groupName ?? '' } } : {}) });

/** `one or two`, or `one, two, three`. */
const anyOf = (names: readonly string[]): string =>
  names.length === 2 ? names.join(' or ') : firstOf(names);

/**
 * The answer to a question about rules: who may or may not do what, and where; then by which rule, or what is missing; then
 * what would change it. `at`: the moment that the answer is about.
 */
export function reasonOf(
  question: Question,
  { allowed, decidedBy, missed }: Explanation,
  { kind, name, holdings }: Pick<ProjectMember, 'kind' | 'name' | 'holdings'>,
  at: Date,
): string {
  const may = `${shownName(name)} may${allowed ? '' : ' not'} ${deedOf(question, [question.attributes])}`;
  if (decidedBy && allowed) return `${may}: ${named(decidedBy.source)} allows it.`;
  if (decidedBy) return `${may}: ${forbiddenBy(decidedBy, question)}`;
  if (missed.length > 0) return `${may}: ${missedBy(missed, question.attributes)}`;
  const sources = holdings.filter((holding) => isLive(holding, at)).map(namedHolding);
  if (sources.length === 0) {
    const who = kind === 'user' ? 'the person' : 'the identity';
    return `${may}: ${who} holds no role and no privilege in the project at that moment.`;
  }
  return `${may}: no rule of ${anyOf(sources)} allows it.${partsOf(question)} ${ADD}`;
}

const ADD = 'Add a rule to a role, or grant a privilege.';

const isGiven = (attributes: Attributes, field: string) => (attributes[field] ?? null) !== null;

/** A rule that forbids counts also where it is not known whether its conditions hold. */
function forbiddenBy({ source, conditions }: SourcedRule, { attributes }: Question): string {
  const fields = isObject(conditions) ? Object.keys(conditions) : [];
  const unknown = fields.filter((field) => !isGiven(attributes, field));
  const prevails = `a rule of ${named(source)} forbids it, whatever else allows it.`;
  if (unknown.length === 0) return prevails;
  return `${prevails} The question does not name ${firstOf(unknown)}, so that the conditions of the rule count as met.`;
}

function missedBy(missed: readonly NearMiss[], attributes: Attributes): string {
  const sources = [...new Set(missed.map(({ rule }) => named(rule.source)))];
  const fields = [...new Set(missed.flatMap((miss) => miss.fields))];
  const unknown = fields.filter((field) => !isGiven(attributes, field));
  const unmet = fields.filter((field) => isGiven(attributes, field));
  const [verb, its] = sources.length === 1 ? ['allows', 'its'] : ['allow', 'their'];
  const reasons = [
    ...(unmet.length > 0 ? [`${its} conditions on ${firstOf(unmet)} are not met`] : []),
    ...(unknown.length > 0
      ? [`the question does not name ${firstOf(unknown)}, on which there are conditions`]
      : []),
    // No field of its own: rules beyond what is looked into.
    ...(fields.length === 0 ? ['there are more rules than are looked into'] : []),
  ];
  return `${firstOf(sources)} ${verb} it elsewhere, but ${reasons.join(', and ')}.`;
}

/** An action that stands for others is allowed where all of them are. */
function partsOf({ action, subject }: Question): string {
  const parts = impliedActions(rowOf(PROJECT_SUBJECTS, subject), action);
  return parts.length < 2 ? '' : ` ${action} on ${subject} is ${parts.join(' and ')} together.`;
}
