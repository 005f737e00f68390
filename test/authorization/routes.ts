import { ACCESS_ROUTES } from './access-routes.js';
import { ACME_ROUTES } from './acme-routes.js';
import { APPLICATION_ROUTES } from './application-routes.js';
import { CERTIFICATE_ROUTES } from './certificate-routes.js';
import { APPROVAL_ROUTES } from './approval-routes.js';
import { CONTENT_ROUTES } from './content-routes.js';
import { IMPORT_ROUTES } from './import-routes.js';
import { IDENTITY_ROUTES } from './identity-routes.js';
import { ORGANIZATION_ROUTES } from './organization-routes.js';
import { PEOPLE_ROUTES } from './people-routes.js';
import { PROJECT_ROUTES } from './project-routes.js';
import { SERVICE_TOKEN_ROUTES } from './service-token-routes.js';
import { SCIM_ROUTES } from './scim-routes.js';
import { SECRET_WRITE_ROUTES } from './secret-write-routes.js';
import { SIGN_IN_ROUTES } from './sign-in-routes.js';
import { SSO_ROUTES } from './sso-routes.js';
import { may, type RequestTemplate, type RouteEntry, type RouteTable, the } from './route-entry.js';

/** Every route of the application, and what it asks of whom. */
export const ROUTES: RouteTable = {
  ...ORGANIZATION_ROUTES,
  ...IDENTITY_ROUTES,
  ...PROJECT_ROUTES,
  ...CONTENT_ROUTES,
  ...SECRET_WRITE_ROUTES,
  ...SIGN_IN_ROUTES,
  ...IMPORT_ROUTES,
  ...ACCESS_ROUTES,
  ...PEOPLE_ROUTES,
  ...SCIM_ROUTES,
  ...SERVICE_TOKEN_ROUTES,
  ...SSO_ROUTES,
  ...CERTIFICATE_ROUTES,
  ...ACME_ROUTES,
  ...APPLICATION_ROUTES,
  ...APPROVAL_ROUTES,
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

/** Whether the route is one of SCIM, whose errors have a shape of their own: `describeScim` asks these. */
const isOfScim = (route: string): boolean => Object.hasOwn(SCIM_ROUTES, route);

export const isForProviders = ({ demands }: RouteEntry): boolean => demands === 'SCIM token';

export const scimRoutes = (): Addressed[] =>
  Object.entries(SCIM_ROUTES).map(([route, entry]) => ({ route, entry, template: entry }));

/** Every chosen route, but for those of SCIM, each by the first way to make a request of it. */
export const routesThat = (chooses: Chooses): Addressed[] =>
  Object.entries(ROUTES)
    .filter(([route, entry]) => chooses(entry) && !isOfScim(route))
    .map(([route, entry]) => ({ route, entry, template: entry }));

/** Every way to make every request of the chosen routes. */
export const waysTo = (chooses: Chooses): Addressed[] =>
  routesThat(chooses).flatMap(({ route, entry }) =>
    [entry, ...(entry.also ?? [])].map((template) => ({ route, entry, template })),
  );

/** Whether it is shut to everybody but callers with rights. */
export const isShut = ({ demands }: RouteEntry): boolean =>
  demands !== 'nothing' && demands !== 'person';

export const isForPeople = ({ demands }: RouteEntry): boolean => demands === 'person';
