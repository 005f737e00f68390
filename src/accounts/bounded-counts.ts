import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import { tooManyRequests } from '../errors/api-error.js';
import { source } from '../http/limits/rate-limiter.js';

/** How often something may happen within so many seconds of its first time. */
export interface Bound {
  /** The name under which is counted, such as an address; stored as a keyed digest. */
  readonly what: string;
  readonly limit: number;
  readonly seconds: number;
  /** How often it happens at once; absent: once. */
  readonly times?: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Mails to one address for one purpose, from one organization or account. */
const MAILS_TO_ADDRESS = 5;
/** From all of them together: none uses up what another may send, and together they flood nobody. */
const MAILS_TO_ADDRESS_FROM_ALL = 25;
/** An office may come from one address. */
const RECOVERIES_FROM_SOURCE = 30;
const EMAIL_CHANGES_OF_ACCOUNT = 5;
/** Requests for consent of one caller in a project of which approvers are told, and mails to one approver. */
const NOTICES_OF_CALLER = 20;
const NOTICES_TO_ADDRESS = 60;
/** A company of thousands comes by provisioning. */
const INVITATIONS_OF_ORGANIZATION = 500;
/** Ten guesses a day at six digits come right once in 270 years; fifty, of several accounts, once in 54. */
const CODES = 10;
const CODES_OF_ALL = 50;

/** Links to set a password by, asked for by nobody knows whom. */
export const recoveryBounds = (email: string, address: string): readonly Bound[] => [
  { what: `recovery mails to ${email}`, limit: MAILS_TO_ADDRESS, seconds: HOUR },
  { what: `recovery mails from ${source(address)}`, limit: RECOVERIES_FROM_SOURCE, seconds: HOUR },
];

/** Codes that go to the new address of an account. */
export const emailChangeBounds = (userId: string, newEmail: string): readonly Bound[] => [
  { what: `code mails of ${userId}`, limit: EMAIL_CHANGES_OF_ACCOUNT, seconds: HOUR },
  { what: `code mails to ${newEmail}`, limit: MAILS_TO_ADDRESS_FROM_ALL, seconds: HOUR },
];

/** Invitations of an organization, by mail or by links that its administrators hand on. Only mails can flood an address. */
export const invitationBounds = (
  orgId: string,
  emails: readonly string[],
  isMailed: boolean,
): readonly Bound[] => [
  {
    what: `invitations of ${orgId}`,
    limit: INVITATIONS_OF_ORGANIZATION,
    seconds: HOUR,
    times: emails.length,
  },
  ...(isMailed ? emails : []).flatMap((email) => [
    { what: `invitations of ${orgId} to ${email}`, limit: MAILS_TO_ADDRESS, seconds: HOUR },
    { what: `invitations to ${email}`, limit: MAILS_TO_ADDRESS_FROM_ALL, seconds: HOUR },
  ]),
];

/** Mails to those who consent to changes. */
export const noticeBounds = (
  caused: string,
  emails: readonly string[],
): { readonly shared: Bound; readonly each: ReadonlyMap<string, Bound> } => ({
  shared: { what: `notices of ${caused}`, limit: NOTICES_OF_CALLER, seconds: HOUR },
  each: new Map(
    emails.map((email) => [
      email,
      { what: `notices to ${email}`, limit: NOTICES_TO_ADDRESS, seconds: HOUR },
    ]),
  ),
});

/** Codes that come back, right or wrong, however many were sent. */
export const codeBounds = (userId: string, newEmail: string): readonly Bound[] => [
  { what: `codes of ${userId}`, limit: CODES, seconds: DAY },
  { what: `codes for ${newEmail}`, limit: CODES_OF_ALL, seconds: DAY },
];

/** In the order of the keys, so that two who count the same wait and do not block each other for good. */
const COUNT = `
  insert into bounded_counts as c (key, count, expires_at)
  select key, times, now() + make_interval(secs => seconds)
  from unnest($1::bytea[], $2::int[], $3::int[]) bound (key, seconds, times) order by key
  on conflict (key) do update set
    count = case when c.expires_at <= now() then excluded.count else c.count + excluded.count end,
    expires_at = case when c.expires_at <= now() then excluded.expires_at else c.expires_at end
  returning key, count, greatest(1, ceil(extract(epoch from expires_at - now())))::int seconds`;

/** Counts, for all replicas, what anybody could ask for without end: mails, and tries of short codes. */
@Injectable()
export class BoundedCounts {
  constructor(private readonly keys: ServerKeys) {}

  /**
   * Counts each, in the transaction of what it is about. Throws 429 where one is beyond its bound: then the
   * transaction ends, and none was counted.
   */
  async spend(
    tx: EntityManager,
    code: 'too-many-mails' | 'too-many-codes',
    bounds: readonly Bound[],
  ): Promise<void> {
    const over = await this.countOver(tx, bounds);
    if (over.length === 0) return;
    throw tooManyRequests(Math.max(...over.map((each) => each.seconds)), {}, code);
  }

  /** Takes back what `spend` counted, in the same transaction: what was right is no try. */
  async giveBack(tx: EntityManager, bounds: readonly Bound[]): Promise<void> {
    const keys = bounds.map(({ what }) => this.keys.digest(`bounded count ${what}`));
    const times = bounds.map((bound) => bound.times ?? 1);
    await tx.query(
      `update bounded_counts c set count = greatest(0, c.count - bound.times)
       from unnest($1::bytea[], $2::int[]) bound (key, times) where c.key = bound.key`,
      [keys, times],
    );
  }

  /** Counts what nobody is refused for: the names of `each` that are still within their bounds; none beyond the shared one. */
  async within(
    tx: EntityManager,
    { shared, each }: { readonly shared: Bound; readonly each: ReadonlyMap<string, Bound> },
  ): Promise<string[]> {
    if ((await this.countOver(tx, [shared])).length > 0) return [];
    const over = new Set((await this.countOver(tx, [...each.values()])).map(({ what }) => what));
    return [...each].flatMap(([name, { what }]) => (over.has(what) ? [] : [name]));
  }

  /** Counts each, and gives those that are beyond their bounds, with the seconds until they begin anew. */
  private async countOver(
    tx: EntityManager,
    bounds: readonly Bound[],
  ): Promise<{ readonly what: string; readonly seconds: number }[]> {
    const keys = bounds.map(({ what }) => this.keys.digest(`bounded count ${what}`));
    const counted = await tx.query<{ key: Buffer; count: number; seconds: number }[]>(COUNT, [
      keys,
      bounds.map(({ seconds }) => seconds),
      bounds.map(({ times = 1 }) => times),
    ]);
    return counted.flatMap(({ key, count, seconds }) => {
      const { what, limit } = bounds[keys.findIndex((each) => each.equals(key))]!;
      return count > limit ? [{ what, seconds }] : [];
    });
  }
}
