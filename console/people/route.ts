import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';

/** Which members are listed, and whose sheet is open: `user` or `group`, and the id of the membership or group. */
export interface PeopleSearch {
  readonly show?: 'groups';
  readonly who?: string;
}

const toSearch = ({ show, who }: Record<string, unknown>): PeopleSearch => ({
  ...(show === 'groups' ? { show } : {}),
  ...(typeof who === 'string' && who !== '' ? { who } : {}),
});

export const peopleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/people',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'PeopleScreen'),
});

export const peoplePlace: Place = {
  label: 'People',
  hint: 'members of the project, groups, roles',
  synonyms: 'users invite teams',
  to: '/p/$projectSlug/people',
  key: 'e',
};
