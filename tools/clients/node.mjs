import { createRequire } from 'node:module';
import { isRefused, works } from './report.mjs';

/** Every method of a generation of the published Node SDK: `node node.mjs sdk5`. */
const [name] = process.argv.slice(2);
const { InfisicalSDK } = createRequire(import.meta.url)(name);
const { SITE, CLIENT_ID, CLIENT_SECRET } = process.env;

const anonymous = new InfisicalSDK({ siteUrl: SITE });
const credentials = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
const client = await works('auth.universalAuth.login', () =>
  anonymous.auth().universalAuth.login(credentials),
);
if (!client) process.exit(1);
await works('auth.universalAuth.renew', () => client.auth().universalAuth.renew());
await works('auth.accessToken', () => client.auth().accessToken(process.env.TOKEN));
if (client.auth().getAccessToken)
  await works('auth.getAccessToken', () => client.auth().getAccessToken());
await works('auth.awsIamAuth.login', async () => {
  const machine = new InfisicalSDK({ siteUrl: SITE });
  await machine.auth().awsIamAuth.login({ identityId: process.env.WORKLOAD_ID });
  return machine.secrets().listSecrets({ projectId: process.env.PROJECT_ID, environment: 'dev' });
});

const project = await works('projects.create', () =>
  client.projects().create({ projectName: `Node ${name}`, type: 'secret-manager' }),
);
const at = { projectId: project?.id ?? process.env.PROJECT_ID, environment: 'dev' };
await works('environments.create', async () => {
  const made = await client
    .environments()
    .create({ ...at, name: 'Test', slug: 'test', position: 8 });
  return made.position === 8;
});
await works('folders.create', () => client.folders().create({ ...at, name: 'apps', path: '/' }));
if (client.folders().listFolders) {
  await works(
    'folders.listFolders',
    async () => (await client.folders().listFolders(at)).length === 1,
  );
}
await secrets(client.secrets());
await works('projects.inviteMembers', () =>
  client
    .projects()
    .inviteMembers({ projectId: at.projectId, emails: [process.env.PERSON], usernames: [] }),
);
await dynamic(client.dynamicSecrets());
if (client.kms) await kms(client.kms());

async function secrets(secret) {
  await works('secrets.createSecret', async () => {
    const made = await secret.createSecret('KEY', { ...at, secretValue: 'one' });
    return made.secret.version === 1;
  });
  await works('secrets.updateSecret', async () => {
    const changed = await secret.updateSecret('KEY', { ...at, secretValue: 'two' });
    return changed.secret.version === 2;
  });
  await works('secrets.getSecret', async () => {
    const read = await secret.getSecret({ ...at, secretName: 'KEY' });
    return read.secretValue === 'two';
  });
  await works('secrets.listSecrets', async () => {
    const { secrets: all } = await secret.listSecrets({
      ...at,
      recursive: true,
      includeImports: true,
    });
    return all.length === 1;
  });
  await works('secrets.listSecretsWithImports', async () => {
    const all = await secret.listSecretsWithImports({ ...at, expandSecretReferences: true });
    return all.length === 1;
  });
  await works('secrets.deleteSecret', () => secret.deleteSecret('KEY', at));
}

async function dynamic(secret) {
  const where = {
    projectSlug: process.env.PROJECT_SLUG,
    environmentSlug: 'dev',
    path: '/',
    secretPath: '/',
  };
  const of = { ...where, dynamicSecretName: 'x', name: 'x' };
  await isRefused('dynamicSecrets.create', () =>
    secret.create({ ...of, provider: {}, defaultTTL: '1h' }),
  );
  await isRefused('dynamicSecrets.delete', () => secret.delete('x', of));
  await isRefused('dynamicSecrets.leases.create', () => secret.leases.create(of));
  await isRefused('dynamicSecrets.leases.delete', () => secret.leases.delete('x', of));
  await isRefused('dynamicSecrets.leases.renew', () => secret.leases.renew('x', of));
}

async function kms(service) {
  const options = {
    projectId: at.projectId,
    name: 'x',
    keyId: 'x',
    data: 'eA==',
    plaintext: 'eA==',
    ciphertext: 'eA==',
    signature: 'x',
  };
  for (const part of ['keys', 'encryption', 'signing']) {
    const methods = service[part]();
    for (const [method, call] of Object.entries(methods)) {
      if (typeof call === 'function') await isRefused(`kms.${part}.${method}`, () => call(options));
    }
  }
}
