import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { rootRoute } from '../shell/roots';

export interface IdentitiesSearch {
  /** Part of a name. */
  readonly name?: string;
  /** Id of the one whose sheet is open. */
  readonly identity?: string;
}

const toSearch = ({ name, identity }: Record<string, unknown>): IdentitiesSearch => ({
  ...(typeof name === 'string' && name !== '' ? { name } : {}),
  ...(typeof identity === 'string' && identity !== '' ? { identity } : {}),
});

export const identitiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/identities',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'IdentitiesScreen'),
});

export const identitiesPlace: Place = {
  label: 'Identities',
  hint: 'machines, their credentials and logins',
  synonyms: 'tokens client secrets workload sign-in service accounts ci',
  to: '/identities',
  key: 'i',
  identityOf: (identity) => ({ identity }),
};
