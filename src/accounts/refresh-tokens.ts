import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../auth/server-keys.js';
import { uuidBytes, uuidOf } from './uuid-bytes.js';

/** A refresh token as it reads: the session that it continues, and its number among the tokens of that session. */
export interface RefreshClaim {
  readonly sessionId: string;
  readonly counter: number;
}

/** With the MAC a multiple of three bytes, so that no other text of base64 means the same. */
const BODY = 22;
const COUNTER = 6;
const MAC = 32;
const FORM = /^[\w-]{72}$/;

/**
 * Refresh tokens follow from session and counter by HMAC-SHA-256: none is stored, and the same successor can be given
 * twice to a client that lost the first answer.
 */
@Injectable()
export class RefreshTokens {
  constructor(private readonly keys: ServerKeys) {}

  make({ sessionId, counter }: RefreshClaim): string {
    const body = Buffer.alloc(BODY);
    uuidBytes(sessionId).copy(body);
    body.writeUIntBE(counter, BODY - COUNTER, COUNTER);
    return Buffer.concat([body, this.macsOf(body)[0]!]).toString('base64url'); // a key is in force
  }

  /** Null for a text that was not made here, under the AUTH_SECRET in force or the former one. */
  open(token: string): RefreshClaim | null {
    if (!FORM.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== BODY + MAC) return null;
    const [body, mac] = [bytes.subarray(0, BODY), bytes.subarray(BODY)];
    if (!this.macsOf(body).some((ours) => timingSafeEqual(ours, mac))) return null;
    return {
      sessionId: uuidOf(body.subarray(0, 16)),
      counter: body.readUIntBE(BODY - COUNTER, COUNTER),
    };
  }

  private macsOf(body: Buffer): readonly Buffer[] {
    return this.keys.refreshTokens.map((key) => createHmac('sha256', key).update(body).digest());
  }
}
