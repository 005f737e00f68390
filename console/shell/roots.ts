import { createRootRoute, createRoute } from '@tanstack/react-router';
import { Home } from './home';
import { NotFound } from './not-found';
import { ProjectGate } from './project';
import { Fault } from './fault';
import { Shell } from './shell';

/** Above all screens: the bar, the box, and what is about the organization or the server. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: Fault,
});

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
});

/** Above the screens of one project, which `useProject` returns to them. */
export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$projectSlug',
  component: ProjectGate,
});
