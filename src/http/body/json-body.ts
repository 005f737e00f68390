import { badRequest, invalid } from '../../errors/api-error.js';
import { TimeSlices } from '../limits/time-slices.js';
import { jsonProblem } from './json-position.js';
import { JsonWalk } from './json-walk.js';

export const MAX_DEPTH = 32;
export const MAX_KEYS = 1_000;
export const MAX_NODES = 100_000;

export interface JsonBounds {
  readonly depth: number;
  /** Keys of one object. */
  readonly keys: number;
  /** Keys of all objects together. */
  readonly members: number;
  readonly nodes: number;
}

export const JSON_BOUNDS: JsonBounds = {
  depth: MAX_DEPTH,
  keys: MAX_KEYS,
  members: MAX_NODES,
  nodes: MAX_NODES,
};

/** Bytes from which on parsing pauses for other requests. */
const LONG = 64 * 1024;
/** Bytes that are counted or decoded between two pauses: a few milliseconds. */
const PART = 128 * 1024;

/**
 * Parses a JSON body. Checks the bounds on the raw bytes, before anything recursive sees them. A long body does not
 * hold the event loop: each step is short, but for `JSON.parse`, which the bounds keep short.
 * Throws 400 for what is no JSON or no UTF-8, 422 for what is too deep, too wide or ill-formed text.
 */
export async function parseJsonBody(
  bytes: Buffer,
  bounds: JsonBounds = JSON_BOUNDS,
): Promise<unknown> {
  const steps = parseInSteps(bytes, bounds);
  if (bytes.length >= LONG) return new TimeSlices().run(steps);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Parses like `parseJsonBody` and yields after each part of the work, where other requests may have their turn. */
export function* parseInSteps(bytes: Buffer, bounds: JsonBounds): Generator<undefined, unknown> {
  const counter = new JsonCounter(bounds);
  for (let from = 0; from < bytes.length; from += PART) {
    counter.count(bytes, from, Math.min(bytes.length, from + PART));
    yield;
  }
  const text = yield* decode(bytes);
  yield;
  const value = parse(text);
  yield;
  const walk = new JsonWalk(value, bounds.keys);
  while (!walk.checkPart()) yield;
  if (walk.members !== counter.members)
    throw badRequest('invalid-json', 'An object of the body repeats a key.');
  return value;
}

function* decode(bytes: Buffer): Generator<undefined, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) {
    if (from > 0) yield;
    try {
      const stream = from + PART < bytes.length;
      text += decoder.decode(bytes.subarray(from, from + PART), { stream });
    } catch {
      throw badRequest('invalid-json', 'The body is not valid UTF-8.');
    }
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('invalid-json', `The body is not valid JSON${jsonProblem(text)}`);
  }
}

const byte = (character: string) => character.charCodeAt(0);
const OPEN_BRACE = byte('{');
const CLOSE_BRACE = byte('}');
const OPEN_BRACKET = byte('[');
const CLOSE_BRACKET = byte(']');
const QUOTE = byte('"');
const BACKSLASH = byte('\\');
const COMMA = byte(',');
const COLON = byte(':');

const tooBig = (message: string) => invalid([{ code: 'too_big', path: [], message }]);

/** Bounds depth, values and keys of a JSON text by its bytes, part by part. */
class JsonCounter {
  /** Keys of all objects. */
  members = 0;
  private depth = 0;
  private nodes = 1;
  private inString = false;
  private isEscaped = false;

  constructor(private readonly bounds: JsonBounds) {}

  count(bytes: Buffer, from: number, to: number): void {
    let i = this.isEscaped ? from + 1 : from;
    this.isEscaped = false;
    for (; i < to; i++) {
      const next = bytes[i];
      if (!this.inString) this.countOutside(next);
      else if (next === QUOTE) this.inString = false;
      else if (next === BACKSLASH) i++;
    }
    this.isEscaped = i > to;
  }

  private countOutside(next: number | undefined): void {
    if (next === QUOTE) this.inString = true;
    else if (next === COLON) this.members++;
    else if (next === COMMA) this.nodes++;
    else if (next === OPEN_BRACE || next === OPEN_BRACKET) this.open();
    else if (next === CLOSE_BRACE || next === CLOSE_BRACKET) this.depth--;
    else return;
    const { nodes, members } = this.bounds;
    if (this.nodes > nodes) throw tooBig(`The body has more than ${nodes} values`);
    if (this.members > members) throw tooBig(`The body has more than ${members} keys`);
  }

  private open(): void {
    this.nodes++;
    this.depth++;
    const { depth } = this.bounds;
    if (this.depth > depth) throw tooBig(`The body is nested deeper than ${depth} levels`);
  }
}
