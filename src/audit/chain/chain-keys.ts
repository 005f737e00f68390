import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveBytes, deriveKey } from '../../crypto/derive-key.js';
import {
  canonicalJson,
  type ChainEntry,
  type EntryWithoutTarget,
  sealedBytes,
  type UnlinkedEntry,
} from './chain-bytes.js';

/** Bytes of a key's id. */
const KEY_ID = 8;

/** One key of the chain. Links name it by its id. */
export class ChainKey {
  /** Derived from the key one-way. */
  readonly id: string;
  private readonly key: KeyObject;
  private readonly sealing: KeyObject;

  constructor(secret: string) {
    this.key = deriveKey(secret, 'strongroom audit chain');
    this.sealing = deriveKey(secret, 'strongroom audit seal');
    this.id = deriveBytes(secret, 'strongroom audit chain key id', { bytes: KEY_ID }).toString(
      'hex',
    );
  }

  /** The MAC over an entry and the MAC before it. */
  link(previous: Buffer, entry: Buffer): Buffer {
    return createHmac('sha256', this.key).update(previous).update(entry).digest();
  }

  /** Stored with an entry until it is linked: nobody without a key can write one that verifies. */
  seal(entry: UnlinkedEntry): Buffer {
    return this.sealWith(entry, canonicalJson(entry.target));
  }

  /** Does what `seal` does, for a target that is at hand as `canonicalJson` writes it. */
  sealWith(entry: EntryWithoutTarget, targetJson: string): Buffer {
    const mac = createHmac('sha256', this.sealing).update(sealedBytes(entry, targetJson)).digest();
    return Buffer.concat([Buffer.from(this.id, 'hex'), mac]);
  }
}

/** The key that links are made with, and those that earlier links were made with. */
export class ChainKeys {
  private readonly byId: ReadonlyMap<string, ChainKey>;

  constructor(
    readonly current: ChainKey,
    former: readonly ChainKey[] = [],
  ) {
    this.byId = new Map([...former, current].map((key) => [key.id, key]));
  }

  /** `secrets`: the current one first, then former ones. */
  static fromSecrets([secret, ...former]: readonly [string, ...string[]]): ChainKeys {
    return new ChainKeys(
      new ChainKey(secret),
      former.map((each) => new ChainKey(each)),
    );
  }

  find(id: string): ChainKey | undefined {
    return this.byId.get(id);
  }

  /** Whether a server with one of these keys wrote the entry as it is; false without a seal. */
  verifySeal(entry: ChainEntry, seal: Buffer | null): boolean {
    const key = seal && this.find(seal.subarray(0, KEY_ID).toString('hex'));
    return Boolean(key && isSameMac(key.seal(entry), seal));
  }
}

/** Compares in constant time; buffers from the database may have any length. */
export const isSameMac = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
