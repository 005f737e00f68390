import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { rootRoute } from '../shell/roots';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screen'), 'SettingsScreen'),
});

export const settingsPlace: Place = {
  label: 'Settings',
  hint: 'this server, your account and sessions',
  to: '/settings',
  isOfAccount: true,
};
