import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoundStatement, Database, statement } from '../database/database.js';
import { BatchedQuery } from '../database/batched-query.js';
import { tokenRevoked } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { type AccessClaims, isOfPerson } from './access-token.js';
import type { Actor, ContentActor, RightsHolder } from './actor.js';
import { noteHeld } from './held-sessions.js';
import { PrefetchedProject, type ProjectKey, type ProjectNow } from './prefetched-project.js';
import {
  ALL_SESSION_QUERIES,
  deadToken,
  type SessionQueries,
  sessionOf,
  sessionQuery,
} from './session-queries.js';
import { holdingServiceToken, serviceTokenInvalid } from './service-token-sessions.js';
import { SessionUses } from './session-uses.js';
import { SsoBypassRight } from './sso-bypass-right.js';
import { isAllowed, type Network } from './ip-allow-list.js';

type Kept = 'kind' | 'callerId' | 'tokenId' | 'claims' | 'expiresAt' | 'request' | 'asked';

interface SessionRow extends Omit<RightsHolder, Kept> {
  /** Null: from anywhere. */
  readonly trustedIps: readonly Network[] | null;
  /** The place of a person in the organization; absent for identities, as what is below. */
  readonly orgMembershipId?: string;
  /** Whether it is time to write that the session is in use. */
  readonly isUseDue?: boolean;
  readonly isFresh?: boolean;
  readonly restsOnBypass?: boolean;
}

/** Columns of a project, all or none: null where the session's holder finds no such project. */
type ProjectColumns = { readonly [K in keyof Omit<ProjectNow, 'orgId'>]: ProjectNow[K] | null };

const COUNT_USE = statement(`
  insert into token_uses (token_id, uses, expires_at) values ($1, 1, to_timestamp($3))
  on conflict (token_id) do update
    set uses = token_uses.uses + 1, expires_at = greatest(token_uses.expires_at, excluded.expires_at)
    where token_uses.uses < $2
  returning uses`);

interface SessionReads {
  readonly alone: BatchedQuery<SessionRow>;
  readonly id: BatchedQuery<SessionRow & ProjectColumns>;
  readonly slug: BatchedQuery<SessionRow & ProjectColumns>;
}

const readsOf = (database: Database, { alone, id, slug, types }: SessionQueries): SessionReads => ({
  alone: new BatchedQuery(database, alone, types),
  id: new BatchedQuery(database, id, [...types, 'uuid']),
  slug: new BatchedQuery(database, slug, [...types, 'text']),
});

/** Turns verified claims into an actor: one query tells whether all behind the token is still alive. */
@Injectable()
export class Sessions {
  private readonly reads: ReadonlyMap<SessionQueries, SessionReads>;

  /** Ends with the last use of each token that is being counted. */
  private readonly spending = new Map<string, Promise<void>>();

  private readonly uses: SessionUses;

  constructor(
    private readonly database: Database,
    private readonly bypass: SsoBypassRight,
  ) {
    this.reads = new Map(ALL_SESSION_QUERIES.map((each) => [each, readsOf(database, each)]));
    this.uses = new SessionUses(database);
  }

  /**
   * With a project that is asked for in the same query. Throws 401 if the token is expired, revoked, used up,
   * or used from where it may not be.
   */
  async resume(
    claims: AccessClaims,
    request: RequestContext,
    project: ProjectKey | null = null,
  ): Promise<Actor> {
    const { session, asked } = await this.find(claims, project);
    if (!session) throw deadToken(claims);
    if (!isAllowed(session.trustedIps, request.address)) throw tokenRevoked('untrusted address');
    if (session.isUseDue) this.uses.add(sessionOf(claims)!); // only sessions note their use
    const { trustedIps: _, isUseDue: __, restsOnBypass, ...rest } = session;
    const { orgMembershipId, isFresh = false, ...known } = rest;
    const common = {
      ...known,
      ...(asked ? { asked } : {}),
      tokenId: claims.jti,
      expiresAt: new Date(claims.exp * 1000),
      request,
    };
    if (!isOfPerson(claims)) {
      const { identityId } = claims;
      return { ...common, kind: 'identity', callerId: identityId, identityId, claims };
    }
    const { userId } = claims;
    const { manager } = this.database;
    if (restsOnBypass && !(await this.bypass.isAllowed(manager, known.orgId, userId)))
      throw tokenRevoked('may not go past the provider any more');
    const membershipId = orgMembershipId!; // the query of a person's session gives one
    return {
      ...common,
      kind: 'user',
      callerId: userId,
      userId,
      orgMembershipId: membershipId,
      isFresh,
      claims,
    };
  }

  private async find(
    claims: AccessClaims,
    project: ProjectKey | null,
  ): Promise<{ readonly session: SessionRow | null; readonly asked?: PrefetchedProject }> {
    const { queries: asked, values } = sessionQuery(claims);
    const reads = this.reads.get(asked)!; // there are some for each
    if (!project) return { session: await reads.alone.load(values) };
    const row = await (project.id === undefined
      ? reads.slug.load([...values, project.slug])
      : reads.id.load([...values, project.id]));
    if (!row) return { session: null };
    const { id, slug, epoch, membershipId, now, head, personalStamp, ...session } = row;
    if (id === null) return { session };
    const found = { id, slug, epoch, membershipId, now, head, personalStamp };
    const scope = { ...found, orgId: session.orgId } as ProjectNow;
    return { session, asked: new PrefetchedProject(scope) };
  }

  /**
   * Keeps the token of the caller from being revoked until the transaction ends. Comes after every other lock of the
   * transaction. Throws 401 if it has been revoked, or has expired, meanwhile.
   */
  async hold(tx: EntityManager, actor: ContentActor): Promise<void> {
    const [, rows] = await this.database.together(tx, this.holding(actor));
    this.requireHeld(tx, actor, rows!);
  }

  /** The two statements of `hold`. Only the second one sees what was committed while the first one waited. */
  holding(actor: ContentActor): BoundStatement[] {
    if (actor.kind === 'service-token') return holdingServiceToken(actor);
    const { claims } = actor;
    const { queries: asked, values } = sessionQuery(claims);
    return [
      { ...asked.lock, values: values.slice(0, 1) },
      { ...asked.alone, values },
    ];
  }

  /** `rows`: those of the second statement of `holding` in that transaction. Throws 401 where there are none. */
  requireHeld(tx: EntityManager, actor: ContentActor, rows: readonly object[]): void {
    if (rows.length > 0) return noteHeld(tx, actor);
    throw actor.kind === 'service-token' ? serviceTokenInvalid() : deadToken(actor.claims);
  }

  /** Spends one use of a use-limited token. Throws 401 when none is left. */
  async spend(claims: AccessClaims): Promise<void> {
    if (isOfPerson(claims) || claims.numUsesLimit === 0) return;
    const { jti, numUsesLimit, exp } = claims;
    // One after the other: they would wait for the same row, each with a connection of its own.
    const before = this.spending.get(jti);
    const counted = (before ?? Promise.resolve()).then(() =>
      this.database.row(COUNT_USE, [jti, numUsesLimit, exp]),
    );
    const settled = counted.then(
      () => undefined,
      () => undefined,
    );
    this.spending.set(jti, settled);
    try {
      if (!(await counted)) throw tokenRevoked('no uses left');
    } finally {
      if (this.spending.get(jti) === settled) this.spending.delete(jti);
    }
  }
}
