import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
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

/** Reached from an identity and from the log: it has no place in the bar. */
export const seenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/seen',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'SeenScreen'),
});
