import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { flattenedVerify } from 'jose';
import type { EntityManager } from 'typeorm';
import type { BindingKeyRecord } from '../../certificates/enrollments/binding-key.js';
import { BindingKeysRepository } from '../../certificates/enrollments/binding-keys.repository.js';
import { BindingSecrets } from '../../certificates/enrollments/binding-secrets.js';
import { isUuid } from '../../database/uuid.js';
import { Enrollments } from '../enrollments.js';
import { notBound, type SignedMessage } from '../jws/signed-requests.js';
import { readAccountKey } from '../jws/account-key.js';
import { type JwsMessage, messageOf, textIn } from '../jws/jws-message.js';
import { malformed, notEntitled } from '../refusals.js';

/** The key that binds an account to an enrollment. */
export interface AccountBinding {
  readonly sent: object;
  /** Null for the key that all clients may have. */
  readonly key: BindingKeyRecord | null;
}

/** External account bindings (RFC 8555, 7.3.4): whoever has a secret of an enrollment binds keys to it. */
@Injectable()
export class AccountBindings {
  constructor(
    private readonly secrets: BindingSecrets,
    private readonly keys: BindingKeysRepository,
    private readonly enrollments: Enrollments,
  ) {}

  /**
   * Returns the binding, null where there is none. Throws 403 where one is needed, and in the same words for
   * another key id as for a wrong secret.
   */
  async check(request: SignedMessage): Promise<AccountBinding | null> {
    const { enrollment, payload } = request;
    const sent = payload?.externalAccountBinding;
    if (sent === undefined) {
      if (enrollment.setting.skipEabBinding === true) return null;
      throw notBound();
    }
    const binding = await messageOf(sent);
    await this.checkForm(request, binding);
    const kid = textIn(binding.header.kid) ?? '';
    const isOwn = isSame(kid, enrollment.bindingId);
    // Looked for whatever the key id, and the MAC is compared whatever comes of it, so that all take as long.
    const key = await this.keys.find(enrollment.id, isUuid(kid) ? kid : enrollment.id);
    const isSigned = await this.isSigned(request, binding, key);
    if (!isSigned || (!isOwn && !key)) throw notOfThisDirectory();
    return { sent: sent as object, key };
  }

  /**
   * Looks again, inside the transaction that makes the account: whoever ended bindings by this secret, or without one, has been
   * told that none follows. Throws as `check`, and 404 where the directory is gone.
   */
  async requireStill(
    tx: EntityManager,
    { enrollment }: SignedMessage,
    binding: AccountBinding | null,
  ): Promise<void> {
    const { setting, bindingId, bindingNumber } = await this.enrollments.findShared(tx, enrollment);
    if (!binding && setting.skipEabBinding !== true) throw notBound();
    const isShared = binding !== null && binding.key === null;
    const isSameSecret =
      bindingId === enrollment.bindingId && bindingNumber === enrollment.bindingNumber;
    if (isShared && !isSameSecret) throw notOfThisDirectory();
  }

  /** Counts an account for a named key. Throws 403 where it may bind no further one: its secret held, so that its holder is told. */
  async spend(tx: EntityManager, { id }: BindingKeyRecord): Promise<void> {
    if (!(await this.keys.spend(tx, id)))
      throw notEntitled(
        'The binding key is over: it has expired, or has bound as many accounts as it may.',
      );
  }

  /** Throws malformed. */
  private async checkForm(
    { place, key }: SignedMessage,
    { header, payload }: JwsMessage,
  ): Promise<void> {
    if (header.alg !== 'HS256') throw malformed('An external account binding is signed by HS256.');
    if ('nonce' in header || 'jwk' in header)
      throw malformed('An external account binding has a kid, no nonce and no jwk.');
    if (header.url !== place.url)
      throw malformed('The url of the external account binding is not that of the message.');
    const bound = await readAccountKey(payload);
    if (bound.thumbprint !== key.thumbprint)
      throw malformed('The external account binding is for another key than that of the message.');
  }

  private async isSigned(
    { enrollment }: SignedMessage,
    { parts }: JwsMessage,
    named: BindingKeyRecord | null,
  ): Promise<boolean> {
    const secrets = named ? this.secrets.listForKey(named.id) : this.secrets.listFor(enrollment);
    for (const secret of secrets) {
      const verified = await flattenedVerify(parts, secret, { algorithms: ['HS256'] }).then(
        () => true,
        () => false,
      );
      if (verified) return true;
    }
    return false;
  }
}

const notOfThisDirectory = () =>
  notEntitled('The external account binding is not by a key of this directory.');

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
