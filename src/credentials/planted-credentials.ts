import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundaryRepository } from '../access/boundary.repository.js';
import { type Grant, exceeding, growing } from '../access/growth.js';
import { rulesOf } from '../access/held-rules.js';
import { orgRulesOf } from '../access/places.js';
import { RiseGuard, type RiseScope, type Rising } from '../access/rise-guard.js';
import { inSlices, weighingBudget } from '../access/weighing.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { conflict } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { covers } from '../permissions/covers.js';
import type { Budget } from '../permissions/glob-relations.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { SourcedRule } from '../permissions/rule.js';
import type { Steps } from '../permissions/steps.js';
import { boundRules } from '../permissions/templates.js';
import { type LiveCredential, CredentialsRepository } from './credentials.repository.js';

/** Credentials that one change weighs; with more it is refused. */
const MAX_CREDENTIALS = 1_000;
const MAX_NAMED = 100;

/** Whoever may let itself into every project needs no rule in one. */
const ANY_PROJECT = [{ subject: 'organization-admin-console', action: 'access-all-projects' }];

const ORGANIZATION = 'organization';

/** Rules as they read for their holder, by identity and scope. */
type Snapshot = ReadonlyMap<string, readonly SourcedRule[]>;

const keyOf = (identityId: string, scope: string) => `${identityId} ${scope}`;

/**
 * Nobody rises with a credential that somebody weaker made, and may still have (F8): the change is refused, or the
 * credentials are revoked with it where the caller asks for that.
 */
@Injectable()
export class PlantedCredentials extends RiseGuard {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly holdings: BoundaryRepository,
    private readonly audit: Audit,
  ) {
    super();
  }

  /**
   * Does `change`, under the locks of the scope, and compares what the identities hold before and after it. Throws 409
   * with the credentials and their makers in `details` if one of them rises beyond a maker.
   */
  async guard<T>(
    tx: EntityManager,
    actor: Actor,
    { identityIds, scope }: Rising,
    change: () => Promise<T>,
  ): Promise<T> {
    if (identityIds.length === 0) return change();
    const limit = MAX_CREDENTIALS + 1;
    const found = await this.credentials.listMadeByOthers(tx, actor, identityIds, limit);
    if (found.length === 0) return change();
    const holders = [...new Set(found.map(({ identityId }) => identityId))];
    const makers = [...new Set(found.flatMap((each) => each.makers))];
    const before = await this.snapshot(tx, actor.orgId, holders, scope);
    const done = await change();
    const after = await this.snapshot(tx, actor.orgId, holders, scope);
    const weighing = {
      before,
      after,
      budget: weighingBudget(actor),
      now: await this.holdings.now(tx),
      strength: await this.snapshot(tx, actor.orgId, makers, scope, true),
    };
    const planted = await inSlices(madeByWeakerOnes(found, holders, scope, weighing));
    if (planted.length === 0 && found.length < limit) return done;
    await this.answer(tx, actor, planted, found.length === limit);
    return done;
  }

  private async answer(
    tx: EntityManager,
    actor: Actor,
    planted: readonly LiveCredential[],
    isTooMany: boolean,
  ): Promise<void> {
    if (isTooMany) throw tooMany();
    if (!actor.request.revokesWeakerCredentials) throw madeByWeaker(planted);
    const [role] = await this.holdings.listOrgHoldings(tx, actor.orgId, [actor.identityId]);
    const rules = role ? boundRules(orgRulesOf(role), role.identity) : [];
    compile(ORG_SUBJECTS, rules).require('delete-token', 'identity');
    await this.credentials.revoke(tx, planted);
    for (const identityId of new Set(planted.map((each) => each.identityId))) {
      const credentials = planted
        .filter((each) => each.identityId === identityId)
        .map(({ id, kind }) => ({ id, kind }));
      const target = { identityId, credentials };
      await this.audit.record(tx, actor, { action: 'credentials.revoke-weaker', target });
    }
  }

  /** With `isStrength`, who may let itself into every project holds all that an administrator of one does. */
  private async snapshot(
    tx: EntityManager,
    orgId: string,
    identityIds: readonly string[],
    { organization, projectIds }: RiseScope,
    isStrength = false,
  ): Promise<Snapshot> {
    const roles = await this.holdings.listOrgHoldings(tx, orgId, identityIds);
    const held = await this.holdings.listHoldings(tx, projectIds, identityIds);
    const snapshot = new Map<string, readonly SourcedRule[]>();
    for (const role of roles) {
      const { identity } = role;
      const rules = boundRules(orgRulesOf(role), identity);
      if (organization) snapshot.set(keyOf(identity.id, ORGANIZATION), rules);
      const isEverywhere = isStrength && covers(ORG_SUBJECTS, rules, ANY_PROJECT).covered;
      for (const projectId of projectIds) {
        const own = held.filter(
          (each) => each.identityId === identity.id && each.projectId === projectId,
        );
        const inProject = isEverywhere ? ADMINISTRATOR : boundRules(own.flatMap(rulesOf), identity);
        snapshot.set(keyOf(identity.id, projectId), inProject);
      }
    }
    return snapshot;
  }
}

const ADMINISTRATOR: readonly SourcedRule[] = rulesOf({
  kind: 'role',
  id: null,
  slug: 'admin',
  permissions: null,
  validFrom: null,
  validUntil: null,
});

interface Weighing {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly strength: Snapshot;
  readonly budget: Budget;
  readonly now: Date;
}

/** What an identity comes to hold in one scope. */
interface Rise {
  readonly scope: string;
  readonly grants: readonly Grant[];
}

const tableOf = (scope: string) => (scope === ORGANIZATION ? ORG_SUBJECTS : PROJECT_SUBJECTS);

/** Those of the credentials with a maker that their identity rises beyond. */
function* madeByWeakerOnes(
  credentials: readonly LiveCredential[],
  holders: readonly string[],
  scope: RiseScope,
  weighing: Weighing,
): Steps<LiveCredential[]> {
  const planted: LiveCredential[] = [];
  for (const identityId of holders) {
    const rises = yield* risesOf(identityId, scope, weighing);
    if (rises.length === 0) continue;
    const own = credentials.filter((each) => each.identityId === identityId);
    const weaker = new Set<string>();
    for (const maker of new Set(own.flatMap(({ makers }) => makers))) {
      if (maker !== identityId && (yield* isWeaker(maker, rises, weighing))) weaker.add(maker);
    }
    planted.push(...own.filter(({ makers }) => makers.some((maker) => weaker.has(maker))));
  }
  return planted;
}

function* risesOf(identityId: string, scope: RiseScope, weighing: Weighing): Steps<Rise[]> {
  const { now, budget } = weighing;
  const scopes = [...(scope.organization ? [ORGANIZATION] : []), ...scope.projectIds];
  const rises: Rise[] = [];
  for (const each of scopes) {
    const key = keyOf(identityId, each);
    const change = {
      before: weighing.before.get(key) ?? [],
      after: weighing.after.get(key) ?? [],
    };
    const grants = yield* growing(tableOf(each), change, now, budget);
    if (grants.length > 0) rises.push({ scope: each, grants });
  }
  return rises;
}

function* isWeaker(
  maker: string,
  rises: readonly Rise[],
  { strength, now, budget }: Weighing,
): Steps<boolean> {
  for (const { scope, grants } of rises) {
    const held = strength.get(keyOf(maker, scope)) ?? [];
    const missing = yield* exceeding(tableOf(scope), { held, now }, grants, budget);
    if (missing.length > 0) return true;
  }
  return false;
}

const madeByWeaker = (planted: readonly LiveCredential[]) =>
  conflict(
    'This would give rights to an identity that others can act as: they made credentials of it and hold less ' +
      'themselves. Revoke those credentials, or send the request again with the header ' +
      'X-Revoke-Weaker-Credentials: true.',
    {
      credentials: planted.slice(0, MAX_NAMED).map(({ id, kind, name, identityId, makers }) => ({
        id,
        kind,
        name,
        identityId,
        makers,
      })),
      count: planted.length,
    },
  );

const tooMany = () =>
  conflict(
    `More than ${MAX_CREDENTIALS} credentials of those who would gain were made by others. Revoke some of them first.`,
  );
