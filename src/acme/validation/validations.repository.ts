import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { PROOF_LIFE_HOURS } from '../orders/new-order.js';

/** A challenge that this process looks at for as long as the lease lasts. */
export interface ClaimedChallenge {
  readonly id: string;
  readonly authorizationId: string;
  readonly accountId: string;
  readonly orgId: string;
  readonly type: string;
  readonly token: string;
  /** The number of this try, from 1. */
  readonly tries: number;
  readonly identifierType: 'dns' | 'ip';
  readonly value: string;
  readonly isWildcard: boolean;
  readonly profileId: string;
  readonly applicationId: string | null;
  /** Names by which CAA records mean the authority; null: they are not asked for. */
  readonly caaIdentities: readonly string[] | null;
  /** The account's key at this moment (RFC 7638). */
  readonly thumbprint: string;
}

const LEASE = '30 seconds';

const BEGIN = statement(`
  update acme_challenges set status = 'processing', next_try_at = now(), tries = 0, updated_at = now()
  where id = $1 and status = 'pending' returning 1`);

/** Challenges that are looked through for one claim. */
const LOOKED_THROUGH = 5_000;

/** An account's profile and project: through an application, or the profile alone. */
const OF_ACCOUNT = `
  left join pki_application_profiles m on m.id = k.application_profile_id
  join certificate_profiles f on f.id = coalesce(m.profile_id, k.profile_id) join projects p on p.id = f.project_id`;

/**
 * Rows by hand: a lease is taken by putting the next try off, and whoever skips a locked row finds another one. Organizations
 * have turns: the first of each comes before the second of any. What one has under way already, by the second and third parameter,
 * counts among its turns, of which it has as many as the fourth says.
 */
const CLAIM = statement(`
  with waiting as (
    select c.id, c.next_try_at, p.org_id from acme_challenges c
    join acme_authorizations a on a.id = c.authorization_id join acme_accounts k on k.id = a.account_id
    ${OF_ACCOUNT}
    where c.status = 'processing' and c.next_try_at <= now() and not exists (
      select from unnest($2::uuid[], $3::integer[]) u (org_id, count) where u.org_id = p.org_id and u.count >= $4)
    order by c.next_try_at limit ${LOOKED_THROUGH}
  ), turns as (
    select w.id, w.next_try_at,
      coalesce(u.count, 0) + row_number() over (partition by w.org_id order by w.next_try_at) turn
    from waiting w left join unnest($2::uuid[], $3::integer[]) u (org_id, count) on u.org_id = w.org_id
  ), due as (
    select c.id from acme_challenges c join turns t on t.id = c.id
    where c.status = 'processing' and c.next_try_at <= now() and t.turn <= $4
    order by t.turn, t.next_try_at limit $1 for update of c skip locked
  )
  update acme_challenges c
  set next_try_at = now() + interval '${LEASE}', tries = c.tries + 1, updated_at = now()
  from due, acme_authorizations a join acme_accounts k on k.id = a.account_id ${OF_ACCOUNT}
  where c.id = due.id and a.id = c.authorization_id
  returning c.id, c.authorization_id "authorizationId", a.account_id "accountId", p.org_id "orgId", c.type, c.token, c.tries,
    a.type "identifierType", a.value, a.is_wildcard "isWildcard", f.id "profileId",
    m.application_id "applicationId", (case when m.id is null then f.acme else m.acme end)->'caaIdentities' "caaIdentities", k.thumbprint`);

/** A result of another try, or of a challenge that is over, changes nothing. */
const OF_TRY = `where id = $1 and status = 'processing' and tries = $2`;

const RETRY = statement(`
  update acme_challenges set next_try_at = now() + make_interval(secs => $3), error = $4, updated_at = now()
  ${OF_TRY} returning 1`);

/** The host was not asked: that is no try. */
const POSTPONE = statement(`
  update acme_challenges c set next_try_at = now() + make_interval(secs => $3), tries = tries - 1, updated_at = now()
  from acme_authorizations a
  where c.id = $1 and c.status = 'processing' and c.tries = $2
    and a.id = c.authorization_id and a.status = 'pending' and a.expires_at > now()
  returning 1`);

const GIVE_BACK = statement(`
  update acme_challenges set next_try_at = now(), tries = tries - 1, updated_at = now() ${OF_TRY} returning 1`);

const CONCLUDE = `
  update acme_challenges set status = $3, error = $4, next_try_at = null, updated_at = now(),
    validated_at = case when $3 = 'valid' then now() end
  ${OF_TRY} returning 1`;

const IS_PENDING = `
  select 1 from acme_authorizations where id = $1 and status = 'pending' and expires_at > now()`;

const AUTHORIZE = `
  update acme_authorizations
  set status = 'valid', expires_at = now() + interval '${PROOF_LIFE_HOURS} hours', updated_at = now()
  where id = $1`;

const REFUSE = `update acme_authorizations set status = 'invalid', updated_at = now() where id = $1`;

const OF_AUTHORIZATION = `
  id in (select order_id from acme_order_authorizations where authorization_id = $1)`;

/** Orders of which every name is proved. */
const MAKE_READY = `
  update acme_orders set status = 'ready', updated_at = now()
  where status = 'pending' and ${OF_AUTHORIZATION} and not exists (
    select from acme_order_authorizations l join acme_authorizations a on a.id = l.authorization_id
    where l.order_id = acme_orders.id and not (a.status = 'valid' and a.expires_at > now()))`;

const MAKE_INVALID = `
  update acme_orders set status = 'invalid', error = $2, updated_at = now()
  where status in ('pending', 'ready') and ${OF_AUTHORIZATION}`;

const DEACTIVATE = `
  update acme_authorizations set status = 'deactivated', updated_at = now()
  where id = $1 and status in ('pending', 'valid')`;

const END_CHALLENGES = `
  update acme_challenges set status = 'invalid', next_try_at = null, updated_at = now()
  where authorization_id = $1 and status in ('pending', 'processing')`;

const THUMBPRINT = `select thumbprint from acme_accounts where id = $1 and status = 'valid' for update`;

@Injectable()
export class ValidationsRepository {
  constructor(private readonly database: Database) {}

  async begin(challengeId: string): Promise<void> {
    await this.database.rows(BEGIN, [challengeId]);
  }

  /**
   * Takes up to so many that are due, for the time of a lease: of an organization at most so many, with those that it has under
   * way already.
   */
  claim(
    { limit, ofOrganization }: { readonly limit: number; readonly ofOrganization: number },
    underWay: ReadonlyMap<string, number>,
  ): Promise<ClaimedChallenge[]> {
    const values = [limit, [...underWay.keys()], [...underWay.values()], ofOrganization];
    return this.database.rows<ClaimedChallenge>(CLAIM, values);
  }

  /** Tries again after so many seconds, and counts no try. Returns false where the authorization is over. */
  async postpone({ id, tries }: ClaimedChallenge, seconds: number): Promise<boolean> {
    return (await this.database.rows(POSTPONE, [id, tries, seconds])).length > 0;
  }

  /** Tries again after so many seconds. */
  async putOff({ id, tries }: ClaimedChallenge, seconds: number, error: object): Promise<void> {
    await this.database.rows(RETRY, [id, tries, seconds, JSON.stringify(error)]);
  }

  /** Another process may try at once, and this try does not count. */
  async giveBack({ id, tries }: ClaimedChallenge): Promise<void> {
    await this.database.rows(GIVE_BACK, [id, tries]);
  }

  /**
   * Ends a challenge, and with it its authorization and what that decides of orders; `error` null: it was met. A result by a key
   * that is not the account's any more ends nothing: it is tried again.
   */
  async conclude(claimed: ClaimedChallenge, error: object | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [account] = await tx.query<{ thumbprint: string }[]>(THUMBPRINT, [claimed.accountId]);
      // Deactivated: nobody asks for what it would prove.
      if (!account)
        return void (await tx.query(CONCLUDE, [claimed.id, claimed.tries, 'invalid', null]));
      if (account.thumbprint !== claimed.thumbprint) return this.restart(tx, claimed);
      const isPending =
        (await tx.query<unknown[]>(IS_PENDING, [claimed.authorizationId])).length > 0;
      const status = error === null && isPending ? 'valid' : 'invalid';
      const json = error && JSON.stringify(error);
      const values = [claimed.id, claimed.tries, status, json];
      const [concluded] = await tx.query<[unknown[]]>(CONCLUDE, values);
      if (concluded.length > 0 && isPending) await this.decide(tx, claimed.authorizationId, json);
    });
  }

  /** Ends an authorization by its owner's wish, and the orders that need it. */
  async deactivate(tx: EntityManager, authorizationId: string): Promise<void> {
    await tx.query(DEACTIVATE, [authorizationId]);
    await tx.query(END_CHALLENGES, [authorizationId]);
    await tx.query(MAKE_INVALID, [authorizationId, null]);
  }

  private async decide(
    tx: EntityManager,
    authorizationId: string,
    error: string | null,
  ): Promise<void> {
    if (error === null) {
      await tx.query(AUTHORIZE, [authorizationId]);
      await tx.query(MAKE_READY, [authorizationId]);
    } else {
      await tx.query(REFUSE, [authorizationId]);
      await tx.query(MAKE_INVALID, [authorizationId, error]);
    }
  }

  private async restart(tx: EntityManager, { id, tries }: ClaimedChallenge): Promise<void> {
    await tx.query(GIVE_BACK.text, [id, tries]);
  }
}
