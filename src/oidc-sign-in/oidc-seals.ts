import { Injectable, Logger } from '@nestjs/common';
import { ServerKeys } from '../auth/server-keys.js';
import { type AssociatedData, SealBroken, SealKey } from '../crypto/envelope.js';

/** What a client secret belongs to: it opens for no other issuer, client or organization. */
export interface SecretPlace {
  readonly orgId: string;
  readonly issuer: string;
  readonly clientId: string;
}

const LOGIN: AssociatedData = { purpose: 'oidc login', ids: [], field: 'state' };

/** Seals the client secrets of providers, and what a browser keeps while its person is at the provider. */
@Injectable()
export class OidcSeals {
  private readonly log = new Logger(OidcSeals.name);
  /** The one in force first. */
  private readonly keys: readonly SealKey[];

  constructor({ oidcSignIn }: ServerKeys) {
    this.keys = oidcSignIn.map((key) => new SealKey(key.export()));
  }

  sealSecret(place: SecretPlace, secret: string): Buffer {
    return this.keys[0]!.seal(secret, providerSecretPlace(place)); // a key is in force
  }

  /** Null for what was changed, moved or planted. */
  openSecret(place: SecretPlace, sealed: Buffer): string | null {
    const secret = this.open(sealed, providerSecretPlace(place));
    if (secret === null)
      this.log.error(`The client secret of organization ${place.orgId} is broken.`);
    return secret;
  }

  sealLogin(login: object): string {
    return this.keys[0]!.seal(JSON.stringify(login), LOGIN).toString('base64url'); // as above
  }

  /** Null for a text that was not made here. */
  openLogin<T>(sealed: string): T | null {
    const text = this.open(Buffer.from(sealed, 'base64url'), LOGIN);
    return text === null ? null : (JSON.parse(text) as T);
  }

  private open(sealed: Buffer, place: AssociatedData): string | null {
    for (const key of this.keys) {
      try {
        return key.open(sealed, place).toString('utf8');
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
      }
    }
    return null;
  }
}

/** What a client secret is sealed with. */
export const providerSecretPlace = ({ orgId, issuer, clientId }: SecretPlace): AssociatedData => ({
  purpose: 'oidc configuration',
  ids: [orgId],
  field: 'client secret',
  beside: [issuer, clientId],
});
