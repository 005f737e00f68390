import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { type ChainEntry, type Written, writtenBytes } from './chain-bytes.js';

/** Bytes of a key's id. */
const KEY_ID = 8;

/** One key of the chain, and the name under which links say that they were made with it. */
export class ChainKey {
  /** Tells keys apart; nothing follows from it. */
  readonly id: string;
  private readonly key: KeyObject;
  private readonly sealing: KeyObject;

  constructor(secret: string) {
    const derive = (purpose: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, '', `strongroom ${purpose}`, length));
    this.key = createSecretKey(derive('audit chain', 32));
    this.sealing = createSecretKey(derive('audit seal', 32));
    this.id = derive('audit chain key id', KEY_ID).toString('hex');
  }

  /** What ties an entry to all before it. */
  link(previous: Buffer, entry: Buffer): Buffer {
    return createHmac('sha256', this.key).update(previous).update(entry).digest();
  }

  /** Goes with an entry until it is linked: who holds no key cannot write one that is vouched for. */
  seal(entry: Written): Buffer {
    const mac = createHmac('sha256', this.sealing).update(writtenBytes(entry)).digest();
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

  /** `secrets`: the one in use, then those before it. */
  static of([secret, ...former]: readonly [string, ...string[]]): ChainKeys {
    return new ChainKeys(
      new ChainKey(secret),
      former.map((each) => new ChainKey(each)),
    );
  }

  find(id: string): ChainKey | undefined {
    return this.byId.get(id);
  }

  /** Whether a server with one of these keys wrote the entry as it is. */
  vouchFor(entry: ChainEntry, seal: Buffer | null): boolean {
    const key = seal && this.find(seal.subarray(0, KEY_ID).toString('hex'));
    return Boolean(key && isSameMac(key.seal(entry), seal));
  }
}

/** Whatever has been put in place of one. */
export const isSameMac = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
