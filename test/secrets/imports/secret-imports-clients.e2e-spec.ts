import { createRequire } from 'node:module';
import type { InfisicalSDK as Sdk } from '@infisical/sdk';
import { anAccount, logIn } from '../../support/clients/account.js';
import { FULL_SECRET } from '../../support/clients/shapes.js';
import { decoded, type Shape } from '../../support/clients/wire-client.js';
import { type Client, useApp } from '../../support/harness.js';

/** Imports as the published clients ask for them and decode them. */
const server = useApp();
const require = createRequire(import.meta.url);

/** `/` of dev takes over from `/shared` of prod, and that from `/base` of staging. */
async function anImportingAccount() {
  const account = await anAccount(server);
  const { admin, project } = account;
  const make = async (environment: string, path: string, values: Record<string, string>) => {
    const where = { workspaceId: project.id, environment };
    const folder = { ...where, path: '/', name: path.slice(1) };
    if (path !== '/') await send(admin.http, '/api/v1/folders', folder);
    const secrets = Object.entries(values).map(([secretKey, secretValue]) => ({
      ...{ secretKey, secretValue },
    }));
    const batch = { ...where, secretPath: path, secrets };
    await send(admin.http, '/api/v3/secrets/batch/raw', batch);
  };
  await make('staging', '/base', { BASE: 'base', SHADOWED: 'base' });
  await make('prod', '/shared', { SHARED: 'shared ${staging.base.BASE}', SHADOWED: 'shared' });
  await make('dev', '/', { OWN: 'own', SHADOWED: 'own' });
  const add = (environment: string, path: string, from: object) => {
    const body = { workspaceId: project.id, environment, path, import: from };
    return send(admin.http, '/api/v1/secret-imports', body);
  };
  await add('prod', '/shared', { environment: 'staging', path: '/base' });
  await add('dev', '/', { environment: 'prod', path: '/shared' });
  return account;
}

const send = (http: Client, path: string, body: object) => http.post(path).send(body).expect(200);

const SECRET_IMPORT: Shape = {
  id: 'string',
  version: 'integer',
  importPath: 'string',
  importEnv: { id: 'string', name: 'string', slug: 'string' },
  position: 'integer',
  folderId: 'string',
  isReplication: 'boolean',
  isReserved: 'boolean',
  createdAt: 'time',
  updatedAt: 'time',
};

describe.each([
  ['5', '@infisical/sdk'],
  ['4', 'infisical-sdk-v4'],
  ['3', 'infisical-sdk-v3'],
])('Node SDK %s.x', (_, name) => {
  const { InfisicalSDK } = require(name) as { InfisicalSDK: typeof Sdk };

  async function aClient() {
    const { credentials, project } = await anImportingAccount();
    const sdk = new InfisicalSDK({ siteUrl: server.url });
    const client = await sdk.auth().universalAuth.login(credentials);
    return { secrets: client.secrets(), at: { projectId: project.id, environment: 'dev' } };
  }

  it('lists with imports', async () => {
    const { secrets, at } = await aClient();
    const options = { includeImports: true, expandSecretReferences: true };
    const { imports } = await secrets.listSecrets({ ...at, ...options });
    expect(imports).toMatchObject([{ secretPath: '/shared', environment: 'prod' }]);
    const values = imports![0]!.secrets.map((each) => [each.secretKey, each.secretValue]);
    expect(values).toEqual([
      ['SHADOWED', 'shared'],
      ['SHARED', 'shared base'],
      ['BASE', 'base'],
    ]);
  });

  it('merges them below its own', async () => {
    const { secrets, at } = await aClient();
    if (!('listSecretsWithImports' in secrets)) return expect(name).toMatch(/v3$/);
    const merged = await secrets.listSecretsWithImports(at);
    const values = merged.map((each) => `${each.secretKey}=${each.secretValue}`).sort();
    expect(values).toEqual(['BASE=base', 'OWN=own', 'SHADOWED=own', 'SHARED=shared base']);
  });

  it('reads a single one', async () => {
    const { secrets, at } = await aClient();
    const read = (secretName: string, includeImports: boolean) =>
      secrets.getSecret({ ...at, secretName, includeImports, expandSecretReferences: true });
    expect(await read('SHARED', true)).toMatchObject({ secretValue: 'shared base' });
    expect(await read('SHADOWED', true)).toMatchObject({ secretValue: 'own' });
    await expect(read('SHARED', false)).rejects.toThrow(/404/);
  });
});

describe('the CLI', () => {
  it('lists v4 with every flag, and by its defaults', async () => {
    const account = await anImportingAccount();
    const client = await logIn(server, account, 'cli');
    const place = { projectId: account.project.id, environment: 'dev', secretPath: '/' };
    const flags = {
      includeImports: 'true',
      recursive: 'false',
      expandSecretReferences: 'true',
      includePersonalOverrides: 'true',
    };
    for (const query of [{ ...place, ...flags }, place]) {
      const { imports } = await client.ok('GET /v4/secrets', { query });
      const shape = [
        { secretPath: 'string', environment: 'string', secrets: [FULL_SECRET] },
      ] as const;
      expect(decoded(imports, shape)).toMatchObject([{ secrets: [{}, {}, {}] }]);
    }
    const without = await client.ok('GET /v4/secrets', {
      query: { ...place, includeImports: 'false' },
    });
    expect(without.imports).toBeUndefined();
    const { secret } = await client.ok('GET /v4/secrets/BASE', { query: { ...place, ...flags } });
    expect(decoded(secret, FULL_SECRET)).toMatchObject({ secretValue: 'base' });
  });
});

describe('Terraform', () => {
  it('keeps an import', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'terraform');
    const place = { workspaceId: account.project.id, environment: 'dev', path: '/' };
    const body = {
      ...place,
      isReplication: false,
      import: { environment: 'prod', path: '/shared' },
    };
    const made = await client.ok('POST /v1/secret-imports', { body });
    const { id } = decoded<{ id: string }>(made.secretImport, SECRET_IMPORT);
    const read = await client.ok(`GET /v1/secret-imports/${id}`);
    expect(decoded(read.secretImport, SECRET_IMPORT)).toMatchObject({
      ...{ id, importPath: '/shared', position: 1, secretPath: '/' },
      ...{ importEnv: { slug: 'prod' }, environment: { slug: 'dev' } },
    });
    const change = { ...place, import: { environment: 'staging', path: '/shared', position: 1 } };
    await client.ok(`PATCH /v1/secret-imports/${id}`, { body: change });
    const { secretImports } = await client.ok('GET /v1/secret-imports', { query: place });
    expect(decoded(secretImports, [SECRET_IMPORT])).toMatchObject([{ id, version: 2 }]);
    await client.ok(`DELETE /v1/secret-imports/${id}`, { body: place });
    await client.refused(`GET /v1/secret-imports/${id}`, 404);
  });
});

describe('the Kubernetes operator', () => {
  it('imports a folder by v2 and reads it, until the answer changes', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'k8-operator');
    const { id } = account.project;
    const place = { projectId: id, environment: 'dev', path: '/' };
    const folder = { projectId: id, environment: 'prod', name: 'apps', path: '/' };
    await client.ok('POST /v2/folders', { body: folder });
    const from = { environment: 'prod', path: '/apps' };
    await client.ok('POST /v2/secret-imports', { body: { ...place, import: from } });
    const query = { workspaceId: id, environment: 'dev', secretPath: '/', include_imports: 'true' };
    const read = (headers = {}) => client.send('GET /v3/secrets/raw', { query, headers });

    const { headers } = await read();
    const since = { 'If-None-Match': headers.etag! };
    expect((await read(since)).status).toBe(304);
    const secret = { projectId: id, environment: 'prod', secretPath: '/apps', secretValue: 'a' };
    await client.ok('POST /v4/secrets/A', { body: secret });
    const { status, json } = await read(since);
    expect({ status, imports: json.imports }).toMatchObject({
      ...{ status: 200, imports: [{ secretPath: '/apps', secrets: [{ secretValue: 'a' }] }] },
    });
  });
});
