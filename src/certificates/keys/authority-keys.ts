import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { internalError } from '../../errors/api-error.js';
import type { KeyPair } from '../../x509/key-algorithms.js';
import { KeySigner, type Signer } from '../../x509/signer.js';
import { AuthorityKeysRepository } from './authority-keys.repository.js';
import { KeySeals } from './key-seals.js';

const MAX_OPEN = 1_000;
/** Milliseconds after its last use. */
const KEPT_OPEN = 60 * 60_000;

/** The authority of a key. */
export interface KeyOwner {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
}

/** The keys of authorities. A key that was opened stays in memory for a while, as a KeyObject and never as text. */
@Injectable()
export class AuthorityKeys {
  private readonly signers = new LRUCache<string, Signer>({
    max: MAX_OPEN,
    ttl: KEPT_OPEN,
    updateAgeOnGet: true,
  });

  constructor(
    private readonly keys: AuthorityKeysRepository,
    private readonly seals: KeySeals,
    database: Database,
  ) {
    database.onHistoryChange(() => this.signers.clear());
  }

  /** Stores a new key of an authority. */
  async insert(tx: EntityManager, owner: KeyOwner, number: number, pair: KeyPair): Promise<void> {
    const { id: ownerId, orgId, projectId } = owner;
    const publicKey = bytesOf(pair.publicKey);
    const purpose = 'ca-key' as const;
    const place = { purpose, orgId, projectId, ownerId, number, publicKey };
    await this.keys.insert(tx, place, await this.seals.seal(tx, place, pair.privateKey));
  }

  /** What signs with that key. Throws SealBroken where it does not open. Inside a transaction, give it. */
  async signerOf(authorityId: string, number: number, tx?: EntityManager): Promise<Signer> {
    const name = `${authorityId} ${number}`;
    const known = this.signers.get(name);
    if (known) return known;
    const stored = await this.keys.find(authorityId, number, tx);
    if (!stored) throw internalError();
    const signer = new KeySigner(await this.seals.open(stored, tx));
    this.signers.set(name, signer);
    return signer;
  }

  /** Forgets the open keys of an authority in this process. */
  forget(authorityId: string): void {
    for (const name of this.signers.keys())
      if (name.startsWith(`${authorityId} `)) this.signers.delete(name);
  }
}

const bytesOf = (publicKey: KeyObject): Buffer => publicKey.export({ type: 'spki', format: 'der' });
