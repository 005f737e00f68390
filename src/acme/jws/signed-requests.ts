import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, badRequest, permissionDenied } from '../../errors/api-error.js';
import { type RequestContext, requestContext } from '../../http/request-context.js';
import {
  type AcmeAccountRecord,
  AcmeAccountsRepository,
  type LockedAccount,
} from '../accounts/accounts.repository.js';
import { AcmeAddresses, type AcmePlace } from '../addresses.js';
import type { OpenEnrollment } from '../../certificates/enrollments/enrollment.js';
import { Enrollments } from '../enrollments.js';
import { Nonces } from '../nonces.js';
import { GrantedNames } from '../orders/granted-names.js';
import { badNonce, malformed, notEntitled } from '../refusals.js';
import {
  type AccountKey,
  accountKeyOf,
  readAccountKey,
  requireAlgorithm,
  verifyMessage,
} from './account-key.js';
import { type JwsMessage, readMessage, textIn } from './jws-message.js';

/** A message whose signature held, with what it is about. */
export interface SignedMessage {
  readonly enrollment: OpenEnrollment;
  readonly place: AcmePlace;
  readonly context: RequestContext;
  /** By which the message is signed. */
  readonly key: AccountKey;
  /** Null for a payload that is empty: the client only asks. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

export type AccountRequest = SignedMessage & { readonly account: AcmeAccountRecord };

type Sent = Request<object, unknown, { readonly bytes?: Buffer } | undefined>;

/**
 * Opens the messages of ACME clients. What costs nothing is looked at first, and nothing is written for whoever cannot sign. The
 * first check that fails decides: form, algorithm, URL, key, nonce, signature, and whether the nonce is used.
 */
@Injectable()
export class SignedRequests {
  // oxlint-disable-next-line max-params -- a message is about a profile, an account, a URL and a nonce
  constructor(
    private readonly enrollments: Enrollments,
    private readonly accounts: AcmeAccountsRepository,
    private readonly addresses: AcmeAddresses,
    private readonly nonces: Nonces,
    private readonly granted: GrantedNames,
  ) {}

  /** A message by the key that it brings along. */
  async openByKey(req: Request): Promise<SignedMessage> {
    const { message, place } = await this.read(req);
    if ('kid' in message.header) throw malformed('The message has to bring its key as jwk.');
    return this.verifyByKey(req, { message, place });
  }

  /** A message of an account that is registered and not deactivated. */
  async openByAccount(req: Request): Promise<AccountRequest> {
    const { message, place } = await this.read(req);
    if ('jwk' in message.header) throw malformed('The message has to name its account as kid.');
    return this.verifyByAccount(req, { message, place });
  }

  /** A message by an account or by the key that it brings along. */
  async open(req: Request): Promise<SignedMessage | AccountRequest> {
    const opened = await this.read(req);
    return 'jwk' in opened.message.header
      ? this.verifyByKey(req, opened)
      : this.verifyByAccount(req, opened);
  }

  private async read(req: Sent): Promise<Opened> {
    const message = await readMessage(req.body?.bytes ?? Buffer.alloc(0));
    const { header } = message;
    const [url, nonce] = [textIn(header.url), textIn(header.nonce)];
    if ('jwk' in header === 'kid' in header)
      throw malformed('The protected header needs either jwk or kid.');
    requireAlgorithm(header.alg);
    if (url === null) throw malformed('The protected header needs a url.');
    const place = this.addresses.placeOf(req.originalUrl);
    if (url !== place.url)
      throw notEntitled(`The message was signed for another URL than ${place.url}.`);
    if (nonce === null) throw badNonce();
    return { message, place };
  }

  private async verifyByKey(req: Request, opened: Opened): Promise<SignedMessage> {
    const enrollment = await this.enrollments.find(opened.place);
    const key = await readAccountKey(opened.message.header.jwk);
    await this.verify(opened.message, key);
    const { payload } = opened.message;
    return { enrollment, place: opened.place, context: requestContext(req), key, payload };
  }

  private async verifyByAccount(req: Request, { message, place }: Opened): Promise<AccountRequest> {
    const enrollment = await this.enrollments.find(place);
    const kid = textIn(message.header.kid) ?? '';
    const id = this.addresses.accountIdOf(kid, enrollment);
    const account = id === null ? null : await this.accounts.find(enrollment.id, id);
    if (!account) throw noAccount();
    const key = await accountKeyOf(account.jwk);
    await this.verify(message, key);
    requireLiving(account);
    await this.granted.endUngranted({ enrollment, account });
    const { payload } = message;
    return { enrollment, place, context: requestContext(req), key, payload, account };
  }

  private async verify(message: JwsMessage, key: AccountKey): Promise<void> {
    const nonce = message.header.nonce as string; // `read` has looked at it
    const epoch = await this.nonces.epochOf(nonce);
    if (!epoch) throw badNonce();
    await verifyMessage(message, key);
    if (!(await this.nonces.spend(nonce, epoch))) throw badNonce();
  }
}

interface Opened {
  readonly message: JwsMessage;
  readonly place: AcmePlace;
}

export const noAccount = () =>
  badRequest('acme-no-account', 'There is no such account at this directory: register first.');

/** Throws 401 (RFC 8555, 7.3.6). */
export function requireLiving({ status }: Pick<AcmeAccountRecord, 'status'>): void {
  if (status !== 'valid') throw deactivated();
}

/** Gives the clock of the database. Throws as `requireLiving`, and 403 where the key was changed since the message was read. */
export function requirePresent(account: LockedAccount): Date {
  if (account.is === 'present') return account.now;
  if (account.is === 'deactivated') throw deactivated();
  throw notEntitled('The account has another key now: sign the message with that.');
}

const deactivated = () => new ApiError('acme-account-deactivated', 'The account was deactivated.');

/** Throws 403 for an account from a time when its profile asked for no binding. */
export function requireBound({
  enrollment,
  account,
}: Pick<AccountRequest, 'enrollment' | 'account'>): void {
  if (enrollment.setting.skipEabBinding !== true && account.binding === null) throw notBound();
}

/** The refusal of an account without an external account binding, where one is needed. */
export const notBound = () =>
  permissionDenied(
    'acme-binding-required',
    'An account of this directory needs an external account binding: give the client its key id and key.',
  );

/** Throws malformed for a message that only asks, where something is to be said. */
export function requirePayload({ payload }: Pick<SignedMessage, 'payload'>) {
  if (!payload) throw malformed('The payload is empty: this URL cannot be read.');
  return payload;
}

/** Throws malformed for a message with a payload, where there is nothing to be said. */
export function requireAsking({ payload }: Pick<SignedMessage, 'payload'>): void {
  if (payload) throw malformed('The payload has to be empty: this URL can only be read.');
}
