const [CONSTRUCTED, TAG_NUMBER, BIT_STRING, OCTET_STRING] = [0x20, 0x1f, 0x03, 0x04];
const MAX_DEPTH = 30;
/** Bytes of a length that is written out. */
const MAX_LENGTH_BYTES = 8;

/**
 * Counts the elements of DER or BER by their headers alone, those within octet and bit strings that hold elements
 * themselves included, up to one more than `most`. It decodes nothing and decides nothing else: a text that it does not
 * understand is left to who reads it, and has no more elements from there on. Takes time linear in bytes and depth.
 */
export function countElements(bytes: Uint8Array, most: number): number {
  let count = 0;

  /** Whether the whole text was elements. */
  const walk = (start: number, end: number, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false;
    for (let at = start; at < end;) {
      const first = bytes[at]!;
      const body = bodyOf(bytes, at, end);
      if (!body) return false;
      if (++count > most) return false;
      // A string that is no primitive has its parts as elements.
      if ((first & CONSTRUCTED) !== 0) {
        if (!walk(body.start, body.end, depth + 1)) return false;
      } else if (first === OCTET_STRING) walk(body.start, body.end, depth + 1);
      else if (first === BIT_STRING) walk(Math.min(body.start + 1, body.end), body.end, depth + 1);
      if (count > most) return false;
      at = body.end;
    }
    return true;
  };
  walk(0, bytes.length, 0);
  return count;
}

/** Where the content of an element begins and ends; null where it has no sound header or is cut off. */
function bodyOf(bytes: Uint8Array, from: number, end: number) {
  let at = from + 1;
  if ((bytes[from]! & TAG_NUMBER) === TAG_NUMBER) {
    while (at < end && (bytes[at]! & 0x80) !== 0) at++;
    at++;
  }
  if (at >= end) return null;
  const first = bytes[at++]!;
  if (first < 0x80) return at + first <= end ? { start: at, end: at + first } : null;
  const size = first & 0x7f;
  // Without a length it ends with what it lies in, or before.
  if (size === 0) return { start: at, end };
  if (size > MAX_LENGTH_BYTES || at + size > end) return null;
  let length = 0;
  for (let n = 0; n < size; n++) length = length * 256 + bytes[at++]!;
  return at + length <= end ? { start: at, end: at + length } : null;
}
