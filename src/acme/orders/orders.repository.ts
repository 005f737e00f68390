import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import {
  AcmeAuthorization,
  AcmeChallenge,
  AcmeOrder,
  AcmeOrderAuthorization,
} from '../../database/entities/acme-order.entity.js';
import type { AuthorizationRecord, OrderRecord } from './order.js';

// SQL by hand: what is over is told by the database's clock, and one statement gives an order with all that it stands on.

/** Whether a name of the order can be proved no more (RFC 8555, 7.1.6). */
const IS_LOST = `exists (
  select from acme_order_authorizations l join acme_authorizations a on a.id = l.authorization_id
  where l.order_id = o.id and not (a.status in ('pending', 'valid') and a.expires_at > now()))`;

const SELECT_ORDER = `
  select o.id, o.account_id "accountId", o.identifiers, o.not_before "notBefore", o.not_after "notAfter",
    o.expires_at "expiresAt", o.error, o.certificate_id "certificateId", o.replaces,
    case when o.status in ('pending', 'ready') and (o.expires_at <= now() or ${IS_LOST}) then 'invalid'
      else o.status end status,
    array(select l.authorization_id from acme_order_authorizations l
      where l.order_id = o.id order by l.position) "authorizationIds"
  from acme_orders o`;

const FIND = statement(`${SELECT_ORDER} where o.account_id = $1 and o.id = $2`);

const FIND_SAME = `
  ${SELECT_ORDER} where o.account_id = $1 and o.digest = $2 and o.status in ('pending', 'ready')
    and o.expires_at > now() + interval '1 hour' and not ${IS_LOST} limit 1`;

const LOCK = 'select 1 from acme_orders where id = $1 for update';

const LIST = statement(`
  select id from acme_orders
  where account_id = $1 and ($2::uuid is null or id < $2) and status <> 'invalid' and expires_at > now()
  order by id desc limit $3`);

const FIND_AUTHORIZATION = statement(`
  select a.id, a.account_id "accountId", a.type, a.value, a.is_wildcard "isWildcard",
    a.expires_at "expiresAt",
    case when a.expires_at > now() or a.status not in ('pending', 'valid') then a.status
      when a.status = 'valid' then 'expired' else 'invalid' end status,
    (select json_agg(json_build_object('id', c.id, 'type', c.type, 'token', c.token, 'status', c.status,
        'error', c.error, 'validatedAt', c.validated_at) order by c.id)
      from acme_challenges c where c.authorization_id = a.id) challenges
  from acme_authorizations a where a.account_id = $1 and a.id = $2`);

const REUSABLE = `
  select id, type, value, is_wildcard "isWildcard" from acme_authorizations
  where account_id = $1 and value = any($2) and status = 'valid' and expires_at > now() + interval '1 hour'
    and (not is_granted or $3)
  order by expires_at`;

const COUNT_PENDING = `
  select count(*)::integer "count" from acme_authorizations
  where account_id = $1 and status = 'pending' and expires_at > now()`;

/** Orders of the account within three hours, and names of theirs. */
const COUNT_RECENT = `
  select (select count(*)::integer from acme_orders
      where account_id = $1 and created_at > now() - interval '3 hours') orders,
    (select count(*)::integer from acme_authorizations
      where account_id = $1 and created_at > now() - interval '3 hours') names`;

const FAILED = `
  select value from acme_authorizations
  where account_id = $1 and value = any($2) and status = 'invalid' and updated_at > now() - interval '1 hour'
  group by value having count(*) >= $3 limit 1`;

/** Names of the account's own certificate that is to be replaced, and whether another order does. */
const REPLACED = `
  select o.identifiers, exists (select from acme_orders r
    where r.account_id = $1 and r.replaces = $3
      and (r.status = 'valid' or (r.status <> 'invalid' and r.expires_at > now()))) "isReplaced"
  from acme_orders o where o.account_id = $1 and o.certificate_id = $2 limit 1`;

const COUNT_LACKING = `
  select count(*)::integer "count" from acme_order_authorizations l
  join acme_authorizations a on a.id = l.authorization_id
  where l.order_id = $1 and not (a.status = 'valid' and a.expires_at > now() and (not a.is_granted or $2))`;

const FINISH = `
  update acme_orders set status = 'valid', certificate_id = $2, updated_at = now() where id = $1`;

const END_ORDERS = `
  update acme_orders set status = 'invalid', updated_at = now()
  where account_id = $1 and status in ('pending', 'ready')`;
const END_AUTHORIZATIONS = `
  update acme_authorizations set status = 'deactivated', updated_at = now()
  where account_id = $1 and status in ('pending', 'valid')`;

const END_CHALLENGES = `
  update acme_challenges set status = 'invalid', next_try_at = null, updated_at = now()
  where status in ('pending', 'processing')
    and authorization_id in (select id from acme_authorizations where account_id = $1)`;

/** A name that was asked for, with its authorization. */
export interface OrderedName {
  readonly authorizationId: string;
}

export interface NewOrder {
  readonly order: Pick<
    AcmeOrder,
    | 'id'
    | 'accountId'
    | 'status'
    | 'identifiers'
    | 'digest'
    | 'notBefore'
    | 'notAfter'
    | 'expiresAt'
    | 'replaces'
  >;
  /** Authorizations to be made: the others are there already. */
  readonly authorizations: readonly Pick<
    AcmeAuthorization,
    'id' | 'accountId' | 'type' | 'value' | 'isWildcard' | 'isGranted' | 'status' | 'expiresAt'
  >[];
  readonly challenges: readonly Pick<
    AcmeChallenge,
    'id' | 'authorizationId' | 'type' | 'token' | 'status' | 'validatedAt'
  >[];
  /** All that the order needs, in its order. */
  readonly authorizationIds: readonly string[];
}

export interface NamesOfAccount {
  readonly accountId: string;
  readonly values: readonly string[];
  /** Whether names need no proof at this moment. */
  readonly isGranted: boolean;
}

export interface ReplacedCertificate {
  readonly identifiers: OrderRecord['identifiers'];
  readonly isReplaced: boolean;
}

export type ReusableAuthorization = Pick<
  AuthorizationRecord,
  'id' | 'type' | 'value' | 'isWildcard'
>;

@Injectable()
export class OrdersRepository {
  constructor(private readonly database: Database) {}

  find(accountId: string, id: string): Promise<OrderRecord | null> {
    return this.database.row<OrderRecord>(FIND, [accountId, id]);
  }

  /** Reads an order under its lock. */
  async lock(tx: EntityManager, accountId: string, id: string): Promise<OrderRecord | null> {
    await tx.query(LOCK, [id]);
    return (await tx.query<OrderRecord[]>(FIND.text, [accountId, id]))[0] ?? null;
  }

  /** One that asks for the same and is not over. */
  async findSame(
    tx: EntityManager,
    accountId: string,
    digest: string,
  ): Promise<OrderRecord | null> {
    return (await tx.query<OrderRecord[]>(FIND_SAME, [accountId, digest]))[0] ?? null;
  }

  /** The newest first, from below that id. */
  async list(accountId: string, below: string | null, limit: number): Promise<readonly string[]> {
    const rows = await this.database.rows<{ id: string }>(LIST, [accountId, below, limit]);
    return rows.map(({ id }) => id);
  }

  findAuthorization(accountId: string, id: string): Promise<AuthorizationRecord | null> {
    return this.database.row<AuthorizationRecord>(FIND_AUTHORIZATION, [accountId, id]);
  }

  /** Authorizations of these names that are valid for another hour; with `isGranted`, those without a proof too. */
  listReusable(
    tx: EntityManager,
    { accountId, values, isGranted }: NamesOfAccount,
  ): Promise<ReusableAuthorization[]> {
    return tx.query<ReusableAuthorization[]>(REUSABLE, [accountId, values, isGranted]);
  }

  /** The certificate that an order is to replace; null for one of another account. */
  async findReplaced(
    tx: EntityManager,
    accountId: string,
    { id, certId }: { readonly id: string; readonly certId: string },
  ): Promise<ReplacedCertificate | null> {
    return (await tx.query<ReplacedCertificate[]>(REPLACED, [accountId, id, certId]))[0] ?? null;
  }

  async countPending(tx: EntityManager, accountId: string): Promise<number> {
    return (await tx.query<{ count: number }[]>(COUNT_PENDING, [accountId]))[0]!.count; // a count gives one row
  }

  /** What the account has asked for within three hours. */
  async countRecent(
    tx: EntityManager,
    accountId: string,
  ): Promise<{ readonly orders: number; readonly names: number }> {
    type Count = { readonly orders: number; readonly names: number };
    return (await tx.query<Count[]>(COUNT_RECENT, [accountId]))[0]!; // as above
  }

  /** A name of these that failed as often within the last hour; null where none did. */
  async findFailing(
    tx: EntityManager,
    accountId: string,
    values: readonly string[],
    times: number,
  ): Promise<string | null> {
    const rows = await tx.query<{ value: string }[]>(FAILED, [accountId, values, times]);
    return rows[0]?.value ?? null;
  }

  async insert(tx: EntityManager, made: NewOrder): Promise<void> {
    const { order, authorizations, challenges, authorizationIds } = made;
    const orderId = order.id;
    await tx.insert(AcmeOrder, order);
    if (authorizations.length > 0) await tx.insert(AcmeAuthorization, [...authorizations]);
    if (challenges.length > 0) await tx.insert(AcmeChallenge, [...challenges]);
    const links = authorizationIds.map((authorizationId, position) => ({
      ...{ orderId, authorizationId, position },
    }));
    await tx.insert(AcmeOrderAuthorization, links);
  }

  /** How many names of the order are not proved at this moment, or granted where they still are. */
  async countLacking(tx: EntityManager, id: string, isGranted: boolean): Promise<number> {
    return (await tx.query<{ count: number }[]>(COUNT_LACKING, [id, isGranted]))[0]!.count; // as above
  }

  async finish(tx: EntityManager, id: string, certificateId: string): Promise<void> {
    await tx.query(FINISH, [id, certificateId]);
  }

  /** Ends all that an account has not finished. */
  async endAll(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query(END_ORDERS, [accountId]);
    await tx.query(END_AUTHORIZATIONS, [accountId]);
    await tx.query(END_CHALLENGES, [accountId]);
  }
}
