import { setImmediate as turn } from 'node:timers/promises';
import { badRequest } from '../../errors/api-error.js';
import { JSON_BOUNDS, type JsonBounds } from './json-bounds.js';
import { countJson } from './json-count.js';
import { JsonWalk } from './json-walk.js';

/** Bytes from which on the loop gets its turn between the steps of reading a body. */
const LONG = 64 * 1024;

/**
 * Parses a JSON body. Bounds are checked on the raw bytes, before anything recursive sees them. A long body does not
 * hold the loop: each step is short, but for `JSON.parse`, which the bounds keep short.
 * Throws 400 for what is no JSON or no UTF-8, 422 for what is too deep, too wide or ill-formed text.
 */
export async function parseJsonBody(
  bytes: Buffer,
  bounds: JsonBounds = JSON_BOUNDS,
): Promise<unknown> {
  const rest = bytes.length < LONG ? async () => undefined : () => turn();
  return steps(bytes, bounds, rest);
}

async function steps(
  bytes: Buffer,
  bounds: JsonBounds,
  rest: () => Promise<unknown>,
): Promise<unknown> {
  const members = await countJson(bytes, bounds, rest);
  await rest();
  const text = await decode(bytes, rest);
  await rest();
  const value = parse(text);
  const walk = new JsonWalk(value, bounds.keys);
  do await rest();
  while (!walk.walkPart());
  if (walk.members !== members) throw badRequest('An object of the body repeats a key.');
  return value;
}

/** Bytes that are decoded in one turn of the loop. */
const PART = 1024 * 1024;

async function decode(bytes: Buffer, rest: () => Promise<unknown>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const part = (from: number) => {
    const stream = from + PART < bytes.length;
    return decoder.decode(bytes.subarray(from, from + PART), { stream });
  };
  try {
    let text = part(0);
    for (let from = PART; from < bytes.length; from += PART) {
      await rest();
      text += part(from);
    }
    return text;
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}
