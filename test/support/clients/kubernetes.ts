import type { TestApp } from '../harness.js';
import { aMember } from '../scene.js';
import { anAccount, asLogin, logIn } from './account.js';
import { FULL_SECRET, PROJECT } from './shapes.js';
import { decoded, type Sent, WireClient } from './wire-client.js';

const BOOTSTRAPPED = {
  message: 'string',
  identity: { id: 'string', name: 'string', credentials: { token: 'string' } },
  organization: { id: 'string', name: 'string', slug: 'string' },
  user: {
    id: 'string',
    email: 'string',
    'firstName?': 'string',
    'lastName?': 'string',
    username: 'string',
    superAdmin: 'boolean',
  },
} as const;

/** On an application of its own, since an instance is set up once. */
export function describeOperator(fresh: TestApp): void {
  it('sets up an instance, a project, and an identity that reads it', async () => {
    const anyone = new WireClient(fresh, undefined, 'k8s-operator');
    await anyone.ok('GET /status');
    const person = { email: 'admin@example.org', password: 'correct horse battery' };
    const body = { ...person, organization: 'Example' };
    const made = decoded<{ identity: { credentials: { token: string } } }>(
      await anyone.ok('POST /v1/admin/bootstrap', { body }),
      BOOTSTRAPPED,
    );
    const admin = anyone.with(made.identity.credentials.token);

    const project = await setUpProject(admin);
    const reader = await setUpReader(admin, project);
    const { accessToken } = asLogin(
      await anyone.ok('POST /v1/auth/universal-auth/login', { body: reader.credentials }),
    );
    await readsAll(anyone.with(accessToken), project);

    await anyone.ok('POST /v1/auth/token/revoke', { body: { accessToken } });
    await anyone.with(accessToken).refused(`GET /v1/projects/${project.id}`, 401);
    await admin.ok(`DELETE /v1/identities/${reader.id}`);
    await admin.ok(`DELETE /v1/projects/${project.id}`);
    await admin.refused(`GET /v1/projects/${project.id}`, 404);
  });
}

interface Project {
  readonly id: string;
  readonly slug: string;
}

async function setUpProject(admin: WireClient): Promise<Project> {
  const body = { projectName: 'e2e', type: 'secret-manager', shouldCreateDefaultEnvs: true };
  const { project } = await admin.ok('POST /v1/projects', { body });
  const { id, slug } = decoded<Project>(project, PROJECT);
  const environment = { name: 'Tests', slug: 'tests' };
  await admin.ok(`POST /v1/projects/${id}/environments`, { body: environment });
  await admin.ok(`POST /v1/projects/${id}/tags`, { body: { slug: 'e2e', color: '#000000' } });
  const folder = { projectId: id, environment: 'tests', name: 'apps', path: '/' };
  await admin.ok('POST /v2/folders', { body: folder });
  const isNewer = admin.has('POST /api/v4/secrets/:secretName');
  const place = { environment: 'tests', secretPath: '/apps', secretValue: 'value' };
  await admin.ok(`POST ${isNewer ? '/v4/secrets' : '/v3/secrets/raw'}/KEY`, {
    body: isNewer ? { ...place, projectId: id } : { ...place, workspaceId: id },
  });
  if (admin.has('POST /api/v2/secret-imports')) {
    const source = { environment: 'tests', path: '/apps' };
    const target = { projectId: id, environment: 'tests', path: '/' };
    await admin.ok('POST /v2/secret-imports', { body: { ...target, import: source } });
  }
  return { id, slug };
}

async function setUpReader(admin: WireClient, project: Project) {
  const { identity } = await admin.ok('POST /v1/identities', {
    body: { name: 'operator', role: 'no-access' },
  });
  const { id } = identity as { id: string };
  const membership = `/v1/projects/${project.id}/memberships/identities/${id}`;
  await admin.ok(`POST ${membership}`, { body: { roles: [{ role: 'member' }] } });
  const universal = `/v1/auth/universal-auth/identities/${id}`;
  const { identityUniversalAuth } = await admin.ok(`POST ${universal}`, { body: {} });
  const { clientId } = identityUniversalAuth as { clientId: string };
  const { clientSecret } = await admin.ok(`POST ${universal}/client-secrets`, { body: {} });
  return { id, credentials: { clientId, clientSecret: clientSecret as string } };
}

/** A newer custom resource reads v4, by its defaults; an older one v3, with `If-None-Match`. */
async function readsAll(client: WireClient, { id, slug }: Project): Promise<void> {
  const bare = await client.ok(`GET /v1/projects/slug/${slug}`);
  expect(decoded(bare, PROJECT)).toMatchObject({ id });
  expect(decoded(await client.ok(`GET /v2/workspace/${slug}`), PROJECT)).toMatchObject({ id });
  const { workspace } = await client.ok(`GET /v1/workspace/${id}`);
  expect(decoded(workspace, PROJECT)).toMatchObject({ id });
  const place = { environment: 'tests', secretPath: '/apps' };
  const v4 = await client.ok('GET /v4/secrets', { query: { ...place, projectId: id } });
  expect(decoded(v4.secrets, [FULL_SECRET])).toMatchObject([{ secretValue: 'value' }]);
  const query = { ...place, workspaceId: id, workspaceSlug: '', include_imports: 'true' };
  const { headers } = await client.send('GET /v3/secrets/raw', { query });
  const again = { query, headers: { 'If-None-Match': headers.etag! } };
  expect((await client.send('GET /v3/secrets/raw', again)).status).toBe(304);
}

export function describeEso(server: TestApp): void {
  it('validates a store, reads, pushes, and revokes its token', async () => {
    const account = await anAccount(server);
    const client = new WireClient(server, undefined, 'Go-http-client/2.0');
    const body = { ...account.credentials, organizationSlug: account.organizationSlug };
    const login = await client.ok('POST /v1/auth/universal-auth/login', { body });
    const { accessToken } = asLogin(login);
    const own = client.with(accessToken);
    const { slug } = account.project;
    const query = { workspaceSlug: slug, environment: 'dev', secretPath: '/' };
    const path = '/v3/secrets/raw';

    const flags = { recursive: 'false', expandSecretReferences: 'true', viewSecretValue: 'true' };
    const all = { ...query, ...flags, workspaceId: '', include_imports: 'true', tagSlugs: '' };
    expect(await own.ok(`GET ${path}`, { query: all })).toEqual({ secrets: [], imports: [] });
    const missing = await own.refused(`GET ${path}/PUSHED`, 404, { query });
    expect(missing).toMatchObject({ statusCode: 404, error: 'NotFound' });
    const project = await own.ok(`GET /v1/projects/slug/${slug}`);
    const fallback = await own.ok(`GET /v1/workspace/slug/${slug}`);
    expect(decoded(project, PROJECT)).toEqual(decoded(fallback, PROJECT));
    const { id } = project as { id: string };
    const place = { workspaceId: id, environment: 'dev', secretPath: '/' };
    const push = { ...place, secretValue: 'a\nb', skipMultilineEncoding: true };
    await own.ok(`POST ${path}/PUSHED`, { body: push });
    await own.ok(`PATCH ${path}/PUSHED`, { body: { ...push, secretValue: 'c\nd' } });
    const { secret } = await own.ok(`GET ${path}/PUSHED`, { query });
    expect(decoded(secret, FULL_SECRET)).toMatchObject({
      secretValue: 'c\nd',
      skipMultilineEncoding: true,
    });
    await own.ok(`DELETE ${path}/PUSHED`, { body: place });
    await client.ok('POST /v1/auth/token/revoke', { body: { accessToken } });
    await own.refused(`GET ${path}`, 401, { query });
  });

  it('is told 403 once its membership is gone: after a 404 it would delete the copy', async () => {
    const account = await anAccount(server);
    const { admin, orgId, project } = account;
    const owner = new WireClient(server, admin.token);
    const place = { workspaceId: project.id, environment: 'dev', secretValue: 'x' };
    const { secret } = await owner.ok('POST /v3/secrets/raw/KEY', { body: place });
    const store = await aMember(server, project, orgId, 'member');
    const own = new WireClient(server, store.token, 'Go-http-client/2.0');
    const query = { workspaceSlug: project.slug, environment: 'dev', secretPath: '/' };
    const byId = { workspaceId: project.id, environment: 'dev', secretPath: '/' };
    const reads: [string, Sent][] = [
      ['GET /v3/secrets/raw', { query }],
      ['GET /v3/secrets/raw/KEY', { query }],
      ['GET /v3/secrets/raw', { query: byId }],
      [`GET /v3/secrets/raw/id/${(secret as { id: string }).id}`, {}],
      [`GET /v1/projects/slug/${project.slug}`, {}],
      [`GET /v1/workspace/slug/${project.slug}`, {}],
    ];
    for (const [line, sent] of reads) await own.ok(line, sent);

    await owner.ok(`DELETE /v1/projects/${project.id}/identity-memberships/${store.id}`);

    for (const [line, sent] of reads) {
      expect(await own.refused(line, 403, sent)).toMatchObject({
        error: 'PermissionDenied',
        message: 'You are not a member of the project.',
      });
    }
    const stranger = new WireClient(server, (await anAccount(server)).admin.token);
    for (const [line, sent] of reads) await stranger.refused(line, 404, sent);
  });

  it('is refused with the slug of another organization', async () => {
    const account = await anAccount(server);
    const other = await anAccount(server);
    const { organizationSlug } = other;
    const client = new WireClient(server);
    const body = { ...account.credentials, organizationSlug };
    await client.refused('POST /v1/auth/universal-auth/login', 401, { body });
    const own = await logIn(server, account, 'Go-http-client/2.0');
    const query = { workspaceSlug: other.project.slug, environment: 'dev' };
    await own.refused('GET /v3/secrets/raw', 404, { query });
  });
}
