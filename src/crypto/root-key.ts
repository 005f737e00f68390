import { randomBytes } from 'node:crypto';
import { SealBroken, SealKey, type AssociatedData } from './envelope.js';

const CHECK_TEXT = 'strongroom root key';
const CHECK_PLACE: AssociatedData = { purpose: 'root-key-check', ids: [], field: 'value' };

/** The root key: wraps data keys and proves itself against a stored check value. */
export class RootSealKey {
  private readonly seal: SealKey;

  constructor(key: Buffer) {
    this.seal = new SealKey(key);
  }

  checkValue(): Buffer {
    return this.seal.seal(CHECK_TEXT, CHECK_PLACE);
  }

  /** True if the check value was made by this very root key. */
  fits(checkValue: Buffer): boolean {
    try {
      return this.seal.open(checkValue, CHECK_PLACE).toString('utf8') === CHECK_TEXT;
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  }

  /** A new data key, wrapped for its project and version. */
  newDataKey(owner: DataKeyOwner): Buffer {
    return this.seal.seal(randomBytes(32), dataKeyPlace(owner));
  }

  /** Throws SealBroken if the wrapped key is not this project's. */
  unwrap(wrapped: Buffer, owner: DataKeyOwner): SealKey {
    return new SealKey(this.seal.open(wrapped, dataKeyPlace(owner)));
  }

  /** The data key that another root key has wrapped, wrapped by this one. Throws SealBroken as `unwrap` does. */
  rewrap(old: RootSealKey, wrapped: Buffer, owner: DataKeyOwner): Buffer {
    const place = dataKeyPlace(owner);
    return this.seal.seal(old.seal.open(wrapped, place), place);
  }
}

export interface DataKeyOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly version: number;
}

const dataKeyPlace = ({ orgId, projectId, version }: DataKeyOwner): AssociatedData => ({
  purpose: 'data-key',
  ids: [orgId, projectId, version],
  field: 'key',
});
