import {
  createCipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Where a reader stands: after the event of this number, which was written at that time. */
export interface Position {
  readonly seq: number;
  /** Milliseconds; 0 when there is no such event. A log restored from a backup gives the number to another. */
  readonly stamp: number;
}

const SALT = 8;
const PLAIN = SALT + 8 + 6;
const TAG = 16;
const NO_SALT = Buffer.alloc(SALT);

/**
 * Positions as opaque texts: a synthetic IV (HMAC-SHA-256 over project and position) and AES-256-CTR, in
 * the manner of SIV (RFC 5297). Numbers would tell how much happens where the caller may not look.
 */
export class EventCursors {
  private readonly sealing: KeyObject;
  private readonly hiding: KeyObject;

  constructor(authSecret: string) {
    const derive = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', authSecret, '', `strongroom ${purpose}`, 32)));
    this.sealing = derive('event cursor authentication');
    this.hiding = derive('event cursor encryption');
  }

  /** The same for an event wherever and whenever it is sent. */
  ofEvent(projectId: string, position: Position): string {
    return this.seal(projectId, position, NO_SALT);
  }

  /** Another text each time: whether anything happened since must not be seen from two of them. */
  ofNow(projectId: string, position: Position): string {
    return this.seal(projectId, position, randomBytes(SALT));
  }

  /** Null unless it was made here for this project. */
  open(projectId: string, cursor: string): Position | null {
    if (!/^[\w-]{51}$/.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const tag = bytes.subarray(0, TAG);
    const plain = this.crypt(tag, bytes.subarray(TAG));
    if (!timingSafeEqual(tag, this.tagOf(projectId, plain))) return null;
    return {
      seq: Number(plain.readBigUInt64BE(SALT)),
      stamp: plain.readUIntBE(SALT + 8, 6),
    };
  }

  private seal(projectId: string, { seq, stamp }: Position, salt: Buffer): string {
    const plain = Buffer.alloc(PLAIN);
    salt.copy(plain);
    plain.writeBigUInt64BE(BigInt(seq), SALT);
    plain.writeUIntBE(stamp, SALT + 8, 6);
    const tag = this.tagOf(projectId, plain);
    return Buffer.concat([tag, this.crypt(tag, plain)]).toString('base64url');
  }

  private tagOf(projectId: string, plain: Buffer): Buffer {
    const mac = createHmac('sha256', this.sealing).update(projectId).update('\0').update(plain);
    return mac.digest().subarray(0, TAG);
  }

  private crypt(tag: Buffer, bytes: Buffer): Buffer {
    return createCipheriv('aes-256-ctr', this.hiding, tag).update(bytes);
  }
}
