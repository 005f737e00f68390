/** A name in a folder, whatever the environments that have it. */
export interface NamePosition {
  readonly secretPath: string;
  readonly key: string;
}

/** By folder, then by name: in the order of bytes, as the database sorts them. */
export function comparePositions(one: NamePosition, other: NamePosition): number {
  return compareBytes(one.secretPath, other.secretPath) || compareBytes(one.key, other.key);
}

function compareBytes(one: string, other: string): number {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) {
    const [a, b] = [one.charCodeAt(i), other.charCodeAt(i)];
    if (a !== b) return placeOf(a) - placeOf(b);
  }
  return one.length - other.length;
}

/** UTF-8 puts what UTF-16 writes as two surrogates behind all else. */
function placeOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
