import type { Request } from 'express';
import { ApiError, badRequest } from '../../errors/api-error.js';
import type { BodyRoom } from './body-memory.js';

/** Bytes for which a body gets room at first, where its length is not known or greater. */
const FIRST = 16 * 1024;

/**
 * Reads a body of at most `limit` bytes, whatever was announced. Its room grows with what has come, at most twofold,
 * so that small pieces cost no more than large ones and nothing that was merely announced is held.
 */
export async function readBody(req: Request, limit: number, room: BodyRoom): Promise<Buffer> {
  const most = lengthOf(req) ?? limit;
  room.resize(Math.min(most, FIRST));
  let held = Buffer.allocUnsafeSlow(Math.min(most, FIRST));
  let size = 0;
  try {
    // Left whole, or the answer would find the connection destroyed.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > limit) throw tooLarge(limit);
      if (size + chunk.length > held.length) {
        const length = Math.min(most, Math.max(2 * held.length, size + chunk.length));
        room.resize(length);
        const larger = Buffer.allocUnsafeSlow(length);
        held.copy(larger, 0, 0, size);
        held = larger;
      }
      size += chunk.copy(held, size);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badRequest('The body ended before it was complete.');
  }
  room.resize(size);
  return held.subarray(0, size);
}

/** What was announced; undefined for a body that comes in chunks. */
export function lengthOf({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

export const tooLarge = (limit: number) =>
  new ApiError('PayloadTooLarge', `The body may have at most ${limit} bytes.`);
