import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type Action, isAction } from '../access/actions';
import type { Rule } from '../access/model';
import { projectRoute } from '../shell/roots';
import type { Place } from '../shell/places';
import { rangeOf } from './range';

/** What is tried: new rules of a role, or a grant or other roles to somebody (`identity` or `user`, and the id). */
export interface WhatIfSearch {
  readonly role?: string;
  readonly who?: string;
  /** Of somebody: other roles are tried, and no grant. */
  readonly change?: 'roles';
  /** Slugs of the roles that they would have. */
  readonly roles?: readonly string[];
  readonly rules?: readonly Rule[];
  readonly range?: string;
  /** The question that is shown before and after. */
  readonly action?: Action;
  readonly path?: string;
  /** Of a secret; without it, every secret. */
  readonly name?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isText = (value: unknown): value is string => typeof value === 'string';

const toSearch = (given: Record<string, unknown>): WhatIfSearch => {
  const [role, who, path] = [text(given['role']), text(given['who']), text(given['path'])];
  const name = text(given['name']);
  const range = rangeOf(given['range']);
  return {
    ...(role && !who ? { role } : {}),
    ...(who ? { who } : {}),
    ...(who && given['change'] === 'roles' ? { change: 'roles' as const } : {}),
    ...(Array.isArray(given['roles']) ? { roles: given['roles'].filter(isText) } : {}),
    ...(Array.isArray(given['rules']) ? { rules: given['rules'] as Rule[] } : {}),
    ...(range ? { range } : {}),
    ...(isAction(given['action']) ? { action: given['action'] } : {}),
    ...(path ? { path } : {}),
    ...(name ? { name } : {}),
  };
};

export const whatIfRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/what-if',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'WhatIfScreen'),
});

export const whatIfPlace: Place = {
  label: 'What if',
  hint: 'who gains and loses by a rule',
  synonyms: 'preview simulate role permissions change',
  to: '/p/$projectSlug/what-if',
  key: 'w',
};
