// Calls every method of a published Node SDK. `node node.js PACKAGE`; the server and the account come by the environment.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { InfisicalSDK } = require(process.argv[2]);
const { SITE_URL: siteUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const { PROJECT_ID: projectId } = process.env;

const sdk = new InfisicalSDK({ siteUrl });
const tried = new Set();

function report(method, outcome, why = '') {
  tried.add(method);
  console.log(JSON.stringify({ method, outcome, why }));
}

const expectThat = (holds, found) => {
  if (!holds) throw new Error(`It answered ${JSON.stringify(found)}`);
};

/** `call` must succeed, and `holds` be true of its result. */
async function works(method, call, holds = () => true) {
  try {
    const result = await call();
    expectThat(holds(result), result);
    report(method, 'works');
    return result;
  } catch (error) {
    report(method, 'fails', error.message);
    return undefined;
  }
}

/** `call` must be told that there is no such route. */
async function isAbsent(method, call) {
  try {
    await call();
    report(method, 'fails', 'It was expected to be absent, and works.');
  } catch ({ message }) {
    const isTold = /404/.test(message) && /Route \S+ not found/.test(message);
    report(method, isTold ? 'absent' : 'fails', isTold ? '' : message);
  }
}

const ID = '11111111-1111-4111-8111-111111111111';
const at = { projectId, environment: 'dev' };

async function auth() {
  const { universalAuth, awsIamAuth } = sdk.auth();
  await isAbsent('auth.awsIamAuth.login', () => awsIamAuth.login({ identityId: ID }));
  await works('auth.universalAuth.login', () => universalAuth.login({ clientId, clientSecret }));
  await works('auth.universalAuth.renew', () => sdk.auth().universalAuth.renew());
  await works('auth.awsIamAuth.renew', () => sdk.auth().awsIamAuth.renew());
  if ('getAccessToken' in sdk.auth())
    await works('auth.getAccessToken', () => sdk.auth().getAccessToken(), Boolean);
  const token = await aToken();
  await works('auth.accessToken', () => sdk.auth().accessToken(token));
}

/** A token that the SDK did not ask for. */
async function aToken() {
  const answer = await fetch(`${siteUrl}/api/v1/auth/universal-auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  return (await answer.json()).accessToken;
}

async function secrets() {
  const secret = sdk.secrets();
  await works(
    'secrets.createSecret',
    () => secret.createSecret('KEY', { ...at, secretValue: 'one' }),
    (made) => made.secret.version === 1,
  );
  await works(
    'secrets.updateSecret',
    () => secret.updateSecret('KEY', { ...at, secretValue: 'two' }),
    (made) => made.secret.version === 2,
  );
  await works(
    'secrets.getSecret',
    () => secret.getSecret({ ...at, secretName: 'KEY' }),
    (found) => found.secretValue === 'two',
  );
  await works(
    'secrets.listSecrets',
    () => secret.listSecrets({ ...at, includeImports: true, recursive: true }),
    (list) => list.secrets.length === 1 && list.secrets[0].secretValue === 'two',
  );
  await works(
    'secrets.listSecretsWithImports',
    () => secret.listSecretsWithImports(at),
    (list) => list.length === 1 && list[0].secretKey === 'KEY',
  );
  await works('secrets.deleteSecret', () => secret.deleteSecret('KEY', at));
}

async function places() {
  const folders = sdk.folders();
  const isApps = ({ name }) => name === 'apps';
  await works('folders.create', () => folders.create({ ...at, name: 'apps', path: '/' }), isApps);
  if ('listFolders' in folders)
    await works('folders.listFolders', () => folders.listFolders(at), isAmong(isApps));
  const environment = { projectId, name: 'Test', slug: 'test', position: 7 };
  await works(
    'environments.create',
    () => sdk.environments().create(environment),
    ({ position }) => position === 7,
  );
  await works(
    'projects.create',
    () => sdk.projects().create({ projectName: 'Another', type: 'secret-manager' }),
    ({ name }) => name === 'Another',
  );
  const invitation = { projectId, emails: ['ada@example.com'], roleSlugs: ['member'] };
  await isAbsent('projects.inviteMembers', () => sdk.projects().inviteMembers(invitation));
}

const isAmong = (is) => (list) => list.some(is);

async function leases() {
  const dynamic = sdk.dynamicSecrets();
  const named = { ...at, projectSlug: 'x', environmentSlug: 'dev', path: '/', name: 'x' };
  await isAbsent('dynamicSecrets.create', () => dynamic.create({ ...named, provider: {} }));
  await isAbsent('dynamicSecrets.delete', () => dynamic.delete('x', named));
  const { leases: lease } = dynamic;
  const wanted = { ...named, dynamicSecretName: 'x' };
  await isAbsent('dynamicSecrets.leases.create', () => lease.create(wanted));
  await isAbsent('dynamicSecrets.leases.delete', () => lease.delete(ID, named));
  await isAbsent('dynamicSecrets.leases.renew', () => lease.renew(ID, named));
}

async function keys() {
  if (typeof sdk.kms !== 'function') return;
  for (const [group, members] of Object.entries(methodsOf(sdk.kms(), 1))) {
    for (const name of members) {
      const call = () =>
        sdk.kms()[group]()[name]({ keyId: ID, projectId, name: 'x', data: 'eA==' });
      await isAbsent(`kms.${group}.${name}`, call);
    }
  }
}

const own = (value) =>
  [...new Set([...Object.keys(value), ...Object.getOwnPropertyNames(Object.getPrototypeOf(value))])]
    .filter((name) => name !== 'constructor' && name !== 'apiClient' && !(name in Object.prototype))
    .sort();

/** Groups of methods, each behind a function that gives them. */
const methodsOf = (client) =>
  Object.fromEntries(
    own(client)
      .filter((name) => typeof client[name] === 'function')
      .map((name) => [name, own(client[name]()).filter((each) => !each.startsWith('_'))]),
  );

/** Names of all methods of the public groups, also of the objects within them. */
function allMethods(value, path) {
  return own(value).flatMap((name) => {
    const found = value[name];
    if (typeof found === 'function') return [`${path}.${name}`];
    const isGroup = typeof found === 'object' && found !== null && !/Api$|Client$/.test(name);
    return isGroup ? allMethods(found, `${path}.${name}`) : [];
  });
}

for (const part of [auth, secrets, places, leases, keys]) await part();
const groups = ['auth', 'secrets', 'folders', 'environments', 'projects', 'dynamicSecrets'];
/** What the SDK calls itself after a login. */
const INTERNAL = new Set(['auth.sdkAuthenticator']);
for (const group of groups)
  for (const method of allMethods(sdk[group](), group))
    if (!tried.has(method) && !INTERNAL.has(method)) report(method, 'fails', 'It was not tried.');
