import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../auth/actor.js';
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
import { liveRules, orgRulesOf } from './held-rules.js';
import { slices } from './slices.js';
import { recordScope } from './touched-scopes.js';
import { ResponseStateVersions } from './response-state-version.js';

export type { ProjectKey };

/** The project a request is about, and what the caller may do in it. */
export interface ProjectAccess extends ProjectScope {
  readonly ability: Ability<ProjectSubjects>;
  /** When a right begins or ends by itself, in milliseconds; infinite if none does. */
  readonly rightsUntil?: number;
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
  ) {
    database.onHistoryChange(() => {
      this.orgAbilities.clear();
      this.projectRules.clear();
    });
  }

  async toOrganization(actor: Actor): Promise<OrgAccess> {
    const { orgId, identityId, orgRole, orgRoleId, orgEpoch } = actor;
    const ofRole = `${orgId} ${orgRoleId ?? orgRole} ${orgEpoch}`;
    const ofIdentity = `${ofRole} ${identityId}`;
    let ability = this.orgAbilities.get(ofRole) ?? this.orgAbilities.get(ofIdentity);
    if (!ability) {
      const rules = await this.orgRules(actor);
      const compiled = compile(ORG_SUBJECTS, await this.repository.bind(rules, identityId));
      const key = haveTemplates(rules) ? ofIdentity : ofRole;
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
    actor: Actor,
    key: ProjectKey,
    found: PrefetchedProject | undefined = actor.asked,
  ): Promise<ProjectAccess> {
    if (key.id !== undefined && !isUuid(key.id)) throw notFound();
    const asked = found?.take(key);
    const scope = asked ?? (await this.repository.findProject(actor.orgId, actor.identityId, key));
    if (!scope) throw await this.refusalOf(actor.orgId, key);
    const { ability, sameUntil } = await this.rulesIn(scope, actor.identityId);
    this.note(actor, scope, sameUntil);
    recordScope(actor, scope.id, ability.rules);
    return { ...scope, ability, rightsUntil: sameUntil };
  }

  /**
   * The project named by id, by slug, or by both, which must then agree.
   * Throws 400 for neither and for two that differ, 404 as `toProject` does.
   */
  async toNamedProject(
    actor: Actor,
    id?: string,
    slug?: string,
    found?: PrefetchedProject,
  ): Promise<ProjectAccess> {
    if (id === undefined && slug === undefined) {
      throw badRequest(
        'missing-field',
        'Name the project: its id (projectId; in v3 workspaceId) or, where the route takes one, its slug (projectSlug).',
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

  private note({ request }: Actor, scope: ProjectNow, rightsUntil: number): void {
    const { id: projectId, slug, membershipId, epoch, head, now } = scope;
    const state = { projectId, slug, membershipId, epoch, head, at: now.getTime(), rightsUntil };
    this.responseStates.record(request, state);
  }

  private async rulesIn(scope: ProjectScope, identityId: string): Promise<CompiledRules> {
    const key = `${scope.membershipId} ${scope.epoch}`;
    const now = scope.now.getTime();
    const cached = this.projectRules.get(key);
    if (cached && cached.sameFrom <= now && now < cached.sameUntil) return cached;
    const holdings = await this.repository.listHoldings(scope.membershipId);
    const { rules, sameFrom, sameUntil } = liveRules(holdings, now);
    const bound = await this.repository.bind(rules, identityId);
    const ability = await Ability.inSlices(PROJECT_SUBJECTS, bound, slices());
    const compiled = { ability, sameFrom, sameUntil };
    this.database.afterRequestCommit(() => this.projectRules.set(key, compiled));
    return compiled;
  }

  private async orgRules({ orgId, orgRole, orgRoleId }: Actor): Promise<SourcedRule[]> {
    if (orgRoleId === null) return orgRulesOf({ id: null, slug: orgRole, permissions: null });
    const role = await this.repository.findOrgRole(orgId, orgRoleId);
    return role ? orgRulesOf({ ...role, id: orgRoleId }) : [];
  }
}
