import { createHashHistory, createRouter } from '@tanstack/react-router';
import { accessPlace, accessRoute } from './access/route';
import { auditPlace, auditRoute } from './audit/route';
import { identitiesPlace, identitiesRoute } from './identities/route';
import { seenPlace, seenRoute } from './seen/route';
import { whatIfPlace, whatIfRoute } from './what-if/route';
import { activityPlace, activityRoute } from './activity/route';
import { organizationPlace, organizationRoute } from './organization/route';
import { certificatesPlace, certificatesRoute } from './certificates/route';
import { peoplePlace, peopleRoute } from './people/route';
import { approvalsPlace, approvalsRoute, askRoute, changeRoute } from './approvals/route';
import { importPlace, importRoute } from './import/route';
import { settingsPlace, settingsRoute } from './settings/route';
import { Fault } from './shell/fault';
import type { Place } from './shell/places';
import { homeRoute, projectRoute, rootRoute } from './shell/roots';
import { secretsPlace, secretsRoute } from './secrets/route';
import { timePlace, timeRoute } from './time/route';

/** Screens of one project. */
const projectScreens = projectRoute.addChildren([
  secretsRoute,
  accessRoute,
  whatIfRoute,
  timeRoute,
  activityRoute,
  peopleRoute,
  certificatesRoute,
  approvalsRoute,
  changeRoute,
  askRoute,
  importRoute,
]);

const routeTree = rootRoute.addChildren([
  homeRoute,
  organizationRoute,
  settingsRoute,
  auditRoute,
  seenRoute,
  identitiesRoute,
  projectScreens,
]);

/** Everything of an address stands behind the `#`, which no proxy and no log sees. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultErrorComponent: Fault,
  defaultPreload: 'intent',
  // What a screen shows comes from TanStack Query, which keeps it.
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
});

/** In the order of the navigation and of the box: those of a project, then those of the organization. */
export const PLACES: readonly Place[] = [
  secretsPlace,
  accessPlace,
  whatIfPlace,
  timePlace,
  activityPlace,
  approvalsPlace,
  peoplePlace,
  certificatesPlace,
  importPlace,
  auditPlace,
  identitiesPlace,
  seenPlace,
  organizationPlace,
  settingsPlace,
];

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
