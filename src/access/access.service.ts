import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Actor, type ContentActor, holderIdOf } from '../auth/actor.js';
import { loginKeyOf } from '../auth/login-facts.js';
import type {
  PrefetchedProject,
  ProjectKey,
  ProjectNow,
  ProjectScope,
} from '../auth/prefetched-project.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { type ApiError, badRequest, notAMember, notFound } from '../errors/api-error.js';
import { Ability, compile } from '../permissions/ability.js';
import { ORG_SUBJECTS, type OrgSubjects } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import type { SourcedRule } from '../permissions/rule.js';
import { haveTemplates } from '../permissions/templates.js';
import { AccessRepository } from './access.repository.js';
import { CompiledRights } from './compiled-rights.js';
import { edgesAfter, isLiveAt, liveRules, orgRulesOf, rulesOf } from './held-rules.js';
import { slices } from './slices.js';
import { limitedTo } from './service-token-rules.js';
import { recordScope } from './touched-scopes.js';
import { ResponseStateVersions } from './response-state-version.js';

/** The project a request is about, and what the caller may do in it. */
export interface ProjectAccess extends ProjectScope {
  readonly ability: Ability<ProjectSubjects>;
  /** When a right begins or ends by itself, in milliseconds; infinite if none does. */
  readonly rightsUntil?: number;
  /** Whether the caller reaches some folders alone, and may not know of others: a service token. */
  readonly isScoped: boolean;
}

export interface OrgAccess {
  readonly orgId: string;
  readonly ability: Ability<OrgSubjects>;
}

/** Rules as compiled at one moment, and the span of time in which they stay the same. */
interface CompiledRules {
  readonly ability: Ability<ProjectSubjects>;
  readonly sameFrom: number;
  readonly sameUntil: number;
}

/** What somebody may do from a moment to come on. */
export interface ComingAbility {
  readonly from: Date;
  readonly ability: Ability<ProjectSubjects>;
}

/** How many changes to come are looked at. */
const MAX_COMING = 100;

/** By whose memberships and roles a caller goes. */
type Holder = Pick<Actor, 'orgId' | 'callerId'> & Partial<Pick<Actor, 'claims'>>;

export const rightsHolderOf = (actor: ContentActor): Holder =>
  actor.kind === 'service-token' ? { orgId: actor.orgId, callerId: holderIdOf(actor) } : actor;

const askedOf = (actor: ContentActor): PrefetchedProject | undefined =>
  actor.kind === 'service-token' ? undefined : actor.asked;

/** Whether the caller is a service token of another project, whatever its maker is a member of. */
export const isElsewhere = (actor: ContentActor, { id }: Pick<ProjectScope, 'id'>): boolean =>
  actor.kind === 'service-token' && actor.projectId !== id;

const CACHED = 10_000;
/** Bytes, about: the rules of one tenant must not take the memory of all. */
const MAX_WEIGHT = 128 * 1024 * 1024;

/** What the caller may do, here and now. Compiled rules are cached under the epoch of their scope. */
@Injectable()
export class AccessService {
  private readonly orgAbilities = new LRUCache<string, Ability<OrgSubjects>>({
    max: CACHED,
    maxSize: MAX_WEIGHT,
    sizeCalculation: ({ estimatedBytes }) => estimatedBytes,
  });
  private readonly projectRules = new LRUCache<string, CompiledRules>({
    max: CACHED,
    maxSize: MAX_WEIGHT,
    sizeCalculation: ({ ability }) => ability.estimatedBytes,
  });
  /** How each request found its project. */
  readonly responseStates = new ResponseStateVersions();

  constructor(
    private readonly repository: AccessRepository,
    private readonly database: Database,
    private readonly compiled: CompiledRights,
  ) {
    database.onHistoryChange(() => {
      this.orgAbilities.clear();
      this.projectRules.clear();
    });
  }

  async toOrganization(actor: Actor): Promise<OrgAccess> {
    const { orgId, callerId, orgRole, orgRoleId, orgEpoch, isInGroups } = actor;
    const ofRole = `${orgId} ${orgRoleId ?? orgRole} ${orgEpoch}`;
    const ofHolder = isInGroups ? `${ofRole} ${callerId}` : ofRole;
    const ofLogin = `${ofRole} ${callerId} ${loginKeyOf(actor)}`;
    let ability = this.orgAbilities.get(ofHolder) ?? this.orgAbilities.get(ofLogin);
    if (!ability) {
      const rules = await this.orgRules(actor);
      const compiled = compile(ORG_SUBJECTS, await this.repository.bind(rules, actor));
      const key = haveTemplates(rules) ? ofLogin : ofHolder;
      this.database.afterRequestCommit(() => this.orgAbilities.set(key, compiled));
      ability = compiled;
    }
    recordScope(actor, null, ability.rules);
    return { orgId, ability };
  }

  /**
   * Throws 404 unless the project is in the caller's organization, 403 unless the caller is its member. `found`: what
   * was asked for together with something else; another project than that of the key is not used.
   */
  async toProject(
    actor: ContentActor,
    key: ProjectKey,
    found: PrefetchedProject | undefined = askedOf(actor),
  ): Promise<ProjectAccess> {
    if (key.id !== undefined && !isUuid(key.id)) throw notFound();
    const asked = found?.take(key);
    const scope = asked ?? (await this.repository.findProject(rightsHolderOf(actor), key));
    if (!scope) throw await this.refusalOf(actor.orgId, key);
    if (isElsewhere(actor, scope)) throw notAMember();
    const { ability: held, sameUntil } = await this.rulesIn(scope, rightsHolderOf(actor));
    const ability = limitedTo(actor, held);
    const end = actor.kind === 'service-token' ? actor.expiresAt.getTime() : Infinity;
    const rightsUntil = Math.min(sameUntil, end);
    this.note(actor, scope, rightsUntil);
    recordScope(actor, scope.id, ability.rules);
    return { ...scope, ability, rightsUntil, isScoped: actor.kind === 'service-token' };
  }

  /**
   * What the caller may do from each of the coming moments on at which a right begins or ends by itself, in their
   * order; the first hundred.
   */
  async *comingAbilities(
    actor: Actor,
    { id, now, rightsUntil }: ProjectAccess,
  ): AsyncGenerator<ComingAbility> {
    if (rightsUntil === Infinity) return;
    const holdings = await this.repository.listHoldings(id, actor.callerId);
    const rules = await this.repository.bind(holdings.flatMap(rulesOf), actor);
    for (const from of edgesAfter(holdings, now).slice(0, MAX_COMING)) {
      const live = rules.filter((rule) => isLiveAt(rule, from));
      yield { from, ability: await Ability.inSlices(PROJECT_SUBJECTS, live, slices()) };
    }
  }

  /**
   * The project named by id, by slug, or by both, which must then agree.
   * Throws 400 for neither and for two that differ, 404 as `toProject` does.
   */
  async toNamedProject(
    actor: ContentActor,
    id?: string,
    slug?: string,
    found?: PrefetchedProject,
  ): Promise<ProjectAccess> {
    if (id === undefined && slug === undefined) {
      throw badRequest(
        'missing-field',
        'Name the project by its id: projectId (in v3 workspaceId). Its slug (projectSlug) is taken by v3 and privileges, not by v4, folders and imports.',
      );
    }
    const project = await this.toProject(
      actor,
      id !== undefined ? { id } : { slug: slug ?? '' },
      found,
    );
    if (id !== undefined && slug !== undefined && slug !== project.slug) {
      throw badRequest(
        'contradictory-fields',
        'workspaceId and projectSlug name different projects.',
      );
    }
    return project;
  }

  /** Asks the same of the database for another organization's project as for one that does not exist. */
  private async refusalOf(orgId: string, key: ProjectKey): Promise<ApiError> {
    const isOwn = await this.repository.isProjectOf(orgId, key);
    return isOwn ? notAMember() : notFound();
  }

  private note({ request }: ContentActor, scope: ProjectNow, rightsUntil: number): void {
    const { id: projectId, slug, membershipId, epoch, head, now, personalStamp = null } = scope;
    const of = { projectId, slug, membershipId, epoch, head, personalStamp };
    const state = { ...of, at: now.getTime(), rightsUntil };
    this.responseStates.record(request, state);
  }

  private async rulesIn(scope: ProjectScope, holder: Holder): Promise<CompiledRules> {
    const ofHolder = `${scope.id} ${holder.callerId} ${scope.epoch}`;
    const ofLogin = `${ofHolder} ${loginKeyOf(holder)}`;
    const now = scope.now.getTime();
    for (const key of [ofHolder, ofLogin]) {
      const cached = this.projectRules.get(key);
      if (cached && cached.sameFrom <= now && now < cached.sameUntil) return cached;
    }
    const holdings = await this.repository.listHoldings(scope.id, holder.callerId);
    const { rules, holdings: live, sameFrom, sameUntil } = liveRules(holdings, now);
    const bound = await this.repository.bind(rules, holder);
    const ability = await this.compiled.of(live, bound);
    const compiled = { ability, sameFrom, sameUntil };
    const key = haveTemplates(rules) ? ofLogin : ofHolder;
    this.database.afterRequestCommit(() => this.projectRules.set(key, compiled));
    return compiled;
  }

  private async orgRules(actor: Actor): Promise<SourcedRule[]> {
    const { orgId, callerId, isInGroups } = actor;
    const own = await this.ownOrgRules(actor);
    if (!isInGroups) return own;
    return own.concat((await this.repository.listGroupRoles(orgId, callerId)).flatMap(orgRulesOf));
  }

  private async ownOrgRules({ orgId, orgRole, orgRoleId }: Actor): Promise<SourcedRule[]> {
    if (orgRoleId === null) return orgRulesOf({ id: null, slug: orgRole, permissions: null });
    const role = await this.repository.findOrgRole(orgId, orgRoleId);
    return role ? orgRulesOf({ ...role, id: orgRoleId }) : [];
  }
}
