import type { Rule } from '../../../src/permissions/rule.js';
import { ROUTES } from '../../authorization/routes.js';
import type { TestApp } from '../harness.js';
import { aMember, anIdentity, aProject, aScene, type Caller, type TestProject } from '../scene.js';

/** A project of an organization's admin, with what attacks on who holds what need. */
export interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  /** The paths of roles and memberships, as the newest clients write them. */
  readonly roles: string;
  readonly memberships: string;
}

/** What comes before the last segment in each route of the table that ends so, for one project. */
const pathsOf = (method: string, end: RegExp) =>
  Object.keys(ROUTES)
    .filter((route) => route.startsWith(`${method} `) && end.test(route))
    .map((route) => route.slice(method.length + 1).replace(/\/:[a-zA-Z]+$/, ''))
    .map((path) => (projectId: string) => path.replace(':projectId', projectId));

/** Every family of paths by which a membership is changed and removed, from the table of all routes. */
export const MEMBERSHIP_PATHS = pathsOf('DELETE', /memberships.*\/:identityId$/);
/** Every path by which a role of a project is changed. */
export const ROLE_PATHS = pathsOf('PATCH', /:projectId\/roles\/:roleId$/);

export const V1_PRIVILEGES = '/api/v1/additional-privilege/identity';
export const V2_PRIVILEGES = '/api/v2/identity-project-additional-privilege';

export const SECRETS: Rule = {
  subject: 'secrets',
  action: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
};
export const EVERYTHING: readonly Rule[] = [
  SECRETS,
  { subject: 'workspace', action: ['edit', 'delete'] },
  { subject: 'identity', action: ['create', 'delete', 'grant-privileges'] },
];

/** A prohibition that takes nothing from anybody. */
export const HARMLESS: Rule = {
  subject: 'secrets',
  action: ['delete'],
  conditions: { environment: 'no-such-environment' },
  inverted: true,
};

export async function aStage(server: TestApp): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const base = `/api/v1/projects/${project.id}`;
  const body = { workspaceId: project.id, environment: 'prod', secretValue: 'PROD-VALUE' };
  await admin.http.post('/api/v3/secrets/raw/DB_PASSWORD').send(body).expect(200);
  const memberships = `${base}/identity-memberships`;
  return { orgId, admin, project, roles: `${base}/roles`, memberships };
}

/** Makes a role as the project's admin; returns its id. */
export async function aRole(
  { admin, roles }: Stage,
  slug: string,
  permissions: readonly Rule[],
): Promise<string> {
  const answer = await admin.http.post(roles).send({ slug, name: slug, permissions }).expect(200);
  return (answer.body as { role: { id: string } }).role.id;
}

export const temporary = (role: string, temporaryRange: string, start = new Date()) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime: start.toISOString(),
});

/** Replaces the roles of a member as the project's admin. */
export const give = (
  { admin, memberships }: Stage,
  { id }: Caller,
  ...roles: (string | object)[]
) =>
  admin.http
    .patch(`${memberships}/${id}`)
    .send({ roles: roles.map((role) => (typeof role === 'string' ? { role } : role)) })
    .expect(200);

/** A member with these roles, joined through the API. */
export async function aHolder(
  server: TestApp,
  stage: Stage,
  ...roles: (string | object)[]
): Promise<Caller> {
  const caller = await aMember(server, stage.project, stage.orgId, 'no-access');
  await give(stage, caller, ...roles);
  return caller;
}

/** A second administrator for good, so that the first is not the last. */
export const anotherAdmin = (server: TestApp, stage: Stage) => aHolder(server, stage, 'admin');

/** A privilege of the second generation, as the project's admin; returns its id. */
export async function aPrivilege(
  { admin, project }: Stage,
  { id: identityId }: Caller,
  permissions: readonly Rule[],
  slug: string,
): Promise<string> {
  const type = { isTemporary: false };
  const body = { identityId, projectId: project.id, permissions, slug, type };
  const answer = await admin.http.post(V2_PRIVILEGES).send(body).expect(200);
  return (answer.body as { privilege: { id: string } }).privilege.id;
}

/** The status of reading the secret of production: what attackers are after. */
export async function readsProd({ project }: Stage, caller: Caller): Promise<number> {
  const query = `workspaceId=${project.id}&environment=prod`;
  return (await caller.http.get(`/api/v3/secrets/raw/DB_PASSWORD?${query}`)).status;
}

export { anIdentity };
