import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { flattenedVerify } from 'jose';
import { BindingSecrets } from '../../certificates/profiles/binding-secrets.js';
import { notBound, type SignedMessage } from '../jws/signed-requests.js';
import { readAccountKey } from '../jws/account-key.js';
import { type JwsMessage, messageOf, textIn } from '../jws/jws-message.js';
import { malformed, notEntitled } from '../refusals.js';

/** External account bindings (RFC 8555, 7.3.4): whoever has the secret of a profile binds keys to it. */
@Injectable()
export class AccountBindings {
  constructor(private readonly secrets: BindingSecrets) {}

  /**
   * Returns the binding as it was sent, null where there is none. Throws 403 where one is needed, and in the same words for
   * another key id as for a wrong secret.
   */
  async check(request: SignedMessage): Promise<object | null> {
    const { enrollment, payload } = request;
    const sent = payload?.externalAccountBinding;
    if (sent === undefined) {
      if (enrollment.setting.skipEabBinding === true) return null;
      throw notBound();
    }
    const binding = await messageOf(sent);
    const isKnown = await this.checkForm(request, binding);
    const isSigned = await this.isSigned(request, binding);
    if (!isKnown || !isSigned)
      throw notEntitled('The external account binding is not by a key of this directory.');
    return sent as object;
  }

  /** Returns whether the key id is that of the profile. Throws malformed. */
  private async checkForm(
    { enrollment, place, key }: SignedMessage,
    { header, payload }: JwsMessage,
  ): Promise<boolean> {
    if (header.alg !== 'HS256') throw malformed('An external account binding is signed by HS256.');
    if ('nonce' in header || 'jwk' in header)
      throw malformed('An external account binding has a kid, no nonce and no jwk.');
    if (header.url !== place.url)
      throw malformed('The url of the external account binding is not that of the message.');
    const bound = await readAccountKey(payload);
    if (bound.thumbprint !== key.thumbprint)
      throw malformed('The external account binding is for another key than that of the message.');
    const kid = Buffer.from(textIn(header.kid) ?? '');
    const own = Buffer.from(enrollment.profileId);
    return kid.length === own.length && timingSafeEqual(kid, own);
  }

  /** The MAC is compared whatever the key id, so that both take as long. */
  private async isSigned({ enrollment }: SignedMessage, { parts }: JwsMessage): Promise<boolean> {
    const { profileId: id, bindingNumber } = enrollment;
    for (const secret of this.secrets.listFor({ id, bindingNumber })) {
      const verified = await flattenedVerify(parts, secret, { algorithms: ['HS256'] }).then(
        () => true,
        () => false,
      );
      if (verified) return true;
    }
    return false;
  }
}
