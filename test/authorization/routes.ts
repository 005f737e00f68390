import { ACCESS_ROUTES } from './access-routes.js';
import { CONTENT_ROUTES } from './content-routes.js';
import { IMPORT_ROUTES } from './import-routes.js';
import { IDENTITY_ROUTES } from './identity-routes.js';
import { ORGANIZATION_ROUTES } from './organization-routes.js';
import { PROJECT_ROUTES } from './project-routes.js';
import { SECRET_WRITE_ROUTES } from './secret-write-routes.js';
import { may, type RequestTemplate, type RouteEntry, type RouteTable, the } from './route-entry.js';

/** Every route of the application, and what it asks of whom. */
export const ROUTES: RouteTable = {
  ...ORGANIZATION_ROUTES,
  ...IDENTITY_ROUTES,
  ...PROJECT_ROUTES,
  ...CONTENT_ROUTES,
  ...SECRET_WRITE_ROUTES,
  ...IMPORT_ROUTES,
  ...ACCESS_ROUTES,
  'POST /api/v1/events/subscribe/project-events': {
    demands: may('subscribe-to-creation-events', 'secret-event-subscriptions'),
    body: { projectId: the('project'), register: [{}] },
    also: [{ body: { projectSlug: the('projectSlug'), register: [{}] } }],
    invalid: { body: { register: [] }, at: ['register'] },
    streams: true,
  },
  'GET /api/v1/events/subscribe/project-events': {
    demands: may('subscribe-to-creation-events', 'secret-event-subscriptions'),
    query: { projectId: the('project') },
    also: [{ query: { projectSlug: the('projectSlug') } }],
    invalid: { query: { register: 'dev' }, at: ['register'] },
    streams: true,
  },
  'POST /api/v1/events/subscribe/project-events/ticket': {
    demands: may('subscribe-to-creation-events', 'secret-event-subscriptions'),
    body: { projectId: the('project') },
    also: [{ body: { projectSlug: the('projectSlug') } }],
    invalid: { body: { register: [] }, at: ['register'] },
  },
};

/** One way to make a request of a route. */
export interface Addressed {
  readonly route: string;
  readonly entry: RouteEntry;
  readonly template: RequestTemplate;
}

export type Chooses = (entry: RouteEntry) => boolean;

/** Every chosen route, each by the first way to make a request of it. */
export const routesThat = (chooses: Chooses): Addressed[] =>
  Object.entries(ROUTES)
    .filter(([, entry]) => chooses(entry))
    .map(([route, entry]) => ({ route, entry, template: entry }));

/** Every way to make every request of the chosen routes. */
export const waysTo = (chooses: Chooses): Addressed[] =>
  routesThat(chooses).flatMap(({ route, entry }) =>
    [entry, ...(entry.also ?? [])].map((template) => ({ route, entry, template })),
  );

export const isShut = ({ demands }: RouteEntry): boolean => demands !== 'nothing';
