import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoundStatement, Database, type Statement, statement } from '../database/database.js';
import { BatchedQuery } from '../database/batched-query.js';
import { isUuid } from '../database/uuid.js';
import { tokenExpired, tokenInvalid, tokenRevoked } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { AccessClaims } from './access-token.js';
import type { Actor } from './actor.js';
import {
  PrefetchedProject,
  type ProjectKey,
  type ProjectNow,
  scopeQuery,
} from './prefetched-project.js';
import { isAllowed, type Network } from './ip-allow-list.js';

type Kept = 'identityId' | 'tokenId' | 'claims' | 'expiresAt' | 'request' | 'asked';

interface SessionRow extends Omit<Actor, Kept> {
  readonly trustedIps: readonly Network[];
}

/** Columns of a project, all or none: null where the session's identity finds no such project. */
type ProjectColumns = { readonly [K in keyof Omit<ProjectNow, 'orgId'>]: ProjectNow[K] | null };

const ACTOR_COLUMNS = `
  i.name, i.org_id "orgId", i.role "orgRole", i.role_id "orgRoleId",
  i.is_instance_admin "isInstanceAdmin", o.epoch "orgEpoch",
  a.access_token_trusted_ips "trustedIps"`;

const FROM_CLIENT_SECRET = statement(`
  select ${ACTOR_COLUMNS}
  from client_secrets c
  join universal_auths a on a.id = c.universal_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where c.id = $1 and i.id = $2 and not c.is_revoked and to_timestamp($3) > now()
    and not exists (
      select from token_revocations r
      where r.credential_id = $1 and r.created_day = $4 and r.serials @> $5::bigint
    )`);

const FROM_STORED_TOKEN = statement(`
  select ${ACTOR_COLUMNS}
  from access_tokens t
  join token_auths a on a.id = t.token_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where t.id = $1 and i.id = $2 and not t.is_revoked and to_timestamp($3) > now()`);

/** Extends a session query by a project as its identity finds it, so that one statement reads both. */
function withProject(session: Statement): Readonly<Record<'id' | 'slug', Statement>> {
  const key = `$${new Set(session.text.match(/\$\d/g)).size + 1}`;
  const by = (column: 'id' | 'slug') =>
    statement(`
      select session.*, p.id, p.slug, p.epoch, p."membershipId", p.now, p.head
      from (${session.text}) session
      left join lateral (${scopeQuery('session."orgId"', '$2', column, key)}) p on true`);
  return { id: by('id'), slug: by('slug') };
}

/** The statements that read a live session, alone and with a project by id or slug. */
interface SessionQueries {
  readonly alone: Statement;
  readonly id: Statement;
  readonly slug: Statement;
  /** PostgreSQL types of the parameters of `alone`; `$2` is the identity. The others have the project's key after them. */
  readonly types: readonly string[];
}

const queries = (alone: Statement, types: readonly string[]): SessionQueries => ({
  alone,
  ...withProject(alone),
  types,
});

export const BY_CLIENT_SECRET = queries(FROM_CLIENT_SECRET, [
  'uuid',
  'uuid',
  'float8',
  'int',
  'bigint',
]);
export const BY_STORED_TOKEN = queries(FROM_STORED_TOKEN, ['uuid', 'uuid', 'float8']);

const COUNT_USE = statement(`
  insert into token_uses (token_id, uses, expires_at) values ($1, 1, to_timestamp($3))
  on conflict (token_id) do update
    set uses = token_uses.uses + 1, expires_at = greatest(token_uses.expires_at, excluded.expires_at)
    where token_uses.uses < $2
  returning uses`);

/** Logins may go on meanwhile; revocations and deletions wait (`for update`). */
const HOLD_CLIENT_SECRET = statement('select from client_secrets where id = $1 for key share');
const HOLD_STORED_TOKEN = statement('select from access_tokens where id = $1 for key share');

/** Why a token has no session. The database decides that it has none; this clock only chooses the words. */
const deadToken = ({ exp }: AccessClaims) =>
  exp * 1000 <= Date.now() ? tokenExpired(exp) : tokenRevoked();

const SECONDS_A_DAY = 86_400;

/** The day, counted from 1970-01-01, under which the revocation of such a token is kept. */
export const createdDay = (claims: AccessClaims): number =>
  Math.floor(claims.creationEpoch / SECONDS_A_DAY);

/** The queries for a token, and the values of `alone`. Throws 401 for what cannot be. */
export function sessionQuery(claims: AccessClaims): {
  readonly queries: SessionQueries;
  readonly values: readonly unknown[];
} {
  const { jti, identityId, exp, clientSecretId, serial } = claims;
  if (clientSecretId !== undefined) {
    const values = [clientSecretId, identityId, exp, createdDay(claims), serial];
    return { queries: BY_CLIENT_SECRET, values };
  }
  if (!isUuid(jti)) throw tokenInvalid();
  return { queries: BY_STORED_TOKEN, values: [jti, identityId, exp] };
}

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

  constructor(private readonly database: Database) {
    const all = [BY_CLIENT_SECRET, BY_STORED_TOKEN];
    this.reads = new Map(all.map((each) => [each, readsOf(database, each)]));
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
    const { trustedIps: _, ...known } = session;
    return {
      ...known,
      ...(asked ? { asked } : {}),
      identityId: claims.identityId,
      tokenId: claims.jti,
      claims,
      expiresAt: new Date(claims.exp * 1000),
      request,
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
    const { id, slug, epoch, membershipId, now, head, ...session } = row;
    if (id === null) return { session };
    const scope = { id, slug, epoch, membershipId, now, head, orgId: session.orgId } as ProjectNow;
    return { session, asked: new PrefetchedProject(scope) };
  }

  /**
   * Keeps the token of the caller from being revoked until the transaction ends. Comes after every other lock of the
   * transaction. Throws 401 if it has been revoked, or has expired, meanwhile.
   */
  async hold(tx: EntityManager, actor: Actor): Promise<void> {
    const [, rows] = await this.database.together(tx, this.holding(actor));
    this.requireLive(actor, rows!);
  }

  /** The two statements of `hold`. Only the second one sees what was committed while the first one waited. */
  holding({ claims }: Actor): BoundStatement[] {
    const { clientSecretId, jti } = claims;
    const [lock, id] =
      clientSecretId === undefined
        ? [HOLD_STORED_TOKEN, jti]
        : [HOLD_CLIENT_SECRET, clientSecretId];
    const { queries: asked, values } = sessionQuery(claims);
    return [
      { ...lock, values: [id] },
      { ...asked.alone, values },
    ];
  }

  /** `rows`: those of the second statement of `holding`. Throws 401 where there are none. */
  requireLive({ claims }: Actor, rows: readonly object[]): void {
    if (rows.length === 0) throw deadToken(claims);
  }

  /** Spends one use of a use-limited token. Throws 401 when none is left. */
  async spend({ jti, numUsesLimit, exp }: AccessClaims): Promise<void> {
    if (numUsesLimit === 0) return;
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
