import { isDeepStrictEqual } from 'node:util';

/**
 * Whether what a client repeats is what there is: each member that it names, and each element of a list, in any order.
 * A value of an answer stands on the left. Linear where elements are texts, else bounded by the two lists.
 */
export function holdsAll(held: unknown, repeated: unknown): boolean {
  if (Array.isArray(repeated)) {
    const list: readonly unknown[] = Array.isArray(held) ? held : [];
    const texts = new Set(list.filter((each) => typeof each === 'string'));
    return repeated.every((each) =>
      typeof each === 'string' ? texts.has(each) : list.some((one) => holdsAll(one, each)),
    );
  }
  if (typeof repeated !== 'object' || repeated === null) {
    return held === repeated || (repeated === null && held === undefined);
  }
  if (typeof held !== 'object' || held === null) return false;
  return Object.entries(repeated).every(([key, value]) =>
    holdsAll((held as Readonly<Record<string, unknown>>)[key], value),
  );
}

/** Whether two values are the same, elements of lists in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);
