import type { TestApp } from '../harness.js';
import { aMember } from '../scene.js';
import { type Account, anAccount, asLogin, type Login, logIn } from './account.js';
import { FOLDER, FULL_SECRET, PROJECT } from './shapes.js';
import { decoded, WireClient } from './wire-client.js';

const flags = ({ project }: Account, more: Readonly<Record<string, string>> = {}) => ({
  projectId: project.id,
  environment: 'dev',
  secretPath: '/',
  includeImports: 'true',
  recursive: 'false',
  expandSecretReferences: 'true',
  includePersonalOverrides: 'true',
  ...more,
});

export function describeCli(server: TestApp): void {
  it('logs in at a path that ends in a slash and asks who it is', async () => {
    const { credentials, orgId, organizationSlug } = await anAccount(server);
    const client = new WireClient(server, undefined, 'cli');

    const body = { ...credentials, organizationSlug };
    const login = asLogin(await client.ok('POST /v1/auth/universal-auth/login/', { body }));

    const own = client.with(login.accessToken);
    const { identityDetails } = await own.ok('GET /v1/identities/details');
    expect(identityDetails).toEqual({
      organization: { id: orgId, name: 'Org', slug: organizationSlug },
    });
    const claims = JSON.parse(
      Buffer.from(login.accessToken.split('.')[1]!, 'base64url').toString('utf8'),
    ) as Record<string, unknown>;
    decoded(claims, {
      identityId: 'string',
      identityName: 'string',
      authMethod: 'string',
      orgId: 'string',
      authTokenType: 'string',
      exp: 'integer',
      iat: 'integer',
    });
    expect(claims).toMatchObject({ authTokenType: 'identityAccessToken', orgId });
  });

  it('sets secrets one by one, after a list, and deletes them', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'cli');
    const query = flags(account);
    const place = { workspaceId: account.project.id, environment: 'dev', secretPath: '/' };
    const path = '/v3/secrets/raw/KEY';

    expect(await client.ok('GET /v4/secrets', { query })).toEqual({ secrets: [], imports: [] });
    const created = { ...place, type: 'shared', secretValue: 'one', secretKey: 'KEY' };
    await client.ok(`POST ${path}`, { body: created });
    const { secrets } = await client.ok('GET /v4/secrets', { query });
    expect(decoded(secrets, [FULL_SECRET])).toMatchObject([{ secretValue: 'one' }]);
    const change = { ...place, type: 'shared', secretValue: 'two' };
    await client.ok(`PATCH ${path}`, { body: change });
    const single = flags(account, { type: 'shared' });
    const { secret } = await client.ok('GET /v4/secrets/KEY', { query: single });
    expect(decoded(secret, FULL_SECRET)).toMatchObject({ secretValue: 'two', version: 2 });
    const { secret: gone } = await client.ok(`DELETE ${path}`, {
      body: { ...place, type: 'shared' },
    });
    expect(gone).toMatchObject({ secretKey: 'KEY' });
    await client.refused('GET /v4/secrets/KEY', 404, { query: single });
  });

  it('is refused a list with a value that it may not read, which `run` would hand to a program', async () => {
    const account = await anAccount(server);
    const { admin, orgId, project } = account;
    const place = { workspaceId: project.id, environment: 'dev', secretValue: 'one' };
    const owner = new WireClient(server, admin.token, 'cli');
    await owner.ok('POST /v3/secrets/raw/ONE', { body: place });
    const rules = [{ subject: 'secrets', action: ['describeSecret'] }];
    const { token } = await aMember(server, project, orgId, rules);
    const client = new WireClient(server, token, 'cli');

    const { message } = await client.refused('GET /v4/secrets', 403, { query: flags(account) });
    expect(message).toContain('ONE');
    const query = flags(account, { viewSecretValue: 'false' });
    expect((await client.ok('GET /v4/secrets', { query })).secrets).toMatchObject([
      { secretKey: 'ONE', secretValueHidden: true },
    ]);
  });

  it('gets a tag, makes it on a 404, and filters by it', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'cli');
    const tags = `/v1/projects/${account.project.id}/tags`;

    await client.refused(`GET ${tags}/slug/web`, 404);
    const { tag } = await client.ok(`POST ${tags}`, { body: { slug: 'web', color: '' } });
    const { id } = decoded<{ id: string }>(tag, { id: 'string', slug: 'string', name: 'string' });
    expect(await client.ok(`GET ${tags}/slug/web`)).toMatchObject({ tag: { id, name: 'web' } });
    const body = { workspaceId: account.project.id, environment: 'dev', secretValue: 'x' };
    await client.ok('POST /v3/secrets/raw/TAGGED', { body: { ...body, tagIds: [id] } });
    await client.ok('POST /v3/secrets/raw/PLAIN', { body });

    const query = flags(account, { tagSlugs: 'web' });
    const { secrets } = await client.ok('GET /v4/secrets', { query });
    expect(secrets).toMatchObject([{ secretKey: 'TAGGED', tags: [{ id, slug: 'web' }] }]);
  });

  it('names the folder above a folder `directory`', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'cli');
    const place = { workspaceId: account.project.id, environment: 'dev' };
    const add = async (name: string, path: string) => {
      const { folder } = await client.ok('POST /v1/folders', { body: { ...place, name, path } });
      decoded(folder, FOLDER);
    };

    await add('apps', '/');
    await add('web', '/apps');
    const inApps = { ...place, directory: '/apps' };
    expect(await client.ok('GET /v1/folders', { query: inApps })).toMatchObject({
      folders: [{ name: 'web' }],
    });
    await client.ok('DELETE /v1/folders/web', { body: inApps });
    expect(await client.ok('GET /v1/folders', { query: inApps })).toEqual({ folders: [] });
  });

  it('runs an agent: renews, finds the project, and renders again only on a new ETag', async () => {
    const account = await anAccount(server);
    const anonymous = new WireClient(server, undefined, 'cli');
    const login = await anonymous.ok('POST /v1/auth/universal-auth/login', {
      body: account.credentials,
    });
    const first = asLogin(login);
    const renewed: Login = asLogin(
      await anonymous.ok('POST /v1/auth/token/renew', { body: { accessToken: first.accessToken } }),
    );
    const client = anonymous.with(renewed.accessToken);

    const project = await client.ok(`GET /v1/projects/slug/${account.project.slug}`);
    expect(decoded(project, PROJECT)).toMatchObject({ id: account.project.id });
    const read = () => client.send('GET /v4/secrets', { query: flags(account) });
    const before = (await read()).headers.etag;
    expect((await read()).headers.etag).toBe(before);
    const body = { workspaceId: account.project.id, environment: 'dev', secretValue: 'x' };
    await client.ok('POST /v3/secrets/raw/NEW', { body });
    expect((await read()).headers.etag).not.toBe(before);

    const { accessToken } = renewed;
    await client.ok('POST /v1/auth/token/revoke', { body: { accessToken } });
    await client.refused('GET /v4/secrets', 401, { query: flags(account) });
  });
}
