import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { rootRoute } from '../shell/roots';

/** What is listed, and whose sheet is open: the id of a membership or group. */
export interface OrganizationSearch {
  readonly show?: 'groups';
  readonly who?: string;
}

const toSearch = ({ show, who }: Record<string, unknown>): OrganizationSearch => ({
  ...(show === 'groups' ? { show } : {}),
  ...(typeof who === 'string' && who !== '' ? { who } : {}),
});

export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organization',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'OrganizationScreen'),
});

export const organizationPlace: Place = {
  label: 'Organization',
  hint: 'people and groups of all projects',
  synonyms: 'members org roles invite',
  to: '/organization',
  key: 'o',
};
