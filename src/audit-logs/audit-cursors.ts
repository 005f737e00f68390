import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../auth/server-keys.js';
import { SealedCursor } from '../auth/sealed-cursor.js';

/** The entry after which a page of the log begins. */
export interface AuditPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Bytes of a time in milliseconds. */
const TIME_BYTES = 6;
const ID_BYTES = 16;

/** Positions in audit logs as opaque texts, each for one organization. */
@Injectable()
export class AuditCursors {
  private readonly sealed: SealedCursor;

  constructor(keys: ServerKeys) {
    this.sealed = new SealedCursor(keys.listCursors, TIME_BYTES + ID_BYTES);
  }

  seal(orgId: string, { createdAt, id }: AuditPosition): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(createdAt.getTime(), 0, TIME_BYTES);
    return this.sealed.seal(
      orgId,
      Buffer.concat([time, Buffer.from(id.replaceAll('-', ''), 'hex')]),
    );
  }

  /** Returns null unless the cursor was made here for this organization. */
  open(orgId: string, cursor: string): AuditPosition | null {
    const bytes = this.sealed.open(orgId, cursor);
    if (!bytes) return null;
    const digits = bytes.subarray(TIME_BYTES).toString('hex');
    const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { createdAt: new Date(bytes.readUIntBE(0, TIME_BYTES)), id };
  }
}
