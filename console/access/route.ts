import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';
import { type Action, isAction } from './actions';

/** The question, as its address has it. */
export interface AccessSearch {
  readonly action?: Action;
  readonly name?: string;
  readonly environment?: string;
  readonly path?: string;
  /** Whom "why" is about: `identity` or `user`, and its id. */
  readonly why?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const toSearch = (given: Record<string, unknown>): AccessSearch => {
  const [name, environment, path, why] = [
    text(given['name']),
    text(given['environment']),
    text(given['path']),
    text(given['why']),
  ];
  return {
    ...(isAction(given['action']) ? { action: given['action'] } : {}),
    ...(name ? { name } : {}),
    ...(environment ? { environment } : {}),
    ...(path ? { path } : {}),
    ...(why ? { why } : {}),
  };
};

export const accessRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/access',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'AccessScreen'),
});

export const accessPlace: Place = {
  label: 'Access',
  hint: 'who can read or change it, why, until when',
  synonyms: 'permissions rights roles privileges allowed members',
  to: '/p/$projectSlug/access',
  key: 'a',
  isInBar: true,
  keeps: ['path', 'environment', 'name'],
};
