import { type JsonBounds, jsonTooLarge } from './json-bounds.js';

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Bytes that are counted in one turn of the loop. */
const PART = 1024 * 1024;

/** Bounds depth, values and keys of a JSON text by its bytes; gives the number of keys of all its objects. */
export async function countJson(
  bytes: Buffer,
  bounds: JsonBounds,
  rest: () => Promise<unknown>,
): Promise<number> {
  const count = new Count(bounds);
  for (let from = 0; from < bytes.length; from += PART) {
    if (from > 0) await rest();
    count.add(bytes, from, Math.min(bytes.length, from + PART));
  }
  return count.members;
}

class Count {
  members = 0;
  private depth = 0;
  private nodes = 1;
  private inString = false;
  private isEscaped = false;

  constructor(private readonly bounds: JsonBounds) {}

  add(bytes: Buffer, from: number, to: number): void {
    let i = this.isEscaped ? from + 1 : from;
    this.isEscaped = false;
    for (; i < to; i++) {
      const byte = bytes[i];
      if (!this.inString) this.outside(byte);
      else if (byte === QUOTE) this.inString = false;
      else if (byte === BACKSLASH) i++;
    }
    this.isEscaped = i > to;
  }

  private outside(byte: number | undefined): void {
    if (byte === QUOTE) this.inString = true;
    else if (byte === COLON) this.members++;
    else if (byte === COMMA) this.nodes++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.open();
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth--;
    else return;
    const { nodes, members } = this.bounds;
    if (this.nodes > nodes) throw jsonTooLarge(`The body has more than ${nodes} values`);
    if (this.members > members) throw jsonTooLarge(`The body has more than ${members} keys`);
  }

  private open(): void {
    this.nodes++;
    this.depth++;
    const { depth } = this.bounds;
    if (this.depth > depth) throw jsonTooLarge(`The body is nested deeper than ${depth} levels`);
  }
}
