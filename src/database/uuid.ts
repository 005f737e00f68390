import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { notFound } from '../errors/api-error.js';

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BYTES = 16;
/** Drawn for 256 ids at a time: by itself a draw costs more than all else of an id. */
const random = Buffer.alloc(BYTES * 256);
let used = random.length;
let milliseconds = 0;
let sequence = 0;

/**
 * Ids are made here, not in the database: the encryption of a row is bound to its id. Ordered by time, and
 * those of one millisecond by the order in which they were made (RFC 9562 6.2, method 1).
 */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, used + BYTES);
  used += BYTES;
  const now = Date.now();
  if (now > milliseconds) {
    milliseconds = now;
    sequence = bytes.readUInt32BE(6) >>> 1;
  } else if (++sequence > 0xffffffff) {
    sequence = 0;
    milliseconds++;
  }
  return v7({ random: bytes, msecs: milliseconds, seq: sequence });
}

export const isUuid = (text: string): boolean => CANONICAL.test(text);

/** Throws 404 for text that is no UUID, as for an id that does not exist. */
export function toUuid(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text;
}
