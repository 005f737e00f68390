import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';
import { isShow, type Show } from './shows';

/** The folder and what of it is shown, as the address has it. */
export interface SecretsSearch {
  readonly path?: string;
  readonly show?: Show;
}

const toSearch = ({ path, show }: Record<string, unknown>): SecretsSearch => ({
  ...(typeof path === 'string' && path.startsWith('/') && path !== '/' ? { path } : {}),
  ...(isShow(show) && show !== 'all' ? { show } : {}),
});

export const secretsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/secrets',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'SecretsScreen'),
});

export const secretsPlace: Place = {
  label: 'Secrets',
  to: '/p/$projectSlug/secrets',
  key: 's',
  isInBar: true,
};
