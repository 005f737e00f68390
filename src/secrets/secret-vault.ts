import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Place as SealPlace, SealKey } from '../crypto/envelope.js';
import type { StoredMetadata } from '../database/entities/secret.entity.js';
import { KeyRing, type WriteKey } from '../keys/key-ring.js';
import { MASK, type MetadataItem, type OpenSecret, type SealedSecret } from './secret.js';

/** The project whose key seals. */
export interface Owner {
  readonly id: string;
  readonly orgId: string;
}

/** What is sealed of a secret, before and after. */
export interface Plain {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataItem[];
}

export interface Sealed {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly value: Buffer;
  readonly comment: Buffer | null;
  readonly metadata: readonly StoredMetadata[] | null;
}

/** Seals and opens what of a secret is not for the database to know. */
@Injectable()
export class SecretVault {
  constructor(private readonly keyRing: KeyRing) {}

  /** One key for all that one transaction writes. */
  forWriting(owner: Owner): Promise<WriteKey> {
    return this.keyRing.forWriting(owner.id);
  }

  seal(
    { key, keyVersion, salt }: WriteKey,
    owner: Owner,
    { id, version }: { readonly id: string; readonly version: number },
    plain: Plain,
  ): Sealed {
    const at = (field: string) => placeOf(owner, id, version, field);
    const metadata = plain.metadata.map((item, index) =>
      item.isEncrypted
        ? {
            key: item.key,
            sealed: key.seal(item.value, at(metadataField(index))).toString('base64'),
          }
        : { key: item.key, value: item.value },
    );
    return {
      keyVersion,
      salt,
      value: key.seal(plain.value, at('value')),
      comment: plain.comment === '' ? null : key.seal(plain.comment, at('comment')),
      metadata: metadata.length === 0 ? null : metadata,
    };
  }

  /**
   * Opens rows of one project. Values are left sealed, and masked, where `mayShow` says no.
   * Inside a transaction, give it.
   */
  async open(
    owner: Owner,
    secrets: readonly SealedSecret[],
    mayShow: (secret: SealedSecret) => boolean,
    tx?: EntityManager,
  ): Promise<OpenSecret[]> {
    const keyOf = await this.keyRing.forReading(owner.id, secrets, tx);
    return secrets.map((secret) => openOne(owner, secret, keyOf(secret), mayShow(secret)));
  }
}

function openOne(owner: Owner, secret: SealedSecret, key: SealKey, isShown: boolean): OpenSecret {
  const at = (field: string) => placeOf(owner, secret.id, secret.version, field);
  const text = (blob: Buffer, field: string) => key.open(blob, at(field)).toString('utf8');
  const metadata = (secret.metadata ?? []).map((item, index) => {
    if (item.sealed === undefined)
      return { key: item.key, value: item.value ?? '', isEncrypted: false };
    const value = isShown ? text(Buffer.from(item.sealed, 'base64'), metadataField(index)) : MASK;
    return { key: item.key, value, isEncrypted: true };
  });
  return {
    ...secret,
    value: isShown ? text(secret.value, 'value') : MASK,
    isHidden: !isShown,
    comment: secret.comment === null ? '' : text(secret.comment, 'comment'),
    metadata,
  };
}

const metadataField = (index: number) => `metadata.${index}`;

const placeOf = (owner: Owner, id: string, version: number, field: string): SealPlace => ({
  purpose: 'secret',
  ids: [owner.orgId, owner.id, id, version],
  field,
});
