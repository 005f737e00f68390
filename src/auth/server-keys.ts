import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The keys that follow from AUTH_SECRET, one per purpose (HKDF-SHA-256, RFC 5869). */
export class ServerKeys {
  readonly tokenSigning: KeyObject;
  /** Seals the answers that are kept for retried requests. */
  readonly keptAnswers: KeyObject;
  /** Authenticates cursors of lists. */
  readonly listCursors: KeyObject;
  private readonly pepper: KeyObject;
  private readonly etag: KeyObject;

  constructor(authSecret: string) {
    const derive = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', authSecret, '', `strongroom ${purpose}`, 32)));
    this.tokenSigning = derive('token signing');
    this.keptAnswers = derive('kept answers');
    this.listCursors = derive('list cursors');
    this.pepper = derive('credential pepper');
    this.etag = derive('etag');
  }

  /** What is stored of a random credential of ours, or of a name that must not be readable in a table. */
  digest(credential: string): Buffer {
    return createHmac('sha256', this.pepper).update(credential, 'utf8').digest();
  }

  /** Keyed, so that a logged ETag is no oracle for the value behind it. */
  etagOf(body: string | Buffer): string {
    const hashing = this.hashing();
    hashing.update(body);
    return hashing.etag();
  }

  /** Takes a body part by part; gives what `etagOf` gives for all of it. */
  hashing(): { update(part: string | Buffer): void; etag(): string } {
    const hmac = createHmac('sha256', this.etag);
    return {
      update: (part) => void hmac.update(part),
      etag: () => `"${hmac.digest('base64url')}"`,
    };
  }
}
