import type { EntityManager } from 'typeorm';
import { requireNoDemotion } from '../access/escalation/demotion.js';
import { requireGainsGrantable, requireGrantable } from '../access/escalation/grants.js';
import type { FreshAccess, LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import type { Ability } from '../permissions/ability.js';
import { runInSlices } from '../access/slices.js';
import type { WorkBudget } from '../permissions/work.js';
import { gainedRulesInSteps } from '../permissions/covers.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import { type Rule, type SourcedRule, listOf } from '../permissions/rule.js';
import { impliedActions, rowOf } from '../permissions/subject-table.js';
import type { PrivilegeContent } from './privileges.repository.js';

/** A privilege before and after a change; null where there is none. */
export interface PrivilegeChange {
  readonly before: PrivilegeContent | null;
  readonly after: PrivilegeContent | null;
}

/** A change under way in its transaction, with the project locked. */
export interface OngoingChange {
  readonly tx: EntityManager;
  readonly access: FreshAccess;
  readonly actor: Actor;
  readonly projectId: string;
  /** The identity or person whose privilege it is. */
  readonly holderId: string;
  /** Throws 403 unless the caller may grant each of the rules to the holder. */
  readonly requireGranting: (rules: readonly Rule[]) => void;
}

/** Throws 403 for what the change grants and the caller may not grant, or does not hold as long. */
export async function requireWithinCaller(
  locked: LockedAccess,
  ongoing: OngoingChange,
  change: PrivilegeChange,
): Promise<void> {
  const { access } = ongoing;
  // The rules that are taken away are included: who may not grant a subject changes nothing about it.
  ongoing.requireGranting([
    ...(change.before?.permissions ?? []),
    ...(change.after?.permissions ?? []),
  ]);
  const grant = await grantedByChange(change, access.budget);
  if (grant) await requireGrantable(access, [grant]);
  await requireAmongOthers(locked, ongoing, change);
}

/** Throws 403 for what the change sets free or takes away, given all else that the identity holds. */
export async function requireAmongOthers(
  locked: LockedAccess,
  ongoing: OngoingChange,
  change: PrivilegeChange,
): Promise<void> {
  const { tx, actor, access, projectId, holderId } = ongoing;
  const { before, after } = change;
  if (before === null && !after?.permissions.some((rule) => rule.inverted)) return;
  const held = await locked.rulesOf(tx, projectId, holderId);
  const others = held.filter(({ source }) => source.id !== before?.id);
  const freed = removedDenials(change, others);
  if (freed) await requireGainsGrantable(access, freed);
  const all = {
    before: [...others, ...rulesOfPrivilege(before)],
    after: [...others, ...rulesOfPrivilege(after)],
  };
  await requireNoDemotion(tx, actor, access, holderId, all);
}

/** Throws 403 unless the caller may grant each of the rules to the identity. */
export const grantingToIdentity =
  ({ ability }: Pick<FreshAccess, 'ability'>, identityId: string) =>
  (rules: readonly Rule[]): void => {
    const unknown = { assignableRole: null, assignableSubject: null, assignableAction: null };
    const rows = assignablePairsOf(rules).map((pair) => ({ ...unknown, identityId, ...pair }));
    const required = rows.length > 0 ? rows : [{ ...unknown, identityId }];
    ability.requireAll('grant-privileges', 'identity', required);
    for (const row of rows) refuseForbiddenParts(ability, row);
  };

/** The pairs of subject and action in the rules, each once, as conditions of rules on granting know them. */
export const assignablePairsOf = (rules: readonly Rule[]): Assignable[] => [
  ...new Map(rules.flatMap(pairsOf).map((pair) => [pair.assignableAction, pair])).values(),
];

interface Assignable {
  readonly assignableSubject: string;
  readonly assignableAction: string;
}

type Row = Assignable & { readonly identityId: string; readonly assignableRole: null };

/** Conditions of `grant-privileges` know an action as `subject:action`. */
const pairsOf = (rule: Rule): Assignable[] =>
  listOf(rule.subject).flatMap((assignableSubject) =>
    listOf(rule.action).map((action) => ({
      assignableSubject,
      assignableAction: `${assignableSubject}:${action}`,
    })),
  );

/** An action that stands for others is refused where granting one of those is forbidden. */
function refuseForbiddenParts(ability: Ability<ProjectSubjects>, row: Row): void {
  const { assignableSubject: subject, assignableAction } = row;
  const action = assignableAction.slice(subject.length + 1);
  for (const part of impliedActions(rowOf(PROJECT_SUBJECTS, subject), action)) {
    const attributes = { ...row, assignableAction: `${subject}:${part}` };
    const { decidedBy } = ability.explain('grant-privileges', 'identity', attributes);
    if (decidedBy?.inverted) ability.require('grant-privileges', 'identity', attributes);
  }
}

/** The rules by which the change allows more, or longer, with the prohibitions of the privilege; null for none. */
async function grantedByChange({ before, after }: PrivilegeChange, budget: WorkBudget) {
  if (after === null) return null;
  const isNoLonger = before !== null && isWithin(after, before);
  const gained = isNoLonger
    ? await runInSlices(
        gainedRulesInSteps(PROJECT_SUBJECTS, before.permissions, after.permissions, budget),
      )
    : after.permissions.filter((rule) => !rule.inverted);
  if (gained.length === 0) return null;
  const forbidding = after.permissions.filter((rule) => rule.inverted);
  return { granted: [...gained, ...forbidding], until: after.temporaryAccessEndTime };
}

type Span = Pick<PrivilegeContent, 'temporaryAccessStartTime' | 'temporaryAccessEndTime'>;

function isWithin(inner: Span, outer: Span): boolean {
  const [start, end] = [outer.temporaryAccessStartTime, outer.temporaryAccessEndTime];
  const { temporaryAccessStartTime: from, temporaryAccessEndTime: until } = inner;
  return (
    (start === null || (from !== null && from >= start)) &&
    (end === null || (until !== null && until <= end))
  );
}

/**
 * All that the holder holds before and after prohibitions of the privilege go, or last shorter; null where it forbids
 * nothing. `others` is what the identity holds beside the privilege.
 */
function removedDenials({ before, after }: PrivilegeChange, others: readonly SourcedRule[]) {
  if (!before?.permissions.some((rule) => rule.inverted)) return null;
  const allowing = rulesOfPrivilege(before).filter((rule) => !rule.inverted);
  const forbidding = rulesOfPrivilege(after).filter((rule) => rule.inverted);
  return {
    before: [...others, ...rulesOfPrivilege(before)],
    after: [...others, ...(after === null ? [] : allowing), ...forbidding],
  };
}

/** The rules of a privilege, each with its span of time; none for null. */
function rulesOfPrivilege(privilege: PrivilegeContent | null): SourcedRule[] {
  if (privilege === null) return [];
  const { id, slug, temporaryAccessStartTime: from, temporaryAccessEndTime: until } = privilege;
  const span = { ...(from ? { validFrom: from } : {}), ...(until ? { validUntil: until } : {}) };
  const source = { kind: 'privilege', slug, id, ...span } as const;
  return privilege.permissions.map((rule) => ({ ...rule, source }));
}
