import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, type AnyActor, type ContentActor, holderIdOf } from '../auth/actor.js';
import { loginFactsOf } from '../auth/login-facts.js';
import type { ProjectKey } from '../auth/prefetched-project.js';
import { Sessions } from '../auth/sessions.js';
import { type BoundStatement, Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { type ApiError, notAMember, notFound } from '../errors/api-error.js';
import { Ability } from '../permissions/ability.js';
import { ORG_SUBJECTS, type OrgSubjects } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import type { SourcedRule } from '../permissions/rule.js';
import { bindRules } from '../permissions/templates.js';
import {
  rightsHolderOf,
  isElsewhere,
  type OrgAccess,
  type ProjectAccess,
} from './access.service.js';
import { raiseEpoch } from './epoch.js';
import { CompiledRights } from './compiled-rights.js';
import { administersForGood, LastAdmin } from './escalation/last-admin.js';
import { isHeldAt, isLiveAt, orgRulesOfHolder, rulesOf } from './held-rules.js';
import {
  type HoldingInProject,
  HoldingsRepository,
  holdingsOf,
  listHoldings,
  lockingProject,
  queueing,
  type LockedProjectScope,
  scopeOf,
} from './holdings.repository.js';
import { limitedTo } from './service-token-rules.js';
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

/** Facts about a change of who holds what in a project. */
interface ChangeFacts {
  /** The caller has queued for all that it locks. */
  readonly isQueued?: boolean;
  /** The change takes nothing from the caller, who stays the administrator that they were. */
  readonly sparesCaller?: boolean;
  /** What the change reads first of all, under the lock: it takes no round trip of its own. */
  readonly reads?: readonly BoundStatement[];
}

/** The rows of each statement that a change reads first. */
export type RowsRead = readonly (readonly object[])[];

type ChangeWork<T> = (access: FreshAccess, read: RowsRead) => Promise<T>;

interface ProjectChange<T> extends ChangeFacts {
  readonly work: ChangeWork<T>;
}

/**
 * Locks a scope and reads the caller's rights under the lock. The order of locks is always the same: the queue, the
 * organization, the project, other rows, the caller's session. `test/support/lock-order.ts` holds every test to it.
 */
@Injectable()
export class LockedAccess {
  constructor(
    private readonly holdings: HoldingsRepository,
    private readonly sessions: Sessions,
    private readonly lastAdmin: LastAdmin,
    private readonly database: Database,
    private readonly compiled: CompiledRights,
  ) {}

  /**
   * All changes of who holds what in the project wait for one another here; take it first in the
   * transaction, before any other row. Throws 404 if the project is gone.
   */
  async lockProject(tx: EntityManager, projectId: string): Promise<void> {
    if (!(await this.holdings.lockProject(tx, projectId))) throw notFound();
  }

  /** Locks the caller's organization, for which one request of the caller at a time waits. Throws 404 if it is gone. */
  async lockOrganizationOf(tx: EntityManager, actor: AnyActor): Promise<void> {
    await this.queueForLock(tx, actor, actor.orgId);
    await this.lockOrganization(tx, actor.orgId);
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
  queueForLock(tx: EntityManager, actor: AnyActor, scopeId: string): Promise<void> {
    return this.holdings.queue(tx, actor.callerId, scopeId);
  }

  /** Comes after `queueForLock`, for who changes one thing that many may change: one of them at a time waits for the lock. */
  queueForThing(tx: EntityManager, thingId: string, scopeId: string): Promise<void> {
    return this.holdings.queue(tx, thingId, scopeId);
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
  async accessIn(tx: EntityManager, actor: ContentActor, projectId: string): Promise<FreshAccess> {
    const rows = await this.database.together(tx, this.reading(actor, projectId));
    return this.accessFrom(tx, actor, projectId, rows);
  }

  private reading(actor: ContentActor, projectId: string): BoundStatement[] {
    const holderId = holderIdOf(actor);
    const holding = this.sessions.holding(actor);
    return [scopeOf(actor.orgId, holderId, projectId), ...holding, holdingsOf(projectId, holderId)];
  }

  /** `rows`: those of the statements of `reading`. */
  private async accessFrom(
    tx: EntityManager,
    actor: ContentActor,
    projectId: string,
    [scopes, , sessions, holdings]: readonly (readonly object[])[],
  ): Promise<FreshAccess> {
    // Before the scope: who was deleted meanwhile is in none.
    this.sessions.requireHeld(tx, actor, sessions!);
    const found = scopes![0] as LockedProjectScope | undefined;
    if (!found) throw await this.refusalOf(tx, actor.orgId, { id: projectId });
    if (isElsewhere(actor, found)) throw notAMember();
    const { holder, ...scope } = found;
    const all = holdings as readonly HoldingInProject[];
    const liveHoldings = all.filter((each) => isHeldAt(each, scope.now));
    const rules = all.flatMap(rulesOf);
    // What a login proves is not held for good: `held` leaves it open, so that nobody hands it on.
    const held = bindRules(rules, holder);
    const auth = loginFactsOf(rightsHolderOf(actor));
    const live = bindRules(rules, { ...holder, auth }).filter((rule) => isLiveAt(rule, scope.now));
    const ability = await this.compiled.of(liveHoldings, live);
    const isScoped = actor.kind === 'service-token';
    recordScope(actor, projectId, live);
    return {
      ...scope,
      table: PROJECT_SUBJECTS,
      // A service token opens nothing to others: it counts as holding nothing that it could hand on.
      held: isScoped ? [] : held,
      isScoped,
      budget: requestBudget(actor),
      attributeBudget: requestBudget(actor, 'attributes'),
      ability: limitedTo(actor, ability),
    };
  }

  /**
   * `accessIn` for a member who is not calling: without a session, and without what a login would prove. Null for who is no
   * member, and for a person who is deactivated or was only invited.
   */
  async accessOfMember(
    tx: EntityManager,
    { orgId, holderId }: { readonly orgId: string; readonly holderId: string },
    projectId: string,
  ): Promise<FreshAccess | null> {
    if (!(await this.holdings.isLiving(tx, orgId, holderId))) return null;
    const [scopes, holdings] = await this.database.together(tx, [
      scopeOf(orgId, holderId, projectId),
      holdingsOf(projectId, holderId),
    ]);
    const found = scopes![0] as LockedProjectScope | undefined;
    if (!found) return null;
    const { holder, ...scope } = found;
    const rules = (holdings as readonly HoldingInProject[]).flatMap(rulesOf);
    const proved = bindRules(rules, { ...holder, auth: loginFactsOf({}) });
    const live = proved.filter((rule) => isLiveAt(rule, scope.now));
    return {
      ...scope,
      table: PROJECT_SUBJECTS,
      held: bindRules(rules, holder),
      isScoped: false,
      budget: requestBudget({}),
      attributeBudget: requestBudget({}, 'attributes'),
      ability: await Ability.inSlices(PROJECT_SUBJECTS, live, slices()),
    };
  }

  /** Another organization's project is refused in the words, and by the statement, of one that does not exist. */
  private async refusalOf(tx: EntityManager, orgId: string, key: ProjectKey): Promise<ApiError> {
    return (await this.holdings.isProjectOf(tx, orgId, key)) ? notAMember() : notFound();
  }

  /** `accessIn` for the organization. Throws 404 if the caller is no longer in it. */
  async orgAccessIn(tx: EntityManager, actor: Actor): Promise<FreshOrgAccess> {
    const { orgId, callerId } = actor;
    const [holding] = await this.holdings.listOrgHoldings(tx, orgId, [callerId]);
    if (!holding) throw notFound();
    const rules = orgRulesOfHolder(holding);
    const held = bindRules(rules, holding.holder);
    await this.sessions.hold(tx, actor);
    const now = await this.holdings.now(tx);
    const live = bindRules(rules, { ...holding.holder, auth: loginFactsOf(actor) });
    const ability = await Ability.inSlices(ORG_SUBJECTS, live, slices());
    recordScope(actor, null, live);
    return { orgId, table: ORG_SUBJECTS, held, now, budget: requestBudget(actor), ability };
  }

  /**
   * Every change of who holds what in a project: does `work` under the lock of the project, with the caller's rights
   * read there, and raises the epoch. Throws 404 as `AccessService.toProject` does, before it locks: nobody holds up a
   * project of others. Throws 409 where the project would lose its last lasting administrator.
   */
  changeProject<T>(
    tx: EntityManager,
    actor: Actor,
    key: ProjectKey,
    work: ChangeWork<T>,
    facts: Omit<ChangeFacts, 'isQueued'> = {},
  ): Promise<T> {
    return this.change(tx, actor, key, { ...facts, work });
  }

  /**
   * `changeProject` in a transaction that has the lock of the organization, and that the caller queued for. It does not
   * queue for the project: who is first in that queue may be waiting for the organization.
   */
  changeProjectIn<T>(
    tx: EntityManager,
    actor: Actor,
    key: ProjectKey,
    work: (access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.change(tx, actor, key, { isQueued: true, work });
  }

  private async change<T>(
    tx: EntityManager,
    actor: Actor,
    key: ProjectKey,
    { isQueued = false, sparesCaller = false, reads = [], work }: ProjectChange<T>,
  ): Promise<T> {
    const { orgId, callerId } = actor;
    const projectId = await this.findId(tx, actor, key);
    if (projectId === null) throw await this.refusalOf(tx, orgId, key);
    const member = { orgId, holderId: callerId, projectId };
    const rows = await this.database.together(tx, [
      ...(isQueued ? [] : [queueing(member)]),
      lockingProject(member),
      ...this.reading(actor, projectId),
      ...reads,
    ]);
    const [locked, ...others] = isQueued ? rows : rows.slice(1);
    if (locked!.length === 0) throw await this.refusalOf(tx, orgId, key);
    const ofCaller = others.slice(0, others.length - reads.length);
    const access = await this.accessFrom(tx, actor, projectId, ofCaller);
    const isUnrestricted = administersForGood(ofCaller.at(-1) as readonly HoldingInProject[]);
    const doWork = () => work(access, others.slice(ofCaller.length));
    const caller = { callerId, projectId, isUnrestricted };
    const result =
      isUnrestricted && sparesCaller
        ? await doWork()
        : await this.lastAdmin.keepDuring(tx, caller, doWork);
    await this.raiseEpoch(tx, projectId);
    return result;
  }

  /** Null for a slug that is no project of the caller's; an id is looked up by the statement that locks. */
  private async findId(tx: EntityManager, actor: Actor, key: ProjectKey): Promise<string | null> {
    const { id, slug } = key;
    if (id !== undefined) return isUuid(id) ? id : null;
    return this.holdings.findProjectId(tx, actor.orgId, actor.callerId, slug ?? '');
  }

  /** All that the holder holds in the project, by itself and by groups, and that has not ended, with its templates: the `before` of a change. */
  async rulesOf(tx: EntityManager, projectId: string, holderId: string): Promise<SourcedRule[]> {
    return (await listHoldings(tx, [projectId], [holderId])).flatMap(rulesOf);
  }

  /** Makes every replica compile the project's rules anew at its next request. Comes with every change. */
  raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
    return raiseEpoch(tx, projectId);
  }
}
