const OF_OBJECT = 56;
const OF_VALUE = 8;
const OF_TEXT = 16;

/** About the bytes that a value keeps in memory, all that it refers to included; what is shared counts once. */
export function estimateBytes(root: unknown): number {
  const seen = new Set<object>();
  const open = [root];
  let weight = 0;
  while (open.length > 0) {
    const value = open.pop();
    weight += OF_VALUE;
    if (typeof value === 'string') weight += OF_TEXT + value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    weight += OF_OBJECT;
    if (ArrayBuffer.isView(value)) weight += OF_OBJECT + value.byteLength;
    else for (const part of partsOf(value)) open.push(part);
  }
  return weight;
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  return value instanceof Set ? value : Object.values(value);
}
