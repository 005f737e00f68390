import type { TestApp } from '../harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../scene.js';
import { LOGIN } from './shapes.js';
import { decoded, type Json, WireClient } from './wire-client.js';

export interface Account {
  readonly admin: Caller;
  readonly orgId: string;
  readonly organizationSlug: string;
  readonly project: TestProject;
  /** The identity that logs in with the credentials. */
  readonly identityId: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
}

/** A project, and what a client is given to log in with: an identity that is admin everywhere. */
export async function anAccount(server: TestApp): Promise<Account> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const client = new WireClient(server, admin.token);
  const named = { name: 'client', role: 'admin' };
  const { identity } = await client.ok('POST /v1/identities', { body: named });
  const { id } = identity as { id: string };
  const path = `/v1/auth/universal-auth/identities/${id}`;
  const { identityUniversalAuth } = await client.ok(`POST ${path}`, { body: {} });
  const { clientSecret } = await client.ok(`POST ${path}/client-secrets`, { body: {} });
  const membership = `/v1/projects/${project.id}/identity-memberships/${id}`;
  await client.ok(`POST ${membership}`, { body: { roles: [{ role: 'admin' }] } });
  const { clientId } = identityUniversalAuth as { clientId: string };
  const credentials = { clientId, clientSecret: clientSecret as string };
  const organizationSlug = `org-${orgId}`;
  return { admin, orgId, organizationSlug, project, identityId: id, credentials };
}

export interface Login {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly accessTokenMaxTTL: number;
}

/** Python compares the type of the token letter by letter. */
export function asLogin(answer: Json): Login {
  expect(answer.tokenType).toBe('Bearer');
  return decoded<Login>(answer, LOGIN);
}

export async function logIn(
  server: TestApp,
  { credentials }: Account,
  userAgent: string,
): Promise<WireClient> {
  const client = new WireClient(server, undefined, userAgent);
  const body = credentials;
  const login = asLogin(await client.ok('POST /v1/auth/universal-auth/login', { body }));
  return client.with(login.accessToken);
}
