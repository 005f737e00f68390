import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** One key of the chain, and the name under which links say that they were made with it. */
export class ChainKey {
  /** Tells keys apart; nothing follows from it. */
  readonly id: string;
  private readonly key: KeyObject;

  constructor(secret: string) {
    const derive = (purpose: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, '', `strongroom ${purpose}`, length));
    this.key = createSecretKey(derive('audit chain', 32));
    this.id = derive('audit chain key id', 8).toString('hex');
  }

  /** What ties an entry to all before it. */
  link(previous: Buffer, entry: Buffer): Buffer {
    return createHmac('sha256', this.key).update(previous).update(entry).digest();
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
}
