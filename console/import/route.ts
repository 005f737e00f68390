import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';

/** Where the file goes, as the address has it. */
export interface ImportSearch {
  readonly environment?: string;
  readonly path?: string;
}

const toSearch = ({ environment, path }: Record<string, unknown>): ImportSearch => ({
  ...(typeof environment === 'string' && environment !== '' ? { environment } : {}),
  ...(typeof path === 'string' && path.startsWith('/') && path !== '/' ? { path } : {}),
});

export const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/import',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'ImportScreen'),
});

export const importPlace: Place = {
  label: 'Import',
  hint: 'bring a .env or JSON in',
  synonyms: 'upload dotenv paste file',
  to: '/p/$projectSlug/import',
  key: 'm',
  keeps: ['path', 'environment'],
};
