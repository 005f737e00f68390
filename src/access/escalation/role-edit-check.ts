import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { permissionDenied } from '../../errors/api-error.js';
import type { Steps } from '../../permissions/steps.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import { type IdentityFacts, bindRules } from '../../permissions/templates.js';
import { LockedAccess, type FreshAccess, cannotGrant } from '../locked-access.js';
import { type HoldingInProject, HoldingsRepository } from '../holdings.repository.js';
import { missingForGrants, gainedGrants } from './gained-grants.js';
import { rulesOf, withSource } from '../held-rules.js';
import { HoldersRepository } from '../holders.repository.js';
import { holdsEverything } from '../holds-everything.js';
import { runInSlices } from '../weighing.js';

/** A custom role of a project, and the rules that it is about to get. */
export interface RoleEdit {
  readonly id: string;
  readonly slug: string;
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** What a change of a role may do to one of its holders, by the rules of the role alone. */
interface Effects {
  /** A prohibition ends, so other rules of the holder may begin to count. */
  readonly frees: boolean;
  /** A prohibition begins. */
  readonly forbids: boolean;
  /** Something ends that the editor does not hold. */
  readonly takes: boolean;
}

/** Sets of holdings that one edit weighs; beyond these it is refused, never let through. */
const MAX_SETS = 500;
/** Their rules are in memory at once. */
const AT_ONCE = 20;

/** Changes of the rules of a role, weighed for each of its holders by itself (decision 417). */
@Injectable()
export class RoleEditCheck {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly repository: HoldingsRepository,
    private readonly holders: HoldersRepository,
  ) {}

  /**
   * Throws 403 unless the editor holds what the role comes to allow, until its last holder loses it, and what any
   * holder gains by prohibitions that the role gives up; and unless the editor holds what the change takes from a
   * holder. Nobody gains or loses by a role that nobody holds, now or later.
   */
  async requireWithin(tx: EntityManager, access: FreshAccess, change: RoleEdit): Promise<void> {
    const span = await this.holders.findSpan(tx, change.id);
    if (!span) return;
    const { id, slug, before, after } = change;
    const validUntil = span.until ? { validUntil: span.until } : {};
    const source = { kind: 'role', slug, id, ...validUntil } as const;
    const role = { before: withSource(before, source), after: withSource(after, source) };
    await this.boundary.requireGainsGrantable(access, role);
    if (holdsEverything(PROJECT_SUBJECTS, access)) return;
    const frees = givesUpProhibitions(change);
    const forbids = givesUpProhibitions(reverseOf(change));
    const takes = (await runInSlices(gainedBeyond(access, reverseOf(role)))).length > 0;
    if (frees || forbids || takes) {
      await this.requireForEach(tx, access, change, { frees, forbids, takes });
    }
  }

  /** Holders who hold the same are one; what one holds never counts as held by another. */
  private async requireForEach(
    tx: EntityManager,
    access: FreshAccess,
    change: RoleEdit,
    { frees, forbids, takes }: Effects,
  ): Promise<void> {
    const ids = await this.holders.listDistinctHolders(tx, change.id, MAX_SETS + 1);
    if (ids.length > MAX_SETS) {
      throw tooMuchToWeigh(`they hold more than ${MAX_SETS} different sets of rights beside it`);
    }
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const some = ids.slice(i, i + AT_ONCE);
      const held = await this.repository.listHoldings(tx, [access.id], some);
      const facts = await this.holders.listFacts(tx, some);
      for (const id of some) {
        const holdings = held.filter(({ identityId }) => identityId === id);
        const holder = facts.get(id) ?? null;
        const turned = turnOf(change, holdings, holder);
        const missing = frees ? await runInSlices(gainedBeyond(access, turned)) : [];
        const isDemoted = forbids
          ? await runInSlices(isDemotion(access, turned))
          : takes && (await runInSlices(gainedBeyond(access, reverseOf(turned)))).length > 0;
        if (access.budget.steps <= 0) throw tooMuchToWeigh('their rules are too many');
        if (missing.length > 0) throw cannotGrant(missing);
        if (isDemoted) throw takesFromStronger();
      }
    }
  }
}

interface Turn {
  readonly before: readonly SourcedRule[];
  readonly after: readonly SourcedRule[];
}

/** All that one holder holds, before and after the change of the role. */
function turnOf(
  { id, after }: RoleEdit,
  holdings: readonly HoldingInProject[],
  holder: IdentityFacts | null,
): Turn {
  const edited = holdings.map((each) =>
    each.kind === 'role' && each.id === id ? { ...each, permissions: after } : each,
  );
  return {
    before: bindRules(holdings.flatMap(rulesOf), holder),
    after: bindRules(edited.flatMap(rulesOf), holder),
  };
}

/** What one holder comes to hold by the change that the editor does not. */
function* gainedBeyond({ held, now, budget }: FreshAccess, turned: Turn): Steps<readonly Rule[]> {
  const grants = yield* gainedGrants(PROJECT_SUBJECTS, turned, now, budget);
  return yield* missingForGrants(PROJECT_SUBJECTS, { held, now }, grants, budget);
}

/** Whether the change takes something from a holder who holds more than the editor (decision 416). */
function* isDemotion({ held, now, budget }: FreshAccess, { before, after }: Turn): Steps<boolean> {
  const lost = yield* gainedGrants(PROJECT_SUBJECTS, reverseOf({ before, after }), now, budget);
  if (lost.length === 0) return false;
  const all = yield* gainedGrants(PROJECT_SUBJECTS, { before: [], after: before }, now, budget);
  return (yield* missingForGrants(PROJECT_SUBJECTS, { held, now }, all, budget)).length > 0;
}

/** Whether a rule that forbids is gone, or no longer as it was. */
function givesUpProhibitions({ before, after }: Pick<RoleEdit, 'before' | 'after'>): boolean {
  const kept = new Set(after.filter(({ inverted }) => inverted).map(textOf));
  return before.some((rule) => rule.inverted && !kept.has(textOf(rule)));
}

/** What the way back gives is what the change takes. */
const reverseOf = <T>({ before, after }: { readonly before: T; readonly after: T }) => ({
  before: after,
  after: before,
});

const textOf = (rule: Rule): string => JSON.stringify(rule);

const takesFromStronger = () =>
  permissionDenied(
    'The change would take rights from an identity that holds the role and more in this project than you do, or for longer',
  );

const tooMuchToWeigh = (reason: string) =>
  permissionDenied(
    'What the holders of the role would gain or lose by the change cannot be weighed: ' +
      `${reason}. An administrator of the project may change the role.`,
  );
