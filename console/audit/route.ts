import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { rootRoute } from '../shell/roots';

/** What the address asks of the log. */
export interface AuditSearch {
  /** Ids of a project, and of whoever did it. */
  readonly project?: string;
  readonly actor?: string;
  /** Actions, split by commas. */
  readonly action?: string;
  /** A secret by its name, a folder by its path. */
  readonly name?: string;
  readonly path?: string;
  /** A span up to now, or moments in ISO 8601. */
  readonly period?: string;
  readonly from?: string;
  readonly until?: string;
  /** The entry whose sheet is open, and its moment, by which it is found again. */
  readonly entry?: string;
  readonly at?: string;
}

const FIELDS = [
  ...(['project', 'actor', 'action', 'name', 'path'] as const),
  ...(['period', 'from', 'until', 'entry', 'at'] as const),
];

const toSearch = (given: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = given[field];
      return typeof value === 'string' && value !== '' ? [[field, value]] : [];
    }),
  );

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'AuditScreen'),
});

export const auditPlace: Place = {
  label: 'Audit log',
  hint: 'who read and changed what; is the log whole',
  synonyms: 'log reads export chain',
  to: '/audit',
  key: 'u',
  isInBar: true,
};
