import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AssociatedData, SealBroken, type SealKey } from '../../crypto/envelope.js';
import { KeyRing, type WriteKey } from '../../keys/key-ring.js';

/** What a sealed key belongs to: it opens for no other authority or certificate, number or public key. */
export interface KeyPlace {
  readonly purpose: 'ca-key' | 'certificate-key';
  readonly orgId: string;
  readonly projectId: string;
  /** The authority, or the certificate. */
  readonly ownerId: string;
  /** The number among the keys of an authority; a certificate has one key. */
  readonly number: number;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
}

export interface SealedKey {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly sealed: Buffer;
}

export type StoredKey = KeyPlace & SealedKey;

/** Seals the private keys of authorities and certificates under the data key of their project. */
@Injectable()
export class KeySeals {
  constructor(private readonly keyRing: KeyRing) {}

  /** Seals a key under the newest data key, which stays until the transaction ends. */
  async seal(tx: EntityManager, place: KeyPlace, privateKey: KeyObject): Promise<SealedKey> {
    const write = await this.keyRing.forWriting(tx, place.projectId);
    return sealed(write, place, privateKey.export({ type: 'pkcs8', format: 'der' }));
  }

  /** Throws SealBroken, and reports it, for a key that was changed or put in the place of another. */
  async open(stored: StoredKey, tx?: EntityManager): Promise<KeyObject> {
    const key = await this.bytesOf(stored, tx);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }

  /** Seals keys of one project anew; null for one that does not open. */
  async reseal(
    tx: EntityManager,
    write: WriteKey,
    rows: readonly StoredKey[],
  ): Promise<(SealedKey | null)[]> {
    const again: (SealedKey | null)[] = [];
    for (const row of rows) {
      const bytes = await this.bytesOf(row, tx).catch(nullIfBroken);
      again.push(bytes && sealed(write, row, bytes));
    }
    return again;
  }

  forWriting(tx: EntityManager, projectId: string): Promise<WriteKey> {
    return this.keyRing.forWriting(tx, projectId);
  }

  private async bytesOf(stored: StoredKey, tx?: EntityManager): Promise<Buffer> {
    const { purpose, projectId, ownerId, number } = stored;
    try {
      const keyOf = await this.keyRing.forReading(projectId, [stored], tx);
      return open(keyOf(stored), stored);
    } catch (error) {
      if (error instanceof SealBroken)
        this.keyRing.reportBroken({ projectId, purpose, ownerId, keyNumber: number });
      throw error;
    }
  }
}

const nullIfBroken = (error: unknown): null => {
  if (error instanceof SealBroken) return null;
  throw error;
};

const sealed = (
  { key, keyVersion, salt }: WriteKey,
  place: KeyPlace,
  bytes: Buffer,
): SealedKey => ({
  keyVersion,
  salt,
  sealed: key.seal(bytes, placeOf(place)),
});

const open = (key: SealKey, stored: StoredKey): Buffer => key.open(stored.sealed, placeOf(stored));

const placeOf = (place: KeyPlace): AssociatedData => ({
  purpose: place.purpose,
  ids: [place.orgId, place.projectId, place.ownerId, place.number],
  field: 'private key',
  beside: [createHash('sha256').update(place.publicKey).digest('hex')],
});
