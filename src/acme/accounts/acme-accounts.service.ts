import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { keyHashOf } from '../../certificates/issued/leaf-issuing.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { ApiError, conflict } from '../../errors/api-error.js';
import { AcmeAddresses } from '../addresses.js';
import {
  type AccountKey,
  badKey,
  readAccountKey,
  requireAlgorithm,
  verifyMessage,
} from '../jws/account-key.js';
import { type JwsMessage, messageOf, textIn } from '../jws/jws-message.js';
import {
  type AccountRequest,
  noAccount,
  requireLiving,
  requirePresent,
  requirePayload,
  type SignedMessage,
} from '../jws/signed-requests.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { malformed } from '../refusals.js';
import { AccountPace } from './account-pace.js';
import { AccountBindings } from './bindings.js';
import { type AcmeAccountRecord, AcmeAccountsRepository } from './accounts.repository.js';
import { readContacts } from './contacts.js';

export interface RegisteredAccount {
  readonly account: AcmeAccountRecord;
  readonly isNew: boolean;
}

/** Accounts of ACME clients (RFC 8555, 7.3). */
@Injectable()
export class AcmeAccounts {
  // oxlint-disable-next-line max-params -- an account is bound, stored and written down
  constructor(
    private readonly accounts: AcmeAccountsRepository,
    private readonly orders: OrdersRepository,
    private readonly bindings: AccountBindings,
    private readonly certificates: CertificatesRepository,
    private readonly pace: AccountPace,
    private readonly addresses: AcmeAddresses,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** A key that is known gives its account as it is, whatever else the message says. */
  async register(request: SignedMessage): Promise<RegisteredAccount> {
    const payload = requirePayload(request);
    const { enrollment, key } = request;
    const known = await this.accounts.findByKey(enrollment.id, key.thumbprint);
    if (known) return { account: requireKnown(known), isNew: false };
    if (payload.onlyReturnExisting === true) throw noAccount();
    const contact = readContacts(payload.contact) ?? [];
    const binding = await this.bindings.check(request);
    await this.pace.requireRoom(request, binding);
    const hasAgreed = payload.termsOfServiceAgreed === true;
    const { jwk, thumbprint } = key;
    const bound = {
      binding: binding?.sent ?? null,
      allowedNames: binding?.key?.allowedNames ?? null,
    };
    const draft = { id: newId(), thumbprint, jwk, contact, hasAgreed, ...bound };
    const isNew = await this.database.transaction(async (tx) => {
      await this.bindings.requireStill(tx, request, binding);
      await this.requireSafe(tx, request, key);
      if (!(await this.accounts.insert(tx, enrollment, draft))) return false;
      if (binding?.key) await this.bindings.spend(tx, binding.key);
      await this.pace.count(request, binding);
      const byKey = binding?.key ? { bindingKeyId: binding.key.id } : {};
      const more = { contact, thumbprint, isBound: binding !== null, ...byKey };
      await this.record(tx, { ...request, account: draft }, 'create', more);
      return true;
    });
    const account = await this.accounts.findByKey(enrollment.id, thumbprint);
    if (!account) throw noAccount();
    return { account: requireKnown(account), isNew };
  }

  /** Changes contacts or deactivates, for good. A message that only asks changes nothing. */
  async update(request: AccountRequest): Promise<AcmeAccountRecord> {
    const { payload, account } = request;
    if (!payload) return account;
    const { status } = payload;
    if (status !== undefined && status !== 'deactivated' && status !== account.status)
      throw malformed('The status of an account can become deactivated alone.');
    const contact = readContacts(payload.contact);
    const isEnd = status === 'deactivated';
    const hasAgreed = payload.termsOfServiceAgreed === true || account.hasAgreed;
    if (!contact && !isEnd && hasAgreed === account.hasAgreed) return account;
    const changes = {
      ...{ hasAgreed, ...(contact ? { contact } : {}) },
      ...(isEnd ? { status: 'deactivated' as const } : {}),
    };
    return this.change(request, async (tx) => {
      await this.accounts.update(tx, account.id, changes);
      if (isEnd) await this.orders.endAll(tx, account.id);
      await this.record(tx, request, isEnd ? 'deactivate' : 'update', contact ? { contact } : {});
      return { ...account, ...changes };
    });
  }

  /**
   * Gives the account another key (RFC 8555, 7.3.5): the message is by the old key, and holds one by the new key. Throws 409 where
   * another account has it.
   */
  async changeKey(request: AccountRequest): Promise<AcmeAccountRecord> {
    const { account, key: former, place } = request;
    const inner = await messageOf(requirePayload(request));
    const { header, payload } = inner;
    requireAlgorithm(header.alg);
    if ('nonce' in header || 'kid' in header)
      throw malformed('The inner message has a jwk, no kid and no nonce.');
    if (header.url !== place.url) throw malformed('The inner message has another url.');
    const next = await readAccountKey(header.jwk);
    await verifyMessage(inner, next);
    if (!this.isAbout(request, payload))
      throw malformed('The inner message is about another account.');
    if ((await readAccountKey(payload?.oldKey)).thumbprint !== former.thumbprint)
      throw malformed('oldKey is not the present key of the account.');
    if (next.thumbprint === former.thumbprint) throw malformed('The new key is the present one.');
    const { jwk, thumbprint } = next;
    const changing = this.change(request, async (tx) => {
      await this.requireSafe(tx, request, next);
      await this.accounts.changeKey(tx, account.id, next);
      await this.record(tx, request, 'change-key', { thumbprint });
      return { ...account, jwk, thumbprint };
    });
    return changing.catch(async (error: unknown) => {
      const isInUse = error instanceof ApiError && error.code === 'acme-key-in-use';
      throw isInUse ? await this.inUse(request, thumbprint) : error;
    });
  }

  /** Throws badPublicKey (400) for a key that others know: a certificate with it was revoked for that. */
  private async requireSafe(
    tx: EntityManager,
    { enrollment }: Pick<AccountRequest, 'enrollment'>,
    { key }: AccountKey,
  ): Promise<void> {
    const spki = key.export({ type: 'spki', format: 'der' });
    if (await this.certificates.isCompromised(tx, enrollment.orgId, keyHashOf(spki)))
      throw badKey('Others know this key: a certificate with it was revoked. Make a new key.');
  }

  private isAbout(
    { enrollment, account }: AccountRequest,
    payload: JwsMessage['payload'],
  ): boolean {
    const url = textIn(payload?.account) ?? '';
    return this.addresses.accountIdOf(url, enrollment) === account.id;
  }

  /** The refusal says which account has the key. */
  private async inUse(
    { enrollment, place }: AccountRequest,
    thumbprint: string,
  ): Promise<ApiError> {
    const other = await this.accounts.findByKey(enrollment.id, thumbprint);
    const { code, reason } = conflict('acme-key-in-use', 'Another account has the new key.');
    const headers: Record<string, string> = other
      ? { Location: `${place.base}/accounts/${other.id}` }
      : {};
    return new ApiError(code, reason, undefined, headers);
  }

  private change<T>(request: AccountRequest, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      requirePresent(await this.accounts.lock(tx, request));
      return work(tx);
    });
  }

  private record(
    tx: EntityManager,
    {
      enrollment,
      account,
      context,
    }: Pick<AccountRequest, 'enrollment' | 'context'> & {
      readonly account: { readonly id: string };
    },
    verb: string,
    more: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { orgId, projectId, profileId: certificateProfileId, applicationId } = enrollment;
    const through = applicationId === null ? {} : { applicationId };
    const target = { acmeAccountId: account.id, certificateProfileId, ...through, ...more };
    const entry = { action: `acme-account.${verb}`, projectId, target };
    return this.audit.recordAccount(tx, { orgId, id: account.id }, entry, context);
  }
}

function requireKnown(account: AcmeAccountRecord): AcmeAccountRecord {
  requireLiving(account);
  return account;
}
