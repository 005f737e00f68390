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
  reverseOf,
} from './grants.js';

/** Throws 403 if the change takes something from an identity that holds more in the project than the caller. */
export async function requireNoDemotion(
  tx: EntityManager,
  actor: Actor,
  access: FreshAccess,
  identityId: string,
  change: HoldingsChange,
): Promise<void> {
  if (actor.identityId === identityId || holdsEverything(access)) return;
  const lost = await runInSlices(gainedGrants(access.table, reverseOf(change), access));
  if (lost.length > 0) await requireNotStronger(tx, actor, access, identityId, change.before);
}

/** Throws 403 if the identity, which holds `rules` in the project, holds more there than the caller, or longer. */
export async function requireNotStronger(
  tx: EntityManager,
  actor: Actor,
  access: FreshAccess,
  identityId: string,
  rules: readonly SourcedRule[],
): Promise<void> {
  if (actor.identityId === identityId || holdsEverything(access)) return;
  const facts = (await listFacts(tx, [identityId])).get(identityId);
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
 * An identity holds one role in the organization, for good, so each holder gains and loses what the role does.
 */
export async function requireOrgRoleEdit(
  access: FreshOrgAccess,
  change: HoldingsChange,
): Promise<void> {
  await requireGainsGrantable(access, change);
  if (holdsEverything(access)) return;
  const lost = await runInSlices(gainsBeyond(access.table, access, reverseOf(change)));
  if (lost.length === 0) return;
  throw permissionDenied(
    'beyond-own-permissions',
    'You cannot take rights that you do not hold from the identities that hold the role',
    access.ability.allows('read', 'role') ? missingPermissionsDetails(lost) : undefined,
  );
}
