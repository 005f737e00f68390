import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { hasRaisedEpoch } from '../access/epoch.js';
import { holdsEverything } from '../access/escalation/grants.js';
import { LockedAccess } from '../access/locked-access.js';
import type { ScopeId, TouchedScopes } from '../access/touched-scopes.js';
import type { Actor, ContentActor } from '../auth/actor.js';
import { ApiError, forbidden, notFound, permissionDenied } from '../errors/api-error.js';
import type { Ability } from '../permissions/ability.js';
import type { OrgSubjects } from '../permissions/org-subjects.js';
import type { ProjectSubjects } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { BoundText } from '../permissions/templates.js';
import { unanswerable } from './keyed-request.js';

/** Rules that a caller held in one scope, as digests: equal rules have equal ones. */
export interface RuleDigests {
  readonly allowing: readonly string[];
  readonly forbidding: readonly string[];
}

/** What the caller of a first request could do in the scopes that it touched. */
export interface KeptRights {
  readonly scopes: readonly (readonly [ScopeId, RuleDigests])[];
  readonly isInstanceAdmin: boolean;
}

type AnyAbility = Pick<Ability<OrgSubjects> | Ability<ProjectSubjects>, 'table' | 'rules'>;

const isInstanceAdmin = (actor: ContentActor): boolean =>
  actor.kind !== 'service-token' && actor.isInstanceAdmin;

/** A service token has no place in the organization: no request of one asks for rights there. Throws 404. */
function memberOf(actor: ContentActor): Actor {
  if (actor.kind === 'service-token') throw notFound();
  return actor;
}

/** As a look-up refuses whoever is no member, and a scope that is gone. */
const OUT_OF_SCOPE: readonly string[] = ['NotFound', 'PermissionDenied'];

/** Rules that are kept one by one; more are kept as one digest, so that a small answer stays small. */
const MAX_DIGESTS = 500;

/** Decides whether a kept answer may be shown again, by the rights that the caller has today. */
@Injectable()
export class ReplayRights {
  /** By the rules as `AccessService` caches them, under the epoch of their scope. */
  private readonly digests = new WeakMap<readonly Rule[], RuleDigests>();

  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
  ) {}

  /**
   * Returns the rights to keep with the answer: those that the request went by. A request that changes rights itself
   * keeps those that it left: who leaves a project, or deletes it, is answered the same again.
   */
  async rightsAfter(
    tx: EntityManager,
    actor: ContentActor,
    touched: TouchedScopes,
  ): Promise<KeptRights> {
    const scopes: KeptRights['scopes'][number][] = [];
    for (const [scope, rules] of touched) {
      const left = hasRaisedEpoch(tx) ? await this.rulesLeft(tx, actor, scope) : rules;
      if (left) scopes.push([scope, this.digestsOf(left)]);
    }
    return { scopes, isInstanceAdmin: isInstanceAdmin(actor) };
  }

  /**
   * Throws 404 if a scope is gone, 403 if the caller is no member of it or lost every right there, and 409 if it lost
   * some: which of them the request needed is not known.
   */
  async require(
    actor: ContentActor,
    { scopes, isInstanceAdmin: wasInstanceAdmin }: KeptRights,
  ): Promise<void> {
    const today: AnyAbility[] = [];
    for (const [scope] of scopes) today.push(await this.abilityIn(actor, scope));
    if (wasInstanceAdmin && !isInstanceAdmin(actor)) {
      throw forbidden('instance-admin-only', 'Only the admin of the instance may do this.');
    }
    for (const [index, [, then]] of scopes.entries()) this.requireStillHeld(today[index]!, then);
  }

  private async abilityIn(actor: ContentActor, scope: ScopeId): Promise<AnyAbility> {
    if (scope === null) return (await this.access.toOrganization(memberOf(actor))).ability;
    return (await this.access.toProject(actor, { id: scope })).ability;
  }

  private requireStillHeld({ table, rules }: AnyAbility, then: RuleDigests): void {
    const today = this.digestsOf(rules);
    const isGrantKept = isSubset(then.allowing, today.allowing);
    if (isGrantKept && isSubset(today.forbidding, then.forbidding)) return;
    if (holdsEverything({ table, held: rules, now: new Date() })) return;
    if (today.allowing.length > 0) throw unanswerable();
    throw permissionDenied(
      'permission-denied',
      'You no longer hold any right where this request was made.',
    );
  }

  /** Null if the caller is out of the scope. */
  private async rulesLeft(
    tx: EntityManager,
    actor: ContentActor,
    scope: ScopeId,
  ): Promise<readonly Rule[] | null> {
    try {
      if (scope === null) return (await this.locked.orgAccessIn(tx, memberOf(actor))).ability.rules;
      return (await this.locked.accessIn(tx, actor, scope)).ability.rules;
    } catch (error) {
      if (error instanceof ApiError && OUT_OF_SCOPE.includes(error.error)) return null;
      throw error;
    }
  }

  private digestsOf(rules: readonly Rule[]): RuleDigests {
    const known = this.digests.get(rules);
    if (known) return known;
    const digests = {
      allowing: digestAll(rules.filter(({ inverted }) => inverted !== true)),
      forbidding: digestAll(rules.filter(({ inverted }) => inverted === true)),
    };
    this.digests.set(rules, digests);
    return digests;
  }
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((each) => known.has(each));
}

function digestAll(rules: readonly Rule[]): string[] {
  const digests = [...new Set(rules.map(textOf).map(digest))].sort();
  return digests.length > MAX_DIGESTS ? [digest(digests.join(' '))] : digests;
}

const digest = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 12).toString('base64url');

/** Without the role it comes from. A template counts with what it reads for the caller, which `toJSON` leaves out. */
const textOf = ({ subject, action, conditions, inverted }: Rule): string =>
  JSON.stringify([subject, action, conditions, inverted], function (name, value: unknown) {
    const raw = (this as Record<string, unknown>)[name];
    if (!(raw instanceof BoundText)) return value;
    const { id, name: holder, metadata, auth } = raw.facts;
    return [raw.written, id, holder, metadata, auth];
  });
