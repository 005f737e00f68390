import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Sessions } from '../auth/sessions.js';
import { type ApiError, notAMember, notFound, permissionDenied } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import type { WorkBudget } from '../permissions/glob-relations.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';
import { type IdentityFacts, bindRules, haveTemplates } from '../permissions/templates.js';
import { noted } from './access-notes.js';
import type { OrgAccess, ProjectAccess } from './access.service.js';
import { HoldingsRepository, type OrgHolding } from './holdings.repository.js';
import {
  type Grant,
  missingForGrants,
  gainedGrants,
  isLiveAt,
} from './escalation/gained-grants.js';
import { rulesOf } from './held-rules.js';
import { holdsEverything } from './holds-everything.js';
import { missingForFacts, orgRulesOf, compareScopes } from './escalation/scope-holdings.js';
import { RiseGuard, type GainingIdentities } from './rise-guard.js';
import { slices } from './slices.js';
import { MAX_NAMED_RULES, missingPermissionsDetails } from './escalation/missing-permissions.js';
import { runInSlices, requestBudget } from './weighing.js';

/** What the caller may do in the project, read inside the transaction. */
export interface FreshAccess extends ProjectAccess {
  /** What weighing may still take in this request. */
  readonly budget: WorkBudget;
  /** All the caller holds that has not ended, what begins later included. */
  readonly held: readonly SourcedRule[];
}

export interface FreshOrgAccess extends OrgAccess {
  readonly budget: WorkBudget;
  readonly held: readonly SourcedRule[];
  readonly now: Date;
}

/** A change of all that somebody holds in a scope. */
export interface HoldingsChange {
  readonly before: readonly SourcedRule[];
  readonly after: readonly SourcedRule[];
}

/**
 * Nobody grants what they do not hold, nor beyond its end (decision 5). Works inside the granting
 * transaction: lock the scope, read the caller's rights anew, weigh, write, raise the epoch.
 */
@Injectable()
export class LockedAccess {
  constructor(
    private readonly repository: HoldingsRepository,
    private readonly sessions: Sessions,
    private readonly rises: RiseGuard,
  ) {}

  /**
   * All changes of who holds what in the project wait for one another here; take it first in the
   * transaction, before any other row. Throws 404 if the project is gone.
   */
  async lockProject(tx: EntityManager, projectId: string): Promise<void> {
    if (!(await this.repository.lockProject(tx, projectId))) throw notFound();
  }

  /**
   * Comes before the lock of a project or organization under which much may be weighed. A caller stands in the queue
   * for it with one request at a time, so that others wait for one of them and not for all. // Decision 448
   */
  queueForLock(tx: EntityManager, actor: Actor, scopeId: string): Promise<void> {
    return this.repository.queue(tx, actor.identityId, scopeId);
  }

  /** Comes after all other locks. Throws 401 if the caller's token was revoked, or has expired, meanwhile. */
  lockCallerSession(tx: EntityManager, actor: Actor): Promise<void> {
    return this.sessions.hold(tx, actor);
  }

  /** The frame of whatever lets identities come to hold more, under the locks of the scope. Throws 409 (F8). */
  changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    rising: GainingIdentities,
    change: () => Promise<T>,
  ): Promise<T> {
    const isStronger = async (identityId: string) =>
      (await this.rulesBeyondCaller(tx, actor, identityId)).length > 0;
    return this.rises.changeHoldings(tx, actor, rising, change, isStronger);
  }

  /** Waits for those who hold the organization, and keeps others from holding it; comes before `lockProject`. */
  async shareOrganization(tx: EntityManager, orgId: string): Promise<void> {
    if (!(await this.repository.shareOrganization(tx, orgId))) throw notFound();
  }

  /** The same for the organization. Of both, the organization comes first. */
  async lockOrganization(tx: EntityManager, orgId: string): Promise<void> {
    if (!(await this.repository.lockOrganization(tx, orgId))) throw notFound();
  }

  /**
   * The caller's rights as committed at this moment, by the database's clock. Under `lockProject`
   * a revocation acknowledged before is seen, and none can come until the commit. Throws 404 or 403
   * as `toProject` does.
   */
  async accessIn(tx: EntityManager, actor: Actor, projectId: string): Promise<FreshAccess> {
    const { orgId, identityId } = actor;
    const found = await this.repository.findScope(tx, orgId, identityId, projectId);
    if (!found) throw await this.refusalOf(tx, orgId, projectId);
    const { identity, ...scope } = found;
    await this.sessions.hold(tx, actor);
    const held = bindRules(await this.rulesOf(tx, projectId, identityId), identity);
    const live = held.filter((rule) => isLiveAt(rule, scope.now));
    const ability = await compile(PROJECT_SUBJECTS, live).prepare(slices());
    return { ...scope, held, budget: requestBudget(actor), ability: noted(ability, projectId) };
  }

  /** The same words and the same statement for another organization's project as for one that does not exist. */
  private async refusalOf(tx: EntityManager, orgId: string, projectId: string): Promise<ApiError> {
    const isOwn = await this.repository.isProjectOf(tx, orgId, projectId);
    return isOwn ? notAMember() : notFound();
  }

  /**
   * The frame of every change of who holds what in the project: lock, the caller's rights, work, epoch.
   * Throws 404 or 403 as `toProject` does, before it locks: nobody holds up a project of others.
   */
  async inProject<T>(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    work: (access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    const { orgId, identityId } = actor;
    if (!(await this.repository.isMember(tx, orgId, identityId, projectId))) {
      throw await this.refusalOf(tx, orgId, projectId);
    }
    await this.queueForLock(tx, actor, projectId);
    await this.lockProject(tx, projectId);
    const result = await work(await this.accessIn(tx, actor, projectId));
    await this.raiseEpoch(tx, projectId);
    return result;
  }

  /** `accessIn` for the organization. Throws 404 if the caller is no longer in it. */
  async orgAccessIn(tx: EntityManager, actor: Actor): Promise<FreshOrgAccess> {
    const { orgId, identityId } = actor;
    const [role] = await this.repository.listOrgHoldings(tx, orgId, [identityId]);
    if (!role) throw notFound();
    const held = bindRules(orgRulesOf(role), role.identity);
    await this.sessions.hold(tx, actor);
    const now = await this.repository.now(tx);
    const ability = await compile(ORG_SUBJECTS, held).prepare(slices());
    return { orgId, held, now, budget: requestBudget(actor), ability: noted(ability, null) };
  }

  /** All that the identity holds in the project and that has not ended, as written: the `before` of a change. */
  async rulesOf(tx: EntityManager, projectId: string, identityId: string): Promise<SourcedRule[]> {
    return (await this.repository.listHoldings(tx, [projectId], [identityId])).flatMap(rulesOf);
  }

  /**
   * Throws 403 with `details.missingPermissions` unless the caller holds all that is granted, for as
   * long as it is granted. `project` is what `accessIn` gave in this transaction, or is read now.
   */
  async requireGrantable(
    tx: EntityManager,
    actor: Actor,
    project: FreshAccess | { readonly id: string },
    grants: Grant | readonly Grant[],
  ): Promise<void> {
    const access = 'held' in project ? project : await this.accessIn(tx, actor, project.id);
    await requireGrants(PROJECT_SUBJECTS, access, grants);
  }

  /** `requireWithin` for what somebody gains when all they hold in the project changes. */
  async requireGainsGrantable(access: FreshAccess, change: HoldingsChange): Promise<void> {
    if (holdsEverything(PROJECT_SUBJECTS, access)) return;
    const grants = await runInSlices(
      gainedGrants(PROJECT_SUBJECTS, change, access.now, access.budget),
    );
    await requireGrants(PROJECT_SUBJECTS, access, grants);
  }

  /** The same for an organization. */
  async requireOrgGainsGrantable(access: FreshOrgAccess, change: HoldingsChange): Promise<void> {
    if (holdsEverything(ORG_SUBJECTS, access)) return;
    const grants = await runInSlices(gainedGrants(ORG_SUBJECTS, change, access.now, access.budget));
    await requireGrants(ORG_SUBJECTS, access, grants);
  }

  /** Throws 403 for what the holders of an organization role gain or lose by its new rules beyond the editor's. */
  async requireOrgRoleEdit(access: FreshOrgAccess, change: HoldingsChange): Promise<void> {
    await this.requireOrgGainsGrantable(access, change);
    if (holdsEverything(ORG_SUBJECTS, access)) return;
    const { held, now, budget } = access;
    const reverse = { before: change.after, after: change.before };
    const lost = await runInSlices(gainedGrants(ORG_SUBJECTS, reverse, now, budget));
    const beyond = await runInSlices(missingForGrants(ORG_SUBJECTS, { held, now }, lost, budget));
    if (beyond.length === 0) return;
    throw permissionDenied(
      'You cannot take rights that you do not hold from the identities that hold the role',
      missingPermissionsDetails(beyond),
    );
  }

  /** Makes every replica compile the project's rules anew at its next request. Comes with every change. */
  raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
    return this.repository.raiseEpoch(tx, projectId);
  }

  /**
   * What the identity holds, or will, that the caller does not hold there and as long: in the
   * organization and in every project (decision 27c). Empty for the caller itself. Locks those
   * scopes until the transaction ends; take `lockOrganization` first.
   */
  async rulesBeyondCaller(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
  ): Promise<readonly Rule[]> {
    if (actor.identityId === identityId) return [];
    const both = await this.lockBoth(tx, actor, identityId);
    return this.weighPlaces(tx, actor, both, { before: null, after: both.other });
  }

  /**
   * What the identity gains by other facts, through rules that speak of them, and the caller does not hold
   * (decision 193). Of the caller itself too. Locks like `isStrongerSomewhere`.
   */
  async rulesGainedByFacts(
    tx: EntityManager,
    actor: Actor,
    after: IdentityFacts,
  ): Promise<readonly Rule[]> {
    const both = await this.lockBoth(tx, actor, after.id);
    return this.weighPlaces(tx, actor, both, { before: both.other, after });
  }

  private async lockBoth(tx: EntityManager, actor: Actor, identityId: string) {
    const { orgId } = actor;
    const both = [actor.identityId, identityId];
    const projects = await this.repository.lockProjectsOf(tx, orgId, identityId);
    const roles = await this.repository.listOrgHoldings(tx, orgId, both);
    const [caller, other] = both.map((id) => factsIn(roles, id));
    if (!caller || !other) throw notFound();
    const now = await this.repository.now(tx);
    return { caller, other, roles, projectIds: projects.map(({ id }) => id), now };
  }

  /**
   * The organization, then some projects at a time, until the budget is used up or enough was found to be
   * named: then the answer is no.
   */
  private async weighPlaces(
    tx: EntityManager,
    actor: Actor,
    both: Both,
    facts: Parameters<typeof missingForFacts>[1],
  ): Promise<readonly Rule[]> {
    const { caller, other, roles, projectIds, now } = both;
    const budget = requestBudget(actor);
    const missing: Rule[] = [];
    const ids = [caller.id, other.id];
    for (let i = 0; i === 0 || i < projectIds.length; i += AT_ONCE) {
      const some = projectIds.slice(i, i + AT_ONCE);
      const holdings = await this.repository.listHoldings(tx, some, ids);
      const [inOrg, ...inProjects] = compareScopes(caller, other, roles, holdings, some);
      for (const place of i === 0 ? [inOrg!, ...inProjects] : inProjects) {
        if (facts.before && !haveTemplates(place.otherHolds)) continue;
        for (const rule of await runInSlices(missingForFacts(place, facts, now, budget)))
          missing.push(rule);
        if (missing.length >= MAX_NAMED_RULES || (budget.steps <= 0 && missing.length > 0))
          return missing;
      }
    }
    return missing;
  }
}

/** The caller, another identity and the places where that one is. */
interface Both {
  readonly caller: IdentityFacts;
  readonly other: IdentityFacts;
  readonly roles: readonly OrgHolding[];
  readonly projectIds: readonly string[];
  readonly now: Date;
}

/** Projects whose rules are in memory together. */
const AT_ONCE = 10;

const factsIn = (roles: readonly OrgHolding[], identityId: string): IdentityFacts | undefined =>
  roles.find(({ identity }) => identity.id === identityId)?.identity;

/** The 403 of decision 5. */
export function cannotGrant(missing: readonly Rule[], budget?: WorkBudget) {
  const isCutShort = budget !== undefined && budget.steps <= 0;
  const message = isCutShort ? `${BEYOND}. ${CUT_SHORT}` : BEYOND;
  return permissionDenied(message, missingPermissionsDetails(missing));
}

const BEYOND = 'You cannot grant more than you hold';
const CUT_SHORT =
  'The rules are too many, or their patterns too complex, to be weighed against yours: what is named was not ' +
  'weighed to the end. Change less at once, or let an administrator do it.';

async function requireGrants(
  table: SubjectTable,
  access: Pick<FreshOrgAccess, 'held' | 'now' | 'budget'>,
  grants: Grant | readonly Grant[],
): Promise<void> {
  const list = 'granted' in grants ? [grants] : grants;
  const missing = await runInSlices(missingForGrants(table, access, list, access.budget));
  if (missing.length > 0) throw cannotGrant(missing, access.budget);
}
