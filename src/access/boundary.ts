import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Sessions } from '../auth/sessions.js';
import { notFound, permissionDenied } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';
import { type IdentityFacts, boundRules, speakOfIdentity } from '../permissions/templates.js';
import { noted } from './access-notes.js';
import type { OrgAccess, ProjectAccess } from './access.service.js';
import { BoundaryRepository, type OrgHolding } from './boundary.repository.js';
import { type Grant, beyond, growth, isLiveAt } from './growth.js';
import { rulesOf } from './held-rules.js';
import { excess, orgRulesOf, placesOf } from './places.js';
import { RiseGuard, type RiseScope } from './rise-guard.js';

/** What the caller may do in the project, read inside the transaction. */
export interface FreshAccess extends ProjectAccess {
  /** All the caller holds that has not ended, what begins later included. */
  readonly held: readonly SourcedRule[];
}

export interface FreshOrgAccess extends OrgAccess {
  readonly held: readonly SourcedRule[];
  readonly now: Date;
}

/** A change of all that somebody holds in a scope. */
export interface Change {
  readonly before: readonly SourcedRule[];
  readonly after: readonly SourcedRule[];
}

/**
 * Nobody grants what they do not hold, nor beyond its end (decision 5). Works inside the granting
 * transaction: lock the scope, read the caller's rights anew, weigh, write, raise the epoch.
 */
@Injectable()
export class Boundary {
  constructor(
    private readonly repository: BoundaryRepository,
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

  /** Comes after all other locks. Throws 401 if the caller's token was revoked, or has expired, meanwhile. */
  holdCaller(tx: EntityManager, actor: Actor): Promise<void> {
    return this.sessions.hold(tx, actor);
  }

  /** The frame of whatever lets identities come to hold more, under the locks of the scope. Throws 409 (F8). */
  changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    rising: { readonly identityIds: readonly string[]; readonly scope: RiseScope },
    change: () => Promise<T>,
  ): Promise<T> {
    return this.rises.guard(tx, actor, rising, change);
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
   * a revocation acknowledged before is seen, and none can come until the commit. Throws 404 as
   * `toProject` does.
   */
  async accessIn(tx: EntityManager, actor: Actor, projectId: string): Promise<FreshAccess> {
    const { orgId, identityId } = actor;
    const found = await this.repository.findScope(tx, orgId, identityId, projectId);
    if (!found) throw notFound();
    const { identity, ...scope } = found;
    await this.sessions.hold(tx, actor);
    const held = boundRules(await this.rulesOf(tx, projectId, identityId), identity);
    const live = held.filter((rule) => isLiveAt(rule, scope.now));
    const ability = compile(PROJECT_SUBJECTS, live);
    return { ...scope, held, ability: noted(ability, projectId) };
  }

  /**
   * The frame of every change of who holds what in the project: lock, the caller's rights, work, epoch.
   * Throws 404 as `toProject` does, before it locks: nobody holds up a project of others.
   */
  async inProject<T>(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    work: (access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    const { orgId, identityId } = actor;
    if (!(await this.repository.isMember(tx, orgId, identityId, projectId))) throw notFound();
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
    const held = boundRules(orgRulesOf(role), role.identity);
    await this.sessions.hold(tx, actor);
    const now = await this.repository.now(tx);
    const ability = compile(ORG_SUBJECTS, held);
    return { orgId, held, now, ability: noted(ability, null) };
  }

  /** All that the identity holds in the project and that has not ended, as written: the `before` of a change. */
  async rulesOf(tx: EntityManager, projectId: string, identityId: string): Promise<SourcedRule[]> {
    return (await this.repository.listHoldings(tx, [projectId], [identityId])).flatMap(rulesOf);
  }

  /**
   * Throws 403 with `details.missingPermissions` unless the caller holds all that is granted, for as
   * long as it is granted. `project` is what `accessIn` gave in this transaction, or is read now.
   */
  async requireWithin(
    tx: EntityManager,
    actor: Actor,
    project: FreshAccess | { readonly id: string },
    grants: Grant | readonly Grant[],
  ): Promise<void> {
    const access = 'held' in project ? project : await this.accessIn(tx, actor, project.id);
    requireGrants(PROJECT_SUBJECTS, access, grants);
  }

  /** `requireWithin` for what somebody gains when all they hold in the project changes. */
  requireChangeWithin(access: FreshAccess, { before, after }: Change): void {
    const grants = growth(PROJECT_SUBJECTS, before, after, access.now);
    requireGrants(PROJECT_SUBJECTS, access, grants);
  }

  /** The same for an organization. */
  requireOrgChangeWithin(access: FreshOrgAccess, { before, after }: Change): void {
    const grants = growth(ORG_SUBJECTS, before, after, access.now);
    requireGrants(ORG_SUBJECTS, access, grants);
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
  async isStrongerSomewhere(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
  ): Promise<readonly Rule[]> {
    if (actor.identityId === identityId) return [];
    const { places, other, now } = await this.placesWith(tx, actor, identityId);
    const stepping = { before: null, after: other };
    return places.flatMap((place) => excess(place, stepping, now));
  }

  /**
   * What the identity gains by other facts, through rules that speak of them, and the caller does not hold
   * (decision 193). Of the caller itself too. Locks like `isStrongerSomewhere`.
   */
  async gainedByFacts(
    tx: EntityManager,
    actor: Actor,
    after: IdentityFacts,
  ): Promise<readonly Rule[]> {
    const { places, other, now } = await this.placesWith(tx, actor, after.id);
    const touched = places.filter(({ others }) => speakOfIdentity(others));
    return touched.flatMap((place) => excess(place, { before: other, after }, now));
  }

  private async placesWith(tx: EntityManager, actor: Actor, identityId: string) {
    const { orgId } = actor;
    const both = [actor.identityId, identityId];
    const projects = await this.repository.lockProjectsOf(tx, orgId, identityId);
    const ids = projects.map(({ id }) => id);
    const holdings = await this.repository.listHoldings(tx, ids, both);
    const roles = await this.repository.listOrgHoldings(tx, orgId, both);
    const [caller, other] = both.map((id) => factsIn(roles, id));
    if (!caller || !other) throw notFound();
    const now = await this.repository.now(tx);
    return { places: placesOf(caller, other, roles, holdings, ids), other, now };
  }
}

const factsIn = (roles: readonly OrgHolding[], identityId: string): IdentityFacts | undefined =>
  roles.find(({ identity }) => identity.id === identityId)?.identity;

/** The 403 of decision 5. */
export function beyondBoundary(missing: readonly Rule[]) {
  const distinct = new Map(missing.map((rule) => [JSON.stringify(rule), rule]));
  return permissionDenied('You cannot grant more than you hold', {
    missingPermissions: [...distinct.values()],
  });
}

function requireGrants(
  table: SubjectTable,
  { held, now }: Pick<FreshOrgAccess, 'held' | 'now'>,
  grants: Grant | readonly Grant[],
): void {
  const list = 'granted' in grants ? [grants] : grants;
  const missing = beyond(table, held, list, now);
  if (missing.length > 0) throw beyondBoundary(missing);
}
