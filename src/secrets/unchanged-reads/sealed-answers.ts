import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type AssociatedData, SealKey } from '../../crypto/envelope.js';

/** What a read records in the audit log, as JSON; null for one that shows no value. */
export type AuditTargetJson = string | null;

/** An answer that is kept, its body still sealed. */
export interface SealedAnswer {
  readonly target: AuditTargetJson;
  readonly sealed: Buffer;
  /** The body. Throws SealBroken if the memory was changed. */
  open(): Buffer;
}

type KeptAnswer = Omit<SealedAnswer, 'open'>;

/** Bytes of one answer; larger ones are made anew. One is sealed or opened in a turn of the event loop. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Bytes that an answer takes beyond its own. */
const OVERHEAD = 512;

/**
 * Finished answers, sealed under a key that this process made and nobody else has (AES-256-GCM). They are found by their
 * entity tag, an HMAC of the body, and by what their reading records: callers with the same answer share one.
 */
export class SealedAnswers {
  private readonly key = newKey();
  private readonly answers: LRUCache<string, KeptAnswer> | null;

  /** `maxBytes` in all; 0: none are kept. */
  constructor(maxBytes: number) {
    this.answers =
      maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf }) : null;
  }

  /** Keeps an answer; returns its name, or null where it is too large, or none are kept. */
  keep(etag: string, body: Buffer, target: AuditTargetJson): string | null {
    if (!this.answers || body.length > MAX_BYTES) return null;
    const name = target === null ? etag : `${etag} ${hash('sha256', target, 'base64')}`;
    if (!this.answers.has(name)) {
      this.answers.set(name, { sealed: this.key.seal(body, placeOf(name)), target });
    }
    return name;
  }

  /** Null once it had to go. */
  find(name: string): SealedAnswer | null {
    const found = this.answers?.get(name);
    if (!found) return null;
    const { sealed, target } = found;
    return { target, sealed, open: () => this.key.open(sealed, placeOf(name)) };
  }

  clear(): void {
    this.answers?.clear();
  }
}

/** The bytes that the key was made of do not stay. */
function newKey(): SealKey {
  const bytes = randomBytes(32);
  const key = new SealKey(bytes);
  bytes.fill(0);
  return key;
}

const placeOf = (name: string): AssociatedData => ({
  purpose: 'unchanged answer',
  ids: [name],
  field: 'body',
});

const sizeOf = ({ sealed, target }: KeptAnswer): number =>
  sealed.length + 2 * (target?.length ?? 0) + OVERHEAD;
