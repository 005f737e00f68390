import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';
import { AdditionalPrivileges1763800000000 } from './migrations/1763800000000-additional-privileges.js';

/** In the order they run. A merged migration is never edited. */
export const migrations = [FirstSchema1763700000000, AdditionalPrivileges1763800000000];
