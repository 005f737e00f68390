import { createRequire } from 'node:module';
import type { InfisicalSDK as Sdk } from '@infisical/sdk';
import { useApp } from '../support/harness.js';
import { aPerson, joinProject } from '../support/people.js';
import { aScene, type Caller } from '../support/scene.js';

/** The published Node SDK, as it is, against a listening server. */
const server = useApp();
const require = createRequire(import.meta.url);
const VERSIONS = [
  { version: '5', name: '@infisical/sdk', listsFolders: true },
  { version: '4', name: 'infisical-sdk-v4', listsFolders: true },
  { version: '3', name: 'infisical-sdk-v3', listsFolders: false },
] as const;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function credentialsOf(caller: Caller): Promise<Credentials> {
  const path = `/api/v1/auth/universal-auth/identities/${caller.id}`;
  const attached = await caller.http.post(path).send({}).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: Credentials })
    .identityUniversalAuth;
  const made = await caller.http.post(`${path}/client-secrets`).send({}).expect(200);
  return { clientId, clientSecret: (made.body as Credentials).clientSecret };
}

describe.each(VERSIONS)('Node SDK $version.x', ({ name, listsFolders }) => {
  const { InfisicalSDK } = require(name) as { InfisicalSDK: typeof Sdk };

  async function aClient() {
    const { admin, orgId } = await aScene(server);
    const credentials = await credentialsOf(admin);
    const { port } = server.app.getHttpServer().address() as { port: number };
    const sdk = new InfisicalSDK({ siteUrl: `http://127.0.0.1:${port}` });
    const client = await sdk.auth().universalAuth.login(credentials);
    return { admin, orgId, sdk, client, credentials };
  }

  async function aProject() {
    const scene = await aClient();
    const project = await scene.client
      .projects()
      .create({ projectName: 'Shop', type: 'secret-manager' } as never);
    const at = { projectId: project.id, environment: 'dev' };
    return { ...scene, project, at };
  }

  it('logs in and renews its token', async () => {
    const { client } = await aClient();

    const renewed = await client.auth().universalAuth.renew();

    const project = await renewed.projects().create({ projectName: 'Shop' } as never);
    expect(project).toMatchObject({ name: 'Shop' });
  });

  it('creates, reads, changes and deletes a secret', async () => {
    const { client, at } = await aProject();
    const secrets = client.secrets();

    const made = await secrets.createSecret('TOKEN', { ...at, secretValue: 'one' });
    expect(made.secret).toMatchObject({ secretKey: 'TOKEN', secretValue: 'one', version: 1 });

    const changed = await secrets.updateSecret('TOKEN', { ...at, secretValue: 'two' });
    expect(changed.secret).toMatchObject({ secretKey: 'TOKEN', secretValue: 'two', version: 2 });

    const read = await secrets.getSecret({ ...at, secretName: 'TOKEN' });
    expect(read).toMatchObject({
      secretKey: 'TOKEN',
      secretValue: 'two',
      secretValueHidden: false,
    });

    const past = await secrets.getSecret({ ...at, secretName: 'TOKEN', version: 1 });
    expect(past.secretValue).toBe('one');

    await secrets.updateSecret('TOKEN', { ...at, newSecretName: 'RENAMED' });
    await secrets.deleteSecret('RENAMED', at);
    await expect(secrets.getSecret({ ...at, secretName: 'RENAMED' })).rejects.toThrow(/404/);
  });

  it('gives no secret where the write waits for consent, and reads on as before', async () => {
    const { client, at, project, orgId, admin } = await aProject();
    const reviewer = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: reviewer.id }, 'viewer');
    const secrets = client.secrets();
    await secrets.createSecret('TOKEN', { ...at, secretValue: 'one' });
    const approvers = [{ type: 'user', id: reviewer.id }];
    const policy = { ...at, secretPath: '/', approvers, allowedSelfApprovals: false };
    await admin.http.post('/api/v2/secret-approvals').send(policy).expect(200);

    const made = await secrets.createSecret('OTHER', { ...at, secretValue: 'x' });
    const changed = await secrets.updateSecret('TOKEN', { ...at, secretValue: 'two' });
    await secrets.deleteSecret('TOKEN', at);

    expect([made.secret, changed.secret]).toEqual([undefined, undefined]);
    const read = await secrets.getSecret({ ...at, secretName: 'TOKEN' });
    expect(read.secretValue).toBe('one');
  });

  it('lists with every option it has', async () => {
    const { client, at, admin, project } = await aProject();
    const secrets = client.secrets();
    await client.folders().create({ ...at, name: 'deep', path: '/' });
    const tag = await admin.http
      .post(`/api/v1/projects/${project.id}/tags`)
      .send({ slug: 'red', color: '#f00' });
    const tagIds = [(tag.body as { tag: { id: string } }).tag.id];
    await secrets.createSecret('A', { ...at, secretValue: 'a', tagIds });
    await secrets.createSecret('B', { ...at, secretValue: '${A}-${dev.deep.C}' });
    await secrets.createSecret('C', { ...at, secretPath: '/deep', secretValue: 'c' });
    const keysOf = (list: { secrets: { secretKey: string; secretValue: string }[] }) =>
      list.secrets.map((secret) => [secret.secretKey, secret.secretValue]);

    const plain = await secrets.listSecrets({ ...at, expandSecretReferences: false });
    expect(keysOf(plain)).toEqual([
      ['A', 'a'],
      ['B', '${A}-${dev.deep.C}'],
    ]);

    const expanded = await secrets.listSecrets({
      ...at,
      expandSecretReferences: true,
      recursive: true,
    });
    expect(keysOf(expanded)).toEqual([
      ['A', 'a'],
      ['B', 'a-c'],
      ['C', 'c'],
    ]);

    const tagged = await secrets.listSecrets({ ...at, tagSlugs: ['red'] });
    expect(keysOf(tagged)).toEqual([['A', 'a']]);

    const hidden = await secrets.listSecrets({
      ...at,
      viewSecretValue: false,
      includeImports: true,
    });
    expect(hidden.secrets[0]).toMatchObject({ secretValueHidden: true });
    expect(hidden.secrets[0]?.secretValue).not.toBe('a');

    const below = await secrets.listSecrets({ ...at, secretPath: '/deep' });
    expect(keysOf(below)).toEqual([['C', 'c']]);
  });

  it('makes folders, environments and projects', async () => {
    const { client, at, project } = await aProject();

    const folder = await client.folders().create({ ...at, name: 'apps', path: '/' });
    expect(folder).toMatchObject({ name: 'apps' });
    const folders = listsFolders ? await client.folders().listFolders(at) : [folder];
    expect(folders.map((each) => each.name)).toEqual(['apps']);

    const environment = await client
      .environments()
      .create({ projectId: project.id, name: 'Test', slug: 'test', position: 4 });
    expect(environment).toMatchObject({ name: 'Test', slug: 'test' });
  });

  it('is told what went wrong', async () => {
    const { client, sdk, at, credentials } = await aProject();
    const secrets = client.secrets();
    await secrets.createSecret('TAKEN', { ...at, secretValue: '' });

    await expect(secrets.createSecret('TAKEN', { ...at, secretValue: 'x' })).rejects.toThrow(
      /409|already exist/,
    );
    await expect(secrets.getSecret({ ...at, secretName: 'NOT/THERE' })).rejects.toThrow(/404/);
    await expect(secrets.getSecret({ ...at, secretName: '100% &?#=+' })).rejects.toThrow(/404/);
    await expect(
      secrets.listSecrets({ ...at, projectId: '11111111-1111-4111-8111-111111111111' }),
    ).rejects.toThrow(/404/);
    await expect(
      sdk.auth().universalAuth.login({ ...credentials, clientSecret: 'wrong' }),
    ).rejects.toThrow(/401/);
    sdk.auth().accessToken('not-a-token');
    await expect(sdk.secrets().listSecrets(at)).rejects.toThrow(/401/);
  });
});
