import { randomBytes } from 'node:crypto';
import type { Method } from './live-routes.js';

/** What an id, or another name, of a tenant's thing is a name of. */
export type Kind =
  | 'accessPolicy'
  | 'accessRequest'
  | 'accessToken'
  | 'acmeBindingKey'
  | 'acmeProfile'
  | 'applicationBindingKey'
  | 'authorityCertificate'
  | 'certificate'
  | 'certificateApplication'
  | 'certificateApplicationName'
  | 'certificateAuthority'
  | 'approvalPolicy'
  | 'approvalRequest'
  | 'certificatePolicy'
  | 'certificateProfile'
  | 'certificateProfileSlug'
  | 'certificateThumbprint'
  | 'clientId'
  | 'clientSecret'
  | 'clientSecretValue'
  | 'consoleSession'
  | 'crl'
  | 'emailDomain'
  | 'environment'
  | 'environmentSlug'
  | 'folder'
  | 'folderName'
  | 'group'
  | 'groupOfIdentity'
  | 'groupOfProject'
  | 'identity'
  | 'intermediateAuthority'
  | 'invitedMembership'
  | 'memberOfProject'
  | 'membership'
  | 'organization'
  | 'organizationSlug'
  | 'orgMembership'
  | 'orgRole'
  | 'orgRoleSlug'
  | 'privilege'
  | 'privilegeOfPerson'
  | 'privilegeSlug'
  | 'project'
  | 'projectRole'
  | 'projectRoleSlug'
  | 'projectSlug'
  | 'scimGroup'
  | 'scimToken'
  | 'scimUser'
  | 'secret'
  | 'secretImport'
  | 'secretName'
  | 'serviceToken'
  | 'strangeGroup'
  | 'stranger'
  | 'tag'
  | 'tagSlug'
  | 'token'
  | 'user'
  | 'unusedPolicy'
  | 'username'
  | 'waitingAuthority';

/** Where an id of the tenant goes in a request. */
export class IdPlaceholder {
  constructor(readonly kind: Kind) {}
}

export const the = (kind: Kind) => new IdPlaceholder(kind);

/** A name nobody has yet, another one for every request. */
export const fresh = (prefix: string) => () => `${prefix}-${randomBytes(6).toString('hex')}`;

type Value = string | number | boolean | null | IdPlaceholder | (() => string);
export type Part = Value | readonly Part[] | { readonly [key: string]: Part };
export type Fields = Readonly<Record<string, Part>>;

export interface RequestTemplate {
  /** Parameters of the path, by name. */
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
}

export interface Demand {
  readonly action: string;
  readonly subject: string;
}

/** A permission; or one of the looser and the odder demands. `person`: the token of a person, whatever their rights. */
export type Demands =
  | Demand
  | 'nothing'
  | 'token'
  | 'membership'
  | 'instance admin'
  | 'person'
  | 'SCIM token'
  | 'service token'
  /** Only those who have a part in a request see it; others get 404. */
  | 'part';

export interface RouteEntry extends RequestTemplate {
  readonly demands: Demands;
  /** A valid request has no end to its answer: the specs of events make it. */
  readonly streams?: boolean;
  /** The way into a project for who is not in it: what the organization says is asked, no membership. */
  readonly isWayIn?: boolean;
  /** Status of a valid request, if not 200. */
  readonly status?: number;
  /** Further ways in which clients address the route. */
  readonly also?: readonly RequestTemplate[];
  /** Fields that do not pass, put over the valid ones, and the path of the first of them. */
  readonly invalid?: Pick<RequestTemplate, 'query' | 'body'> & {
    readonly at: readonly (string | number)[];
  };
  /** What a valid request uses up, or makes undeletable. */
  readonly renews?: readonly Renewable[];
}

/** What can be made anew, alone or with all that hangs on it. */
export type Renewable =
  | 'access'
  | 'accessToken'
  | 'acmeBindingKey'
  | 'applicationBindingKey'
  | 'certificate'
  | 'certificateApplication'
  | 'certificateProfile'
  | 'certificateAuthority'
  | 'approval'
  | 'clientSecret'
  | 'consoleSession'
  | 'emailDomain'
  | 'environment'
  | 'everything'
  | 'folder'
  | 'group'
  | 'identity'
  | 'invited'
  | 'leaver'
  | 'memberOfProject'
  | 'membership'
  | 'newcomer'
  | 'oidc'
  | 'orgRole'
  | 'person'
  | 'privilege'
  | 'privilegeOfPerson'
  | 'projectRole'
  | 'provider'
  | 'secret'
  | 'secretImport'
  | 'serviceToken'
  | 'stranger'
  | 'tag'
  | 'token';

export type RouteTable = Readonly<Record<`${Method} ${string}`, RouteEntry>>;

export const may = (action: string, subject: string): Demand => ({ action, subject });

/** Repeats routes under each of several prefixes: one controller, several addresses. */
export const under = (prefixes: readonly string[], routes: RouteTable): RouteTable =>
  Object.fromEntries(
    prefixes.flatMap((prefix) =>
      Object.entries(routes).map(([route, entry]) => {
        const [method, rest = ''] = route.split(' ');
        return [`${method} ${prefix}${rest}`, entry];
      }),
    ),
  );

const PROJECT_KINDS: ReadonlySet<Kind> = new Set([
  'certificate',
  'certificateApplication',
  'certificateApplicationName',
  'certificateAuthority',
  'accessPolicy',
  'accessRequest',
  'approvalPolicy',
  'approvalRequest',
  'certificatePolicy',
  'certificateProfile',
  'certificateProfileSlug',
  'certificateThumbprint',
  'environment',
  'environmentSlug',
  'folder',
  'groupOfProject',
  'intermediateAuthority',
  'memberOfProject',
  'membership',
  'privilege',
  'privilegeOfPerson',
  'privilegeSlug',
  'project',
  'projectRole',
  'projectSlug',
  'secret',
  'secretImport',
  'serviceToken',
  'tag',
  'unusedPolicy',
  'waitingAuthority',
]);

/** One place of an id in a template: `path`, `query` or `body`, then keys and indexes. */
export interface Position {
  readonly steps: readonly (string | number)[];
  readonly kind: Kind;
}

export function positionsIn(template: RequestTemplate): Position[] {
  const found: Position[] = [];
  const walk = (part: unknown, steps: readonly (string | number)[]): void => {
    if (part instanceof IdPlaceholder) found.push({ steps, kind: part.kind });
    else if (Array.isArray(part)) part.forEach((each, index) => walk(each, [...steps, index]));
    else if (part !== null && typeof part === 'object')
      for (const [key, each] of Object.entries(part)) walk(each, [...steps, key]);
  };
  for (const name of ['path', 'query', 'body'] as const) walk(template[name], [name]);
  return found;
}

/** Whether the request is about a project, so that only its members may make it. */
export const isInProject = (template: RequestTemplate): boolean =>
  positionsIn(template).some(({ kind }) => PROJECT_KINDS.has(kind));
