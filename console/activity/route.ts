import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';

export const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./screen'), 'ActivityScreen'),
});

export const activityPlace: Place = {
  hint: 'what happens now, and happened today',
  synonyms: 'events live stream',
  ...{ label: 'Activity', to: '/p/$projectSlug/activity', key: 'v', isInBar: true },
};
