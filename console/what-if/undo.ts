import { endOf, type HeldRole, liveRoles, slugOf } from '../people/model';
import type { WhatIfSearch } from './route';

/**
 * The draft that gives back the roles that a change took and takes those that it gave; null where one of those taken
 * would have ended by itself, for another end is not what was there.
 */
export function undoOfRoles(
  roles: readonly HeldRole[],
  held: readonly string[],
  slugs: readonly string[],
  now: number,
): Pick<WhatIfSearch, 'roles'> | null {
  const taken = liveRoles(roles, now).filter((role) => !slugs.includes(slugOf(role)));
  return taken.some((role) => endOf(role) !== null) ? null : { roles: held };
}
