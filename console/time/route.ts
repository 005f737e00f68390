import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';
import { timeSearch } from './address';

export const timeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/time',
  validateSearch: timeSearch,
  component: lazyRouteComponent(() => import('./screen'), 'TimeScreen'),
});

export const timePlace: Place = {
  hint: 'history of a folder, roll back',
  synonyms: 'restore rollback undo revert past versions changes put back',
  ...{ label: 'Time', to: '/p/$projectSlug/time', key: 't', isInBar: true },
  keeps: ['path', 'environment'],
};
