import { api, idempotencyKey, take } from '../api/client';
import type { components } from '../api/schema';

/** Methods by which workloads sign in, each with routes of the same form. */
export const WORKLOADS = [
  ...(['oidc-auth', 'jwt-auth', 'kubernetes-auth'] as const),
  ...(['aws-auth', 'azure-auth', 'gcp-auth'] as const),
];
export type WorkloadName = (typeof WORKLOADS)[number];
export const isWorkload = (method: string): method is WorkloadName =>
  WORKLOADS.includes(method as WorkloadName);

type Schemas = components['schemas'];
type Common = Pick<Schemas['OidcAuth'], 'id' | 'warnings' | 'lastLogin' | 'lastFailure'>;
/** What all methods have, beside settings of their own. */
export type WorkloadAuth = Common & Readonly<Record<string, unknown>>;
export type Explanation = Schemas['LoginExplanation'];
export type Settings = Readonly<Record<string, unknown>>;

/** The document has a route for each method; they differ in their settings alone. */
const routeOf = (method: WorkloadName) =>
  `/api/v1/auth/${method}/identities/{identityId}` as '/api/v1/auth/oidc-auth/identities/{identityId}';

/** An answer holds its one object under a name of the method. */
const unwrapped = (answer: object): WorkloadAuth => Object.values(answer)[0] as WorkloadAuth;

export const findWorkload = async (
  identityId: string,
  method: WorkloadName,
  signal: AbortSignal,
): Promise<WorkloadAuth> =>
  unwrapped(await take(api.GET(routeOf(method), { params: { path: { identityId } }, signal })));

export async function attachWorkload(
  identityId: string,
  method: WorkloadName,
  body: Settings,
  header = idempotencyKey(),
): Promise<WorkloadAuth> {
  const params = { path: { identityId }, header };
  return unwrapped(await take(api.POST(routeOf(method), { params, body: body as never })));
}

/** What a login with this proof would be answered, and why. Nothing is issued. */
export const explainLogin = (method: WorkloadName, body: Settings): Promise<Explanation> =>
  take(
    api.POST(`/api/v1/auth/${method}/login/explain` as '/api/v1/auth/oidc-auth/login/explain', {
      body: body as never,
    }),
  );

/** Takes a method away, with what came of it; universal auth and token auth have routes of the same form. */
export async function detach(identityId: string, method: string): Promise<void> {
  const route = routeOf(method as WorkloadName);
  await take(api.DELETE(route, { params: { path: { identityId } } }));
}

export const TEMPLATES = ['github', 'gitlab', 'kubernetes', 'terraform-cloud'] as const;
export type Template = (typeof TEMPLATES)[number];

/** Settings that the server proposes for a platform. */
export async function templateOf(template: Template, body: Settings): Promise<Settings> {
  const route = `/api/v1/auth/oidc-auth/templates/${template}` as const;
  const { auth } = await take(
    api.POST(route as '/api/v1/auth/oidc-auth/templates/github', { body: body as never }),
  );
  return auth as unknown as Settings;
}
