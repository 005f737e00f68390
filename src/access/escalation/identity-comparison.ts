import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { notFound } from '../../errors/api-error.js';
import { ORG_SUBJECTS } from '../../permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import type { SubjectTable } from '../../permissions/subject-table.js';
import { type HolderFacts, bindRules, haveTemplates } from '../../permissions/templates.js';
import { orgRulesOfHolder, rulesOf } from '../held-rules.js';
import {
  type HoldingInProject,
  HoldingsRepository,
  type OrgHolding,
  listHoldings,
} from '../holdings.repository.js';
import { runInSlices } from '../slices.js';
import { requestBudget } from '../work-budget.js';
import { gainsBeyond, MAX_NAMED_RULES } from './grants.js';

/** Who changes something, as far as it has to be weighed. */
type Caller = Pick<Actor, 'callerId' | 'orgId' | 'request'>;

/** What two identities hold in one scope. */
interface ScopeHoldings {
  readonly table: SubjectTable;
  /** Bound to the caller. */
  readonly callerHolds: readonly SourcedRule[];
  /** With its templates. */
  readonly otherHolds: readonly SourcedRule[];
}

/** The caller, another identity, and the projects where that one is. */
interface Pair {
  readonly caller: HolderFacts;
  readonly other: HolderFacts;
  readonly roles: readonly OrgHolding[];
  readonly projectIds: readonly string[];
  readonly now: Date;
}

/** What an identity is known by, before and after; null before: all that it holds counts as gained. */
interface FactsChange {
  readonly before: HolderFacts | null;
  readonly after: HolderFacts;
}

/** Projects whose rules are in memory together. */
const PROJECTS_AT_ONCE = 10;

/** Compares what an identity holds with what the caller holds, in the organization and in every project. */
@Injectable()
export class IdentityComparison {
  constructor(private readonly holdings: HoldingsRepository) {}

  /**
   * What the identity holds, or will, and the caller does not hold in the same scope for as long. Empty for the caller
   * itself. Keeps those scopes as they are until the transaction ends; comes after `lockOrganization`.
   */
  async rulesBeyondCaller(
    tx: EntityManager,
    actor: Caller,
    holderId: string,
  ): Promise<readonly Rule[]> {
    if (actor.callerId === holderId) return [];
    const pair = await this.lockPair(tx, actor, holderId);
    return this.missingInScopes(tx, actor, pair, { before: null, after: pair.other });
  }

  /** `rulesBeyondCaller` for a read, which no writer of those scopes waits for. */
  async rulesBeyondReader(
    tx: EntityManager,
    actor: Caller,
    holderId: string,
  ): Promise<readonly Rule[]> {
    if (actor.callerId === holderId) return [];
    const projects = await this.holdings.listProjectsOf(tx, actor.orgId, holderId);
    const pair = await this.pairIn(tx, actor, { holderId, projects });
    return this.missingInScopes(tx, actor, pair, { before: null, after: pair.other });
  }

  /**
   * What the identity gains by another name or other metadata, through rules with templates, and the caller does not
   * hold; of the caller itself too. Locks like `rulesBeyondCaller`.
   */
  async rulesGainedByFacts(
    tx: EntityManager,
    actor: Caller,
    after: HolderFacts,
  ): Promise<readonly Rule[]> {
    const pair = await this.lockPair(tx, actor, after.id);
    return this.missingInScopes(tx, actor, pair, { before: pair.other, after });
  }

  /**
   * What logins of the identity may give it by facts that whoever sets them up chooses (`identity.auth`), and the caller
   * does not hold apart from its own login; of the caller itself too. Locks like `rulesBeyondCaller`.
   */
  async rulesGainedByLogins(
    tx: EntityManager,
    actor: Actor,
    holderId: string,
  ): Promise<readonly Rule[]> {
    const pair = await this.lockPair(tx, actor, holderId);
    const caller = { ...pair.caller, auth: {} };
    const change = { before: { ...pair.other, auth: {} }, after: pair.other };
    return this.missingInScopes(tx, actor, { ...pair, caller }, change);
  }

  private async lockPair(tx: EntityManager, actor: Caller, holderId: string): Promise<Pair> {
    const projects = await this.holdings.lockProjectsOf(tx, actor.orgId, holderId);
    return this.pairIn(tx, actor, { holderId, projects });
  }

  private async pairIn(
    tx: EntityManager,
    actor: Caller,
    { holderId, projects }: { holderId: string; projects: readonly { id: string }[] },
  ): Promise<Pair> {
    const { orgId } = actor;
    const roles = await this.holdings.listOrgHoldings(tx, orgId, [actor.callerId, holderId]);
    const factsOf = (id: string) => roles.find(({ holder }) => holder.id === id)?.holder;
    const [caller, other] = [factsOf(actor.callerId), factsOf(holderId)];
    if (!caller || !other) throw notFound();
    const now = await this.holdings.now(tx);
    return { caller, other, roles, projectIds: projects.map(({ id }) => id), now };
  }

  /**
   * The organization, then some projects at a time, until the budget is used up or enough was found to be
   * named: then the answer is no.
   */
  private async missingInScopes(
    tx: EntityManager,
    actor: Caller,
    pair: Pair,
    { before, after }: FactsChange,
  ): Promise<readonly Rule[]> {
    const { caller, other, projectIds, now } = pair;
    const budget = requestBudget(actor);
    const missing: Rule[] = [];
    for (let i = 0; i === 0 || i < projectIds.length; i += PROJECTS_AT_ONCE) {
      const some = projectIds.slice(i, i + PROJECTS_AT_ONCE);
      const holdings = await listHoldings(tx, some, [caller.id, other.id]);
      const inProjects = some.map((id) => inProject(pair, holdings, id));
      const scopes = i === 0 ? [inOrganization(pair), ...inProjects] : inProjects;
      for (const { table, callerHolds, otherHolds } of scopes) {
        if (before && !haveTemplates(otherHolds)) continue;
        const change = {
          before: before ? bindRules(otherHolds, before) : [],
          after: bindRules(otherHolds, after),
        };
        const granter = { held: callerHolds, now, budget };
        for (const rule of await runInSlices(gainsBeyond(table, granter, change)))
          missing.push(rule);
        const isCutShort = budget.steps <= 0 && missing.length > 0;
        if (missing.length >= MAX_NAMED_RULES || isCutShort) return missing;
      }
    }
    return missing;
  }
}

function inOrganization({ caller, other, roles }: Pair): ScopeHoldings {
  const rulesIn = ({ id }: HolderFacts) =>
    roles.filter(({ holder }) => holder.id === id).flatMap(orgRulesOfHolder);
  return {
    table: ORG_SUBJECTS,
    callerHolds: bindRules(rulesIn(caller), caller),
    otherHolds: rulesIn(other),
  };
}

function inProject(
  { caller, other }: Pair,
  holdings: readonly HoldingInProject[],
  projectId: string,
): ScopeHoldings {
  const rulesIn = ({ id }: HolderFacts) =>
    holdings
      .filter((each) => each.projectId === projectId && each.holderId === id)
      .flatMap(rulesOf);
  return {
    table: PROJECT_SUBJECTS,
    callerHolds: bindRules(rulesIn(caller), caller),
    otherHolds: rulesIn(other),
  };
}
