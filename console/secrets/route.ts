import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';
import { isShow, type Show } from './shows';

/** The folder and what of it is shown, as the address has it. */
export interface SecretsSearch {
  readonly path?: string;
  readonly show?: Show;
  /** The secret whose sheet is open, and the environment that its details are of. */
  readonly name?: string;
  readonly environment?: string;
  /** Whether a new secret is asked for. */
  readonly add?: true;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const toSearch = (given: Record<string, unknown>): SecretsSearch => {
  const { path, show, name, environment, add } = given;
  return {
    ...(isText(path) && path.startsWith('/') && path !== '/' ? { path } : {}),
    ...(isShow(show) && show !== 'all' ? { show } : {}),
    ...(isText(name) ? { name } : {}),
    ...(isText(environment) ? { environment } : {}),
    ...(add === true ? { add } : {}),
  };
};

/** The address of another folder: the environment stays. */
export const inFolder =
  (path: string) =>
  ({ environment }: SecretsSearch): SecretsSearch => ({
    path,
    ...(environment === undefined ? {} : { environment }),
  });

export const secretsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/secrets',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'SecretsScreen'),
});

export const secretsPlace: Place = {
  label: 'Secrets',
  hint: 'set, compare, copy, rename, delete',
  synonyms: 'values environments folders matrix new add',
  to: '/p/$projectSlug/secrets',
  key: 's',
  isInBar: true,
  keeps: ['path', 'environment'],
  searchOf: ({ name, path }) => ({ name, path }),
};
