import { randomBytes } from 'node:crypto';
import type { WorkloadApp } from '../workloads/workload-scene.js';
import { aScene, type Caller } from '../scene.js';
import { CLIENT, OURS, type Said, TestBrowser, type TestProvider } from './test-provider.js';

export const CONFIG = '/api/v1/sso/oidc/config';

export const unique = (prefix: string): string => `${prefix}${randomBytes(5).toString('hex')}`;

/** An organization with a provider and a domain that it has proved. */
export interface SsoOrganization {
  readonly orgId: string;
  readonly slug: string;
  readonly admin: Caller;
  readonly domain: string;
}

/** Somebody whom a provider knows, and their browser. */
export interface SsoPerson {
  readonly subject: string;
  readonly browser: TestBrowser;
}

export async function verifiedDomain({ network }: WorkloadApp, admin: Caller): Promise<string> {
  const domain = `${unique('d')}.example`;
  const path = '/api/v1/organization/email-domains';
  const { body } = await admin.http.post(path).send({ domain }).expect(200);
  const { domain: claim, record } = body as {
    domain: { id: string };
    record: { name: string; value: string };
  };
  network.records.set(record.name, [record.value]);
  await admin.http.post(`${path}/${claim.id}/verify`).send({}).expect(200);
  return domain;
}

export async function anSsoOrganization(
  server: WorkloadApp,
  at: { readonly issuer: string },
  settings: object = {},
): Promise<SsoOrganization> {
  const { admin, orgId } = await aScene(server);
  const domain = await verifiedDomain(server, admin);
  const draft = { organizationId: orgId, discoveryURL: at.issuer, ...CLIENT };
  await admin.http
    .post(CONFIG)
    .send({ ...draft, jitProvisioning: true, ...settings })
    .expect(200);
  return { admin, orgId, domain, slug: `org-${orgId}` };
}

export function knownAt(
  server: WorkloadApp,
  providers: readonly TestProvider[],
  at: TestProvider,
  said: Said,
): SsoPerson {
  const subject = unique('sub-');
  at.people.set(subject, said);
  return { subject, browser: new TestBrowser(server, providers) };
}

/** Signs somebody in. Returns where the browser ends, without the origin. */
export async function signInAt(
  at: TestProvider,
  { slug }: Pick<SsoOrganization, 'slug'>,
  { subject, browser }: SsoPerson,
): Promise<string> {
  at.next = subject;
  return (await browser.signIn(slug)).slice(OURS.length);
}

/** The access token that the page of the login gets. */
export async function tokenOf(server: WorkloadApp, browser: TestBrowser): Promise<string> {
  const { body } = await server.http
    .post('/api/v1/auth/token')
    .set('Origin', OURS)
    .set('Cookie', browser.cookie())
    .expect(200);
  return (body as { token: string }).token;
}
