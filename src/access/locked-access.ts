import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import type { ProjectKey } from '../auth/prefetched-project.js';
import { Sessions } from '../auth/sessions.js';
import { type BoundStatement, Database } from '../database/database.js';
import { type ApiError, notAMember, notFound } from '../errors/api-error.js';
import { Ability } from '../permissions/ability.js';
import { ORG_SUBJECTS, type OrgSubjects } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import type { SourcedRule } from '../permissions/rule.js';
import { bindRules } from '../permissions/templates.js';
import type { OrgAccess, ProjectAccess } from './access.service.js';
import { raiseEpoch } from './epoch.js';
import { LastAdmin } from './escalation/last-admin.js';
import { isLiveAt, orgRulesOf, rulesOf } from './held-rules.js';
import {
  type HoldingInProject,
  HoldingsRepository,
  holdingsOf,
  listHoldings,
  lockingProject,
  type LockedProjectScope,
  scopeOf,
} from './holdings.repository.js';
import { slices } from './slices.js';
import { recordScope } from './touched-scopes.js';
import { type RequestBudget, requestBudget } from './work-budget.js';

/** What a caller holds in a scope, as committed when the transaction read it. */
interface FreshHoldings<Table> {
  /** The subjects of the scope. */
  readonly table: Table;
  /** All that the caller holds and that has not ended, what begins later included. */
  readonly held: readonly SourcedRule[];
  /** The database's clock. */
  readonly now: Date;
  /** Work that this request may still put into comparing rules. */
  readonly budget: RequestBudget;
}

/** What the caller may do in the project, read inside the transaction. */
export interface FreshAccess extends ProjectAccess, FreshHoldings<ProjectSubjects> {
  /** Work that this request may still put into comparing names, paths and tags. */
  readonly attributeBudget: RequestBudget;
}

/** What the caller may do in the organization, read inside the transaction. */
export interface FreshOrgAccess extends OrgAccess, FreshHoldings<OrgSubjects> {}

/**
 * Locks a scope and reads the caller's rights under the lock. The order of locks is always the same: the queue, the
 * organization, the project, other rows, the caller's session.
 */
@Injectable()
export class LockedAccess {
  constructor(
    private readonly holdings: HoldingsRepository,
    private readonly sessions: Sessions,
    private readonly lastAdmin: LastAdmin,
    private readonly database: Database,
  ) {}

  /**
   * All changes of who holds what in the project wait for one another here; take it first in the
   * transaction, before any other row. Throws 404 if the project is gone.
   */
  async lockProject(tx: EntityManager, projectId: string): Promise<void> {
    if (!(await this.holdings.lockProject(tx, projectId))) throw notFound();
  }

  /** Locks the organization, before any project of it. Throws 404 if it is gone. */
  async lockOrganization(tx: EntityManager, orgId: string): Promise<void> {
    if (!(await this.holdings.lockOrganization(tx, orgId))) throw notFound();
  }

  /** Waits for those who lock the organization, and keeps others from locking it; comes before `lockProject`. */
  async shareOrganization(tx: EntityManager, orgId: string): Promise<void> {
    if (!(await this.holdings.shareOrganization(tx, orgId))) throw notFound();
  }

  /**
   * Comes before the lock of a scope under which much may be compared. One request of a caller at a time waits for
   * that lock, so that others wait for one of them and not for all.
   */
  queueForLock(tx: EntityManager, actor: Actor, scopeId: string): Promise<void> {
    return this.holdings.queue(tx, actor.identityId, scopeId);
  }

  /** Comes after all other locks. Throws 401 if the caller's token was revoked, or has expired, meanwhile. */
  lockCallerSession(tx: EntityManager, actor: Actor): Promise<void> {
    return this.sessions.hold(tx, actor);
  }

  /**
   * The caller's rights as committed at this moment, by the database's clock. Under `lockProject`
   * a revocation acknowledged before is seen, and none can come until the commit. Throws 404 as
   * `AccessService.toProject` does.
   */
  async accessIn(tx: EntityManager, actor: Actor, projectId: string): Promise<FreshAccess> {
    const rows = await this.database.together(tx, this.reading(actor, projectId));
    return this.accessFrom(tx, actor, projectId, rows);
  }

  private reading(actor: Actor, projectId: string): BoundStatement[] {
    const { orgId, identityId } = actor;
    const holding = this.sessions.holding(actor);
    return [scopeOf(orgId, identityId, projectId), ...holding, holdingsOf(projectId, identityId)];
  }

  /** `rows`: those of the statements of `reading`. */
  private async accessFrom(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    [scopes, , sessions, holdings]: readonly (readonly object[])[],
  ): Promise<FreshAccess> {
    const found = scopes![0] as LockedProjectScope | undefined;
    if (!found) throw await this.refusalOf(tx, actor.orgId, { id: projectId });
    this.sessions.requireLive(actor, sessions!);
    const { identity, ...scope } = found;
    const held = bindRules((holdings as readonly HoldingInProject[]).flatMap(rulesOf), identity);
    const live = held.filter((rule) => isLiveAt(rule, scope.now));
    const ability = await Ability.inSlices(PROJECT_SUBJECTS, live, slices());
    recordScope(actor, projectId, live);
    return {
      ...scope,
      table: PROJECT_SUBJECTS,
      held,
      budget: requestBudget(actor),
      attributeBudget: requestBudget(actor, 'attributes'),
      ability,
    };
  }

  /** Another organization's project is refused in the words, and by the statement, of one that does not exist. */
  private async refusalOf(tx: EntityManager, orgId: string, key: ProjectKey): Promise<ApiError> {
    return (await this.holdings.isProjectOf(tx, orgId, key)) ? notAMember() : notFound();
  }

  /** `accessIn` for the organization. Throws 404 if the caller is no longer in it. */
  async orgAccessIn(tx: EntityManager, actor: Actor): Promise<FreshOrgAccess> {
    const { orgId, identityId } = actor;
    const [role] = await this.holdings.listOrgHoldings(tx, orgId, [identityId]);
    if (!role) throw notFound();
    const held = bindRules(orgRulesOf(role), role.identity);
    await this.sessions.hold(tx, actor);
    const now = await this.holdings.now(tx);
    const ability = await Ability.inSlices(ORG_SUBJECTS, held, slices());
    recordScope(actor, null, held);
    return { orgId, table: ORG_SUBJECTS, held, now, budget: requestBudget(actor), ability };
  }

  /**
   * Every change of who holds what in a project: does `work` under the lock of the project, with the caller's rights
   * read there, and raises the epoch. Throws 404 as `AccessService.toProject` does, before it locks: nobody holds up a
   * project of others. Throws 409 where the project would lose its last lasting administrator.
   */
  async changeProject<T>(
    tx: EntityManager,
    actor: Actor,
    key: ProjectKey,
    work: (access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    const { orgId, identityId } = actor;
    const projectId = await this.holdings.findProjectId(tx, orgId, identityId, key);
    if (!projectId) throw await this.refusalOf(tx, orgId, key);
    const [, locked, ...rows] = await this.database.together(tx, [
      ...lockingProject(identityId, projectId),
      ...this.reading(actor, projectId),
      this.lastAdmin.statementOf(projectId, identityId),
    ]);
    if (locked!.length === 0) throw notFound();
    const access = await this.accessFrom(tx, actor, projectId, rows);
    const isUnrestricted = rows.at(-1)!.length > 0;
    const caller = { callerId: identityId, projectId, isUnrestricted };
    const result = await this.lastAdmin.keepDuring(tx, caller, () => work(access));
    await this.raiseEpoch(tx, projectId);
    return result;
  }

  /** All that the identity holds in the project and that has not ended, with its templates: the `before` of a change. */
  async rulesOf(tx: EntityManager, projectId: string, identityId: string): Promise<SourcedRule[]> {
    return (await listHoldings(tx, [projectId], [identityId])).flatMap(rulesOf);
  }

  /** Makes every replica compile the project's rules anew at its next request. Comes with every change. */
  raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
    return raiseEpoch(tx, projectId);
  }
}
