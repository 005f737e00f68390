import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { rootRoute } from '../shell/roots';

export interface SeenSearch {
  /** Id of a machine identity. */
  readonly identity?: string;
  /** `all`: what was replaced or is gone as well. */
  readonly show?: 'all';
}

const toSearch = ({ identity, show }: Record<string, unknown>): SeenSearch => ({
  ...(typeof identity === 'string' && identity !== '' ? { identity } : {}),
  ...(show === 'all' ? { show } : {}),
});

export const seenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seen',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'SeenScreen'),
});

export const seenPlace: Place = {
  label: 'Exposure',
  hint: 'what an identity has seen that still holds',
  synonyms: 'leak left offboarding seen rotate',
  to: '/seen',
  key: 'x',
};
