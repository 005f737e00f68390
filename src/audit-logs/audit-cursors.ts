import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../auth/server-keys.js';

/** The entry after which a page of the log begins. */
export interface AuditPosition {
  readonly createdAt: Date;
  readonly id: string;
}

const TAG = 16;
const TIME = 6;
const BYTES = TAG + TIME + 16;

/** Positions as opaque texts that only this server makes, each for one organization. */
@Injectable()
export class AuditCursors {
  constructor(private readonly keys: ServerKeys) {}

  seal(orgId: string, { createdAt, id }: AuditPosition): string {
    const time = Buffer.alloc(TIME);
    time.writeUIntBE(createdAt.getTime(), 0, TIME);
    const plain = Buffer.concat([time, Buffer.from(id.replaceAll('-', ''), 'hex')]);
    return Buffer.concat([this.tagOf(orgId, plain), plain]).toString('base64url');
  }

  /** Null unless it was made here for this organization. */
  open(orgId: string, cursor: string): AuditPosition | null {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length !== BYTES || bytes.toString('base64url') !== cursor) return null;
    const plain = bytes.subarray(TAG);
    if (!timingSafeEqual(bytes.subarray(0, TAG), this.tagOf(orgId, plain))) return null;
    const digits = plain.subarray(TIME).toString('hex');
    const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { createdAt: new Date(plain.readUIntBE(0, TIME)), id };
  }

  private tagOf(orgId: string, plain: Buffer): Buffer {
    const mac = createHmac('sha256', this.keys.listCursors).update(`audit ${orgId} `).update(plain);
    return mac.digest().subarray(0, TAG);
  }
}
