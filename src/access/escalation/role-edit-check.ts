import type { EntityManager } from 'typeorm';
import { permissionDenied } from '../../errors/api-error.js';
import type { Rule } from '../../permissions/rule.js';
import { type HolderFacts, bindRules } from '../../permissions/templates.js';
import type { SlicedWork } from '../../permissions/work.js';
import { rulesOf, withSource } from '../held-rules.js';
import { type HoldingInProject, listFacts, listHoldings } from '../holdings.repository.js';
import type { FreshAccess } from '../locked-access.js';
import { runInSlices } from '../slices.js';
import {
  cannotGrant,
  gainedGrants,
  gainsBeyond,
  type HoldingsChange,
  holdsEverything,
  requireGainsGrantable,
  reverseOf,
} from './grants.js';
import { findRoleSpan, listDistinctHolders } from './role-holders.js';

/** A custom role of a project, and the rules that it is about to get. */
export interface RoleEdit {
  readonly id: string;
  readonly slug: string;
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** What an edit may do to one of the holders, by the rules of the role alone. */
interface Effects {
  /** A prohibition ends, so other rules of the holder may begin to count. */
  readonly frees: boolean;
  /** A prohibition begins. */
  readonly forbids: boolean;
  /** Something ends that the editor does not hold. */
  readonly takes: boolean;
}

/** Sets of holdings that one edit compares; beyond these it is refused, never let through. */
const MAX_SETS = 500;
/** Holders whose rules are in memory at once. */
const HOLDERS_AT_ONCE = 20;

/**
 * Checks an edit of a project role for each of its holders by itself: what one holds never counts for another.
 * Throws 403 unless the editor holds what the role comes to allow, until its last holder loses it; what any holder
 * gains by prohibitions that end; and what any holder loses. A prohibition that begins may also take nothing from a
 * holder who is stronger than the editor. Nobody gains or loses by a role that nobody holds, now or later.
 */
export async function requireRoleEdit(
  tx: EntityManager,
  access: FreshAccess,
  edit: RoleEdit,
): Promise<void> {
  const span = await findRoleSpan(tx, edit.id);
  if (!span) return;
  const { id, slug, before, after } = edit;
  const validUntil = span.until ? { validUntil: span.until } : {};
  const source = { kind: 'role', slug, id, ...validUntil } as const;
  const role = { before: withSource(before, source), after: withSource(after, source) };
  await requireGainsGrantable(access, role);
  if (holdsEverything(access)) return;
  const effects = {
    frees: endsProhibitions(edit),
    forbids: endsProhibitions(reverseOf(edit)),
    takes: (await runInSlices(gainsBeyond(access.table, access, reverseOf(role)))).length > 0,
  };
  if (Object.values(effects).includes(true)) await checkHolders(tx, access, edit, effects);
}

/** Holders who hold the same are checked once. */
async function checkHolders(
  tx: EntityManager,
  access: FreshAccess,
  edit: RoleEdit,
  effects: Effects,
): Promise<void> {
  const ids = await listDistinctHolders(tx, edit.id, MAX_SETS + 1);
  if (ids.length > MAX_SETS) {
    throw tooManyHolders(`they hold more than ${MAX_SETS} different sets of rights beside it`);
  }
  for (let i = 0; i < ids.length; i += HOLDERS_AT_ONCE) {
    const some = ids.slice(i, i + HOLDERS_AT_ONCE);
    const held = await listHoldings(tx, [access.id], some);
    const facts = await listFacts(tx, access.orgId, some);
    for (const id of some) {
      const holdings = held.filter(({ holderId }) => holderId === id);
      const change = changeForHolder(edit, holdings, facts.get(id) ?? null);
      const gained = effects.frees
        ? await runInSlices(gainsBeyond(access.table, access, change))
        : [];
      const isDemoted = await runInSlices(isDemotion(access, change, effects));
      if (access.budget.steps <= 0) throw tooManyHolders('their rules are too many');
      if (gained.length > 0) throw cannotGrant(gained, access.budget);
      if (isDemoted) throw takesFromStronger();
    }
  }
}

/** All that one holder holds, before and after the edit. */
function changeForHolder(
  { id, after }: RoleEdit,
  holdings: readonly HoldingInProject[],
  holder: HolderFacts | null,
): HoldingsChange {
  const edited = holdings.map((each) =>
    each.kind === 'role' && each.id === id ? { ...each, permissions: after } : each,
  );
  return {
    before: bindRules(holdings.flatMap(rulesOf), holder),
    after: bindRules(edited.flatMap(rulesOf), holder),
  };
}

/**
 * Whether the edit takes something that the editor does not hold, or by a prohibition anything at all from a holder
 * who holds more than the editor.
 */
function* isDemotion(
  access: FreshAccess,
  change: HoldingsChange,
  { forbids, takes }: Effects,
): SlicedWork<boolean> {
  const { table } = access;
  if (!forbids) return takes && (yield* gainsBeyond(table, access, reverseOf(change))).length > 0;
  const lost = yield* gainedGrants(table, reverseOf(change), access);
  if (lost.length === 0) return false;
  const all = { before: [], after: change.before };
  return (yield* gainsBeyond(table, access, all)).length > 0;
}

/** Whether a rule that forbids is gone, or no longer as it was. */
function endsProhibitions({ before, after }: Pick<RoleEdit, 'before' | 'after'>): boolean {
  const kept = new Set(after.filter(({ inverted }) => inverted).map(textOf));
  return before.some((rule) => rule.inverted && !kept.has(textOf(rule)));
}

const textOf = (rule: Rule): string => JSON.stringify(rule);

const takesFromStronger = () =>
  permissionDenied(
    'beyond-own-permissions',
    'The change would take rights from an identity that holds the role and more in this project than you do, or for longer',
  );

const tooManyHolders = (reason: string) =>
  permissionDenied(
    'too-much-to-weigh',
    'What the holders of the role would gain or lose by the change cannot be weighed: ' +
      `${reason}. An administrator of the project may change the role.`,
  );
