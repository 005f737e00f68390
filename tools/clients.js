// `npm run clients`: published clients, as they are, against a server of its own. Ends with 0 if every client was tried and
// did as expected, 1 if one failed, 3 if one could not be had and was skipped.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { Replica } from '../dist/soak/replica.js';
import { installPython, ROOT, runAside, TOOLS, withFolder } from './run.js';

const PYTHON_SDK = 'infisicalsdk==1.0.17';
const TIME_LIMIT = 120_000;

const versionOf = (name) =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;

const node = (name) => ({
  title: `Node SDK ${versionOf(name)}`,
  command: () => [process.execPath, join(TOOLS, 'clients', 'node.js'), name],
});

const CLIENTS = [
  ...['@infisical/sdk', 'infisical-sdk-v4', 'infisical-sdk-v3'].map(node),
  {
    title: `Python ${PYTHON_SDK.replace('==', ' ')}`,
    command: () => {
      const python = installPython('clients', [PYTHON_SDK]);
      return python && [python, join(TOOLS, 'clients', 'python.py')];
    },
  },
];

/** Calls the API; throws for a status that is no success. */
async function call(url, token, path, body) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}`);
  return answer.json();
}

/** Logs in with the credentials that a new instance prints. */
async function signIn({ url, printed }) {
  const shown = (name) => printed.map((line) => line.match(name)?.[1]).find(Boolean);
  for (let n = 0; n < 100 && !shown(/client secret\s+(\S+)/); n++) await setTimeout(50);
  const clientId = shown(/client id\s+(\S+)/);
  const clientSecret = shown(/client secret\s+(\S+)/);
  if (!clientSecret) throw new Error('The server printed no credentials at its first start.');
  const credentials = { clientId, clientSecret };
  return (await call(url, null, '/v1/auth/universal-auth/login', credentials)).accessToken;
}

/** An identity that is administrator of a project of its own, as the environment of a client. */
async function anAccount(url, token, number) {
  const post = (path, body = {}) => call(url, token, path, body);
  const { project } = await post('/v1/projects', { projectName: `Client ${number}` });
  const named = { name: `client-${number}`, role: 'admin' };
  const { identity } = await post('/v1/identities', named);
  const login = `/v1/auth/universal-auth/identities/${identity.id}`;
  const { identityUniversalAuth } = await post(login);
  const { clientSecret } = await post(`${login}/client-secrets`);
  const membership = `/v1/projects/${project.id}/identity-memberships/${identity.id}`;
  await post(membership, { roles: [{ role: 'admin' }] });
  return {
    SITE_URL: url,
    CLIENT_ID: identityUniversalAuth.clientId,
    CLIENT_SECRET: clientSecret,
    PROJECT_ID: project.id,
    PROJECT_SLUG: project.slug,
    // The SDKs sign a login of AWS before they send it: no key is looked for elsewhere.
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-central-1',
  };
}

/** Runs a client; gives what it reported of each method, or null where it cannot be had. */
async function tryClient({ command }, env) {
  const [program, ...args] = command() ?? [];
  if (!program) return null;
  const { status, stdout, stderr } = await runAside(program, args, env, TIME_LIMIT);
  const reports = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"method"'))
    .map((line) => JSON.parse(line));
  if (status === 0 && reports.length > 0) return reports;
  const why = `It ended with ${status}: ${stderr.trim().split('\n').at(-1)}`;
  return [...reports, { method: 'the whole run', outcome: 'fails', why }];
}

function tell(title, reports) {
  if (!reports) return console.log(`${title}: SKIPPED, it could not be installed`);
  const of = (outcome) => reports.filter((report) => report.outcome === outcome);
  const [works, absent, fails] = ['works', 'absent', 'fails'].map(of);
  const counts = `${works.length} work, ${absent.length} are told that there is no such route`;
  console.log(`${title}: ${reports.length} methods: ${counts}, ${fails.length} fail`);
  for (const { method, why } of fails) console.log(`  ${method}: ${why}`);
}

const results = [];
await withFolder(async (folder) => {
  const data = join(folder, 'data');
  mkdirSync(data);
  const server = await Replica.start({ DATA_DIR: data, RATE_LIMITS: 'off' });
  try {
    const token = await signIn(server);
    for (const [number, client] of CLIENTS.entries()) {
      const env = await anAccount(server.url, token, number);
      const reports = await tryClient(client, env);
      tell(client.title, reports);
      results.push(reports);
    }
  } finally {
    await server.end();
  }
});
const skipped = results.filter((reports) => !reports).length;
const hasFailed = results.flat().some((report) => report?.outcome === 'fails');
console.log(`${results.length - skipped} clients tried, ${skipped} skipped`);
process.exit(hasFailed ? 1 : skipped > 0 ? 3 : 0);
