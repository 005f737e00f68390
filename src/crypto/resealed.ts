import { type AssociatedData, SealBroken, type SealKey } from './envelope.js';

/**
 * Gives a value that was sealed under one of the keys, sealed under the first of them; null where it is already. Throws
 * SealBroken for one that none of them opens.
 */
export function resealed(
  [inForce, ...former]: readonly SealKey[],
  sealed: Buffer,
  place: AssociatedData,
): Buffer | null {
  if (!inForce) throw new RangeError('There is no key to seal under');
  if (opened(inForce, sealed, place)) return null;
  for (const key of former) {
    const value = opened(key, sealed, place);
    if (value) return inForce.seal(value, place);
  }
  throw new SealBroken();
}

function opened(key: SealKey, sealed: Buffer, place: AssociatedData): Buffer | null {
  try {
    return key.open(sealed, place);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
