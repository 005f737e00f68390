import type { Response } from 'express';
import { TimeSlices } from './limits/time-slices.js';

/** Items of a list from which on its answer may be large. */
const MANY = 16;
/** Characters that are written without a look at the clock. */
const AT_ONCE = 128 * 1024;

type Body = Readonly<Record<string, unknown>>;

/** The name of the list in an object that holds a long one; undefined for all other answers. */
export function longListOf(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object' || 'toJSON' in body) return undefined;
  for (const name in body) {
    const value = (body as Body)[name];
    if (Array.isArray(value) && value.length >= MANY) return name;
  }
  return undefined;
}

/**
 * Writes what `JSON.stringify` would, list by list and item by item, others being served in between: 30 MB at once
 * would hold them all up for half a second. An answer that is not large is written at once.
 */
export async function slicedJson(body: Body, slices: TimeSlices): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = '{';
  const write = async (more: string) => {
    text += more;
    if (text.length < AT_ONCE) return;
    parts.push(Buffer.from(text));
    text = '';
    if (slices.isOver) await slices.turn();
  };
  let isFirst = true;
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    if (!Array.isArray(value)) {
      await write(JSON.stringify(value) ?? 'null');
      continue;
    }
    text += '[';
    let step = 1;
    for (let i = 0; i < value.length;) {
      const items = JSON.stringify(value.slice(i, i + step)).slice(1, -1);
      const isDue = text.length + items.length >= AT_ONCE;
      if (isDue) await write(i === 0 ? items : `,${items}`);
      else text += i === 0 ? items : `,${items}`;
      i += step;
      // Items may be of a mebibyte each.
      step = items.length < AT_ONCE / 4 ? Math.min(MOST_ITEMS, 2 * step) : 1;
    }
    text += ']';
  }
  parts.push(Buffer.from(`${text}}`));
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Items that are written at once. */
const MOST_ITEMS = 32;

/** Bytes whose digest is taken at once. */
const DIGESTED = 1024 * 1024;

/** Sends an object with a long list as `res.json` would. `hashing`: of the entity tag. */
export async function sendSliced(
  res: Response,
  body: Body,
  hashing: () => { update(part: Buffer): void; etag(): string },
): Promise<void> {
  // Nobody waits for it, but its place is to be given back.
  if (res.destroyed) return void res.end();
  const slices = new TimeSlices();
  const json = await slicedJson(body, slices);
  const hash = hashing();
  for (let at = 0; at < json.length; at += DIGESTED) {
    hash.update(json.subarray(at, at + DIGESTED));
    if (slices.isOver) await slices.turn();
  }
  // As `res.json` does: a protocol may have a media type of its own.
  if (!res.hasHeader('Content-Type'))
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('ETag', hash.etag());
  res.send(json);
}
