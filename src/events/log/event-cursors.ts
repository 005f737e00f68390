import {
  createCipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Where a reader stands: after the event of this number, and which of those that could bear it. */
export interface EventPosition {
  readonly seq: number;
  /** Of that event; 0 when there is none (`event-stamp.ts`). */
  readonly stamp: number;
}

const SALT = 8;
/** Bytes of a number: all that a double holds exactly. */
const NUMBER = 7;
const PLAIN = SALT + 2 * NUMBER;
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
    this.sealing = derive('event cursor authentication 2');
    this.hiding = derive('event cursor encryption 2');
  }

  /** The same for an event wherever and whenever it is sent. */
  forEvent(projectId: string, position: EventPosition): string {
    return this.seal(projectId, position, NO_SALT);
  }

  /** Another text each time: whether anything happened since must not be seen from two of them. */
  forHead(projectId: string, position: EventPosition): string {
    return this.seal(projectId, position, randomBytes(SALT));
  }

  /** Null unless it was made here for this project. */
  open(projectId: string, cursor: string): EventPosition | null {
    if (!/^[\w-]{51}$/.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const tag = bytes.subarray(0, TAG);
    const plain = this.crypt(tag, bytes.subarray(TAG));
    if (!timingSafeEqual(tag, this.tagOf(projectId, plain))) return null;
    return {
      seq: readNumber(plain, SALT),
      stamp: readNumber(plain, SALT + NUMBER),
    };
  }

  private seal(projectId: string, { seq, stamp }: EventPosition, salt: Buffer): string {
    const plain = Buffer.alloc(PLAIN);
    salt.copy(plain);
    writeNumber(plain, seq, SALT);
    writeNumber(plain, stamp, SALT + NUMBER);
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

/** Node reads and writes at most six bytes as a number. */
function writeNumber(bytes: Buffer, value: number, offset: number): void {
  bytes.writeUIntBE(Math.floor(value / 2 ** 48), offset, 1);
  bytes.writeUIntBE(value % 2 ** 48, offset + 1, 6);
}

const readNumber = (bytes: Buffer, offset: number): number =>
  bytes.readUIntBE(offset, 1) * 2 ** 48 + bytes.readUIntBE(offset + 1, 6);
