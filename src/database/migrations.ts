import { InitialSchema1795305600000 } from './migrations/1795305600000-initial-schema.js';

/** In the order they run. A released migration is never edited. */
export const migrations = [InitialSchema1795305600000];
