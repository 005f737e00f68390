import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OpenIssuing } from '../../certificates/issued/open-issuing.service.js';
import type { PolicyProblem } from '../../certificates/policies/policy-check.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { ApiError, badRequest, conflict, tooManyRequests } from '../../errors/api-error.js';
import { ACME_ERROR } from '../../errors/protocol-bodies.js';
import { AcmeAccountsRepository } from '../accounts/accounts.repository.js';
import {
  type AccountRequest,
  requireBound,
  requirePresent,
  requirePayload,
} from '../jws/signed-requests.js';
import { textIn } from '../jws/jws-message.js';
import { Enrollments } from '../enrollments.js';
import { malformed, notEntitled, unknownResource } from '../refusals.js';
import { RenewalInfo } from '../renewal/renewal-info.service.js';
import { type Identifier, readDate, readIdentifiers, sanOf } from './identifiers.js';
import { NameSetPace } from './name-set-pace.js';
import { boundProblems } from './bound-names.js';
import { isGranted, newOrderOf } from './new-order.js';
import type { OrderRecord } from './order.js';
import { OrdersRepository } from './orders.repository.js';

const MAX_PENDING = 300;
/** What one account may ask for within three hours. */
const [MAX_ORDERS, MAX_NAMES] = [300, 3_000];
const MAX_FAILED = 10;
const HOUR_IN_SECONDS = 3_600;
const PAGE = 50;

export interface OrderPage {
  readonly ids: readonly string[];
  /** From which the next page goes on; null at the end. */
  readonly next: string | null;
}

/** Orders of ACME accounts (RFC 8555, 7.4). */
@Injectable()
export class Orders {
  // oxlint-disable-next-line max-params -- an order is asked, judged, and may replace a certificate
  constructor(
    private readonly orders: OrdersRepository,
    private readonly accounts: AcmeAccountsRepository,
    private readonly issuing: OpenIssuing,
    private readonly renewals: RenewalInfo,
    private readonly database: Database,
    private readonly pace: NameSetPace,
    private readonly enrollments: Enrollments,
  ) {}

  /**
   * An order that asks for the same and is not over comes back. Throws what names the policy does not allow, and 429 for an
   * account with too many names that are not proved, or for names with too many certificates.
   */
  async create(request: AccountRequest): Promise<OrderRecord> {
    const payload = requirePayload(request);
    const identifiers = readIdentifiers(payload.identifiers);
    const notBefore = readDate(payload.notBefore, 'notBefore');
    const notAfter = readDate(payload.notAfter, 'notAfter');
    if (notAfter && notAfter <= (notBefore ?? new Date()))
      throw malformed('The certificate would end before it begins, or has ended already.');
    const { enrollment, account } = request;
    requireProfile(payload.profile, enrollment.slug);
    requireBound(request);
    const names = { sans: identifiers.map(sanOf), notBefore, notAfter };
    const problems = await this.issuing.problemsOf(enrollment, names).catch(rethrown);
    const beyond = await boundProblems(account.allowedNames, names.sans);
    requireAllowed(identifiers, [...problems, ...beyond]);
    const replaced = await this.replacedBy(request);
    const replaces = replaced?.certId ?? null;
    const digest = digestOf({ identifiers, notBefore, notAfter, replaces });
    const accountId = account.id;
    return this.database.transaction(async (tx) => {
      const present = { account, enrollment: await this.enrollments.findShared(tx, enrollment) };
      requireBound(present);
      const now = requirePresent(await this.accounts.lock(tx, request));
      const same = await this.orders.findSame(tx, accountId, digest);
      if (same) return same;
      if (replaced) await this.requireReplaceable(tx, { accountId, identifiers }, replaced);
      const values = identifiers.map(({ value }) => value.replace(/^\*\./, ''));
      await this.requireRoom(tx, accountId, values);
      await this.pace.requireRoom(enrollment, identifiers, tx);
      const granted = isGranted(present);
      const names = { accountId, values, isGranted: granted };
      const reusable = await this.orders.listReusable(tx, names);
      const draft = { accountId, identifiers, digest, notBefore, notAfter, replaces, now };
      const made = newOrderOf(draft, reusable, granted);
      await this.orders.insert(tx, made);
      return (await this.orders.lock(tx, accountId, made.order.id))!; // it was made a moment ago
    });
  }

  private async requireRoom(
    tx: EntityManager,
    accountId: string,
    values: readonly string[],
  ): Promise<void> {
    const failing = await this.orders.findFailing(tx, accountId, values, MAX_FAILED);
    const pending = await this.orders.countPending(tx, accountId);
    const recent = await this.orders.countRecent(tx, accountId);
    const isTooMuch = recent.orders >= MAX_ORDERS || recent.names >= MAX_NAMES;
    if (failing !== null || pending + values.length > MAX_PENDING || isTooMuch)
      throw tooManyRequests(HOUR_IN_SECONDS);
  }

  /** The certificate that a request names as the one to be replaced. */
  private async replacedBy({
    payload,
    enrollment,
  }: AccountRequest): Promise<{ readonly id: string; readonly certId: string } | null> {
    if (payload?.replaces === undefined) return null;
    const certId = textIn(payload.replaces) ?? '';
    const { id } = await this.renewals.find(enrollment, certId);
    return { id, certId };
  }

  private async requireReplaceable(
    tx: EntityManager,
    { accountId, identifiers }: Pick<OrderRecord, 'accountId' | 'identifiers'>,
    replaced: { readonly id: string; readonly certId: string },
  ): Promise<void> {
    const found = await this.orders.findReplaced(tx, accountId, replaced);
    if (!found) throw notEntitled('The certificate to be replaced is not of this account.');
    const known = new Set(found.identifiers.map(({ value }) => value));
    if (!identifiers.some(({ value }) => known.has(value)))
      throw malformed('The certificate to be replaced has no name of the order.');
    if (found.isReplaced)
      throw conflict('acme-already-replaced', 'Another order replaces this certificate.');
  }

  /** Throws 404 for one of another account. */
  async get({ account }: AccountRequest, id: string): Promise<OrderRecord> {
    const order = isUuid(id) ? await this.orders.find(account.id, id) : null;
    if (!order) throw unknownResource();
    return order;
  }

  /** The ids of those that are not over, the newest first. */
  async list({ account }: AccountRequest, cursor: string | undefined): Promise<OrderPage> {
    if (cursor !== undefined && !isUuid(cursor)) throw unknownResource();
    const found = await this.orders.list(account.id, cursor ?? null, PAGE + 1);
    const ids = found.slice(0, PAGE);
    return { ids, next: found.length > PAGE ? ids.at(-1)! : null }; // a page is not empty
  }
}

/** Throws 400 for another profile than that of the directory, which one that is not named stands for. */
function requireProfile(sent: unknown, slug: string): void {
  if (sent === undefined || sent === slug) return;
  throw badRequest('acme-invalid-profile', `The profile of this directory is ${slug}.`);
}

/** Dates that the authority does not allow, in the words of ACME. */
function rethrown(error: unknown): never {
  const isBeyond = error instanceof ApiError && error.code === 'certificate-out-of-bounds';
  throw isBeyond ? malformed(String(error.reason)) : error;
}

const digestOf = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');

/** Each name that is refused is told by itself, so that a client can ask for the others. */
function requireAllowed(
  identifiers: readonly Identifier[],
  problems: readonly PolicyProblem[],
): void {
  const [first] = problems;
  if (!first) return;
  const subproblems = identifiers.flatMap((identifier) => {
    const { type, value } = sanOf(identifier);
    const own = problems.find((each) => each.about === type && each.value === value);
    const refused = `${ACME_ERROR}rejectedIdentifier`;
    return own ? [{ type: refused, detail: own.message, identifier }] : [];
  });
  if (identifiers.length === 1 || subproblems.length === 0)
    throw badRequest('acme-rejected-identifier', first.message);
  throw badRequest('acme-compound', 'Some of the names cannot be issued.', { subproblems });
}
