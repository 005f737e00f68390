import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { permissionDenied } from '../../errors/api-error.js';
import type { SourcedRule } from '../../permissions/rule.js';
import { bindRules } from '../../permissions/templates.js';
import { listFacts } from '../holdings.repository.js';
import type { FreshAccess, FreshOrgAccess } from '../locked-access.js';
import { runInSlices } from '../slices.js';
import {
  gainedGrants,
  gainsBeyond,
  type HoldingsChange,
  holdsEverything,
  missingPermissionsDetails,
  requireGainsGrantable,
  requireGrantable,
  reverseOf,
} from './grants.js';

/** What the rules forbade that are gone, or no longer as they were, as rules that allow it. */
function endedProhibitions({ before, after }: HoldingsChange): SourcedRule[] {
  const textOf = (rule: SourcedRule) => JSON.stringify({ ...rule, source: null });
  const kept = new Set(after.map(textOf));
  return before
    .filter((rule) => rule.inverted && !kept.has(textOf(rule)))
    .map((rule) => ({ ...rule, inverted: false }));
}

/** Throws 403 if the change takes something from an identity that holds more in the project than the caller. */
export async function requireNoDemotion(
  tx: EntityManager,
  actor: Actor,
  access: FreshAccess,
  holderId: string,
  change: HoldingsChange,
): Promise<void> {
  if (actor.callerId === holderId || holdsEverything(access)) return;
  const lost = await runInSlices(gainedGrants(access.table, reverseOf(change), access));
  if (lost.length > 0) await requireNotStronger(tx, actor, access, holderId, change.before);
}

/** Throws 403 if the identity, which holds `rules` in the project, holds more there than the caller, or longer. */
export async function requireNotStronger(
  tx: EntityManager,
  actor: Actor,
  access: FreshAccess,
  holderId: string,
  rules: readonly SourcedRule[],
): Promise<void> {
  if (actor.callerId === holderId || holdsEverything(access)) return;
  const facts = (await listFacts(tx, access.orgId, [holderId])).get(holderId);
  if (!facts) return;
  const all = { before: [], after: bindRules(rules, facts) };
  const beyond = await runInSlices(gainsBeyond(access.table, access, all));
  if (beyond.length === 0) return;
  throw permissionDenied(
    'beyond-own-permissions',
    'You cannot take rights from an identity that holds more in this project than you do, or for longer',
    // What a role says is shown only to who may read roles.
    access.ability.allows('read', 'role') ? missingPermissionsDetails(beyond) : undefined,
  );
}

/**
 * Throws 403 for what the holders of an organization role gain or lose by its new rules and the editor does not hold.
 * Who holds one role in the organization gains and loses what the role does. Who holds another one beside it, by a
 * group, may gain all that a rule forbade that ends, and lose all that one forbids that begins: then the editor has to
 * hold all of that.
 */
export async function requireOrgRoleEdit(
  access: FreshOrgAccess,
  change: HoldingsChange,
  isHeldBesideOthers: boolean,
): Promise<void> {
  await requireGainsGrantable(access, change);
  if (holdsEverything(access)) return;
  const freed = isHeldBesideOthers ? endedProhibitions(change) : [];
  if (freed.length > 0) await requireGrantable(access, [{ granted: freed, until: null }]);
  const forbidden = isHeldBesideOthers ? endedProhibitions(reverseOf(change)) : [];
  const all = { before: [], after: forbidden };
  const lost = [
    ...(await runInSlices(gainsBeyond(access.table, access, reverseOf(change)))),
    ...(await runInSlices(gainsBeyond(access.table, access, all))),
  ];
  if (lost.length === 0) return;
  throw permissionDenied(
    'beyond-own-permissions',
    'You cannot take rights that you do not hold from the identities that hold the role',
    access.ability.allows('read', 'role') ? missingPermissionsDetails(lost) : undefined,
  );
}
