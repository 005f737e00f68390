import { type ApiError, badRequest, invalid } from '../errors/api-error.js';

/** Bounds of a body; decision 24 and `reliability-and-security.md` 6.1. */
export const MAX_DEPTH = 32;
export const MAX_KEYS = 1_000;
export const MAX_NODES = 100_000;

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

const tooLarge = (message: string) => invalid([{ code: 'too_big', path: [], message }]);

/**
 * Parses a JSON body. Bounds are checked on the raw bytes, before anything recursive sees them.
 * Throws 400 for what is no JSON or no UTF-8, 422 for what is too deep, too wide or ill-formed text.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const members = countMembers(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  const walk = new Walk();
  walk.check(value);
  if (walk.members !== members) throw badRequest('An object of the body repeats a key.');
  return value;
}

const COLON = 0x3a;

/**
 * Names that every object has. Code which copies or inspects objects trips over them, or drops them without
 * a word: a rule would lose its condition (decision 11).
 */
export const RESERVED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** One pass over the bytes: bounds depth and values, and counts the members of all objects. */
function countMembers(bytes: Buffer): number {
  let depth = 0;
  let nodes = 1;
  let members = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === COLON) members++;
    else if (byte === COMMA) nodes++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      nodes++;
      depth++;
      if (depth > MAX_DEPTH) throw tooLarge(`The body is nested deeper than ${MAX_DEPTH} levels`);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    if (nodes > MAX_NODES) throw tooLarge(`The body has more than ${MAX_NODES} values`);
  }
  return members;
}

/** Walks a parsed value of bounded depth: refuses ill-formed text, reserved names and too many keys. */
class Walk {
  members = 0;
  private readonly path: (string | number)[] = [];

  check(value: unknown): void {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw this.illFormed();
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw badRequest('The body holds a number out of range.');
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.enter(index, value[index]);
    } else if (value !== null && typeof value === 'object') {
      this.checkObject(value as Record<string, unknown>);
    }
  }

  private checkObject(object: Record<string, unknown>): void {
    const keys = Object.keys(object);
    this.members += keys.length;
    if (keys.length > MAX_KEYS) throw tooLarge(`An object has more than ${MAX_KEYS} keys`);
    for (const key of keys) {
      if (RESERVED.has(key) || !key.isWellFormed()) throw this.illFormed();
      this.enter(key, object[key]);
    }
  }

  private enter(step: string | number, value: unknown): void {
    this.path.push(step);
    this.check(value);
    this.path.pop();
  }

  private illFormed(): ApiError {
    const message = 'Not well-formed Unicode, or a reserved name';
    return invalid([{ code: 'invalid_text', path: [...this.path], message }]);
  }
}
