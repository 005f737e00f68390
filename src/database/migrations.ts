import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';

/** In the order they run. A merged migration is never edited. */
export const migrations = [FirstSchema1763700000000];
