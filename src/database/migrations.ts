import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';
import { AdditionalPrivileges1763800000000 } from './migrations/1763800000000-additional-privileges.js';
import { EventCursors1763900000000 } from './migrations/1763900000000-event-cursors.js';

/** In the order they run. A merged migration is never edited. */
export const migrations = [
  FirstSchema1763700000000,
  AdditionalPrivileges1763800000000,
  EventCursors1763900000000,
];
