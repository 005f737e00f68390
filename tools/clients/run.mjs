// Runs the published clients of this API against a server that it starts: `npm run clients`, `npm run clients -- go python`.
// GitHub, a cluster and the clouds are stood in for (platforms.mjs), so that logins of workloads run too.
// Installs them under tools (clients/node_modules, clients/.installed, .python), from the locks beside this file; Rust's has only exact versions of what it names.
// Ends with 1 if a method failed, else with 3 if a client was skipped, else with 0.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, installPython, MINUTE, run } from '../run.js';
import { logIn, send, startServer } from '../server.js';
import { openPlatforms } from './platforms.mjs';

const HERE = import.meta.dirname;
const INSTALLED = join(HERE, '.installed');

/** Each way to install gives the command that runs the client, or throws what went wrong. */
const node =
  (...args) =>
  async () => {
    packages ??= installPackages(HERE);
    if (!(await packages)) throw new Error('its packages cannot be had here');
    return [process.execPath, ...args];
  };

/** The one installation of the packages of all clients in Node. */
let packages;

const python = (folder, requirements, program) => async () => {
  const file = readFileSync(join(HERE, requirements), 'utf8');
  const installed = await installPython(folder, file.split('\n').filter(Boolean));
  if (!installed) throw new Error('Python 3 or its packages cannot be had here');
  return [installed, program];
};

/** Modules are kept here too, not among those of whoever runs this; writable, so that they can be removed. */
const GO = { CGO_ENABLED: '0', GOMODCACHE: join(INSTALLED, 'go-modules'), GOFLAGS: '-modcacherw' };

const go = (name) => async () => {
  const [cwd, program] = [join(HERE, name), join(INSTALLED, name)];
  await run('go', ['build', '-o', program, '.'], { cwd, env: GO, timeout: 15 * MINUTE });
  return [program];
};

async function rust() {
  const [cwd, target] = [join(HERE, 'rust'), join(INSTALLED, 'rust')];
  await run('cargo', ['build', '--quiet', '--target-dir', target], { cwd, timeout: 10 * MINUTE });
  return [join(target, 'debug', 'clients')];
}

const CLIENTS = [
  { id: 'sdk5', name: 'Node @infisical/sdk 5.0.2', install: node('node.mjs', 'sdk5') },
  { id: 'sdk4', name: 'Node @infisical/sdk 4.0.6', install: node('node.mjs', 'sdk4') },
  { id: 'sdk3', name: 'Node @infisical/sdk 3.0.91', install: node('node.mjs', 'sdk3') },
  { id: 'mcp', name: 'MCP @infisical/mcp 0.0.24', install: node('mcp.mjs') },
  {
    id: 'python',
    name: 'Python infisicalsdk 1.0.17',
    install: python('clients', 'requirements.txt', 'python.py'),
  },
  { id: 'go', name: 'Go github.com/infisical/go-sdk 0.8.0', install: go('go') },
  { id: 'rust', name: 'Rust infisical 0.0.4', install: rust },
  {
    id: 'scim',
    name: 'SCIM scim2-tester 0.5.2',
    install: python('scim', 'requirements-scim.txt', 'scim.py'),
  },
  {
    id: 'external-secrets',
    name: 'External Secrets provider 0.19.2',
    // Two gigabytes of modules.
    install: go('external-secrets'),
  },
];

/** A token of SCIM for the organization of an access token. */
async function scimToken(site, token) {
  const { orgId } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const body = { organizationId: orgId, description: 'scim2-tester' };
  return (await send('POST', `${site}/api/v1/scim/scim-tokens`, body, token)).scimToken;
}

/** An identity that trusts every platform that stands in, and may read the project. */
async function workload(site, token, projectId, trust) {
  const made = await send('POST', `${site}/api/v1/identities`, { name: 'workload' }, token);
  const { id } = made.identity;
  for (const [method, settings] of Object.entries(trust))
    await send('POST', `${site}/api/v1/auth/${method}/identities/${id}`, settings, token);
  const membership = `${site}/api/v2/workspace/${projectId}/identity-memberships/${id}`;
  await send('POST', membership, { role: 'viewer' }, token);
  return id;
}

/** The address of a person of the organization, whom a client can take into its project. */
async function makePerson({ command }, id) {
  const email = `${id}@example.org`;
  await command('user:create', email, '--role', 'member');
  return email;
}

/** What a client is told: where the server is, how to log in, and a project of its own. */
async function environmentFor(server, platforms, { id, name }) {
  const { site, clientId, clientSecret } = server;
  const token = await logIn(server);
  const body = { projectName: name };
  const { project } = await send('POST', `${site}/api/v1/projects`, body, token);
  return {
    SITE: site,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TOKEN: token,
    PROJECT_ID: project.id,
    PROJECT_SLUG: project.slug,
    PERSON: await makePerson(server, id),
    ...platforms.client,
    WORKLOAD_ID: await workload(site, token, project.id, platforms.trust),
    ACCOUNT_WORKLOAD_ID: await workload(site, token, project.id, platforms.trustOfAccount),
    ...(id === 'scim' && { SCIM_TOKEN: await scimToken(site, token) }),
  };
}

/** The outcomes of a client's methods. */
async function outcomesOf({ server, platforms }, client, [command, ...args]) {
  const env = { ...process.env, ...(await environmentFor(server, platforms, client)) };
  const child = spawn(command, args, { cwd: HERE, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), 5 * MINUTE);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const outcomes = output
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line));
  if (code === 0 && outcomes.length > 0) return outcomes;
  const error = errors.trim().slice(-300);
  return [
    ...outcomes,
    { method: 'the program', outcome: 'failed', error: `ended with ${code}: ${error}` },
  ];
}

/** The command of a client; null where it cannot be had, which is printed. */
async function installed({ name, install }) {
  try {
    return await install();
  } catch (error) {
    const lines = error.message.trim().split('\n');
    const [what, why] = [lines[0], lines.length > 1 ? `: ${lines.at(-1)}` : ''];
    console.log(`SKIPPED ${name}: ${what}${why}`.slice(0, 400));
    return null;
  }
}

const count = (outcomes, wanted) => outcomes.filter(({ outcome }) => outcome === wanted).length;

function print(client, outcomes) {
  const kinds = ['works', 'not offered', 'needs a cloud', 'failed'];
  const counts = kinds.map((kind) => `${count(outcomes, kind)} ${kind}`).join(', ');
  console.log(`${client.name}: ${outcomes.length} methods: ${counts}`);
  for (const { method, outcome, error } of outcomes) {
    if (outcome === 'failed') console.log(`  FAILED ${method}: ${error}`);
    else if (process.env.VERBOSE) console.log(`  ${outcome}: ${method}`);
  }
}

const asked = process.argv.slice(2);
const chosen = CLIENTS.filter(({ id }) => asked.length === 0 || asked.includes(id));
const startedAt = Date.now();
const skipped = [];
const all = [];
const platforms = await openPlatforms();
const server = await startServer({ env: platforms.server });
try {
  // Compilers work while clients that are there already run.
  const installations = chosen.map((client) => ({ client, installation: installed(client) }));
  for (const { client, installation } of installations) {
    const command = await installation;
    if (!command) {
      skipped.push(client.name);
      continue;
    }
    const outcomes = await outcomesOf({ server, platforms }, client, command);
    all.push(...outcomes);
    print(client, outcomes);
  }
} finally {
  await server.end();
  await platforms.close();
}
const failed = count(all, 'failed');
console.log(
  `${chosen.length - skipped.length} clients tried in ${Math.round((Date.now() - startedAt) / 1000)} s, ${skipped.length} skipped; ${all.length} methods: ${count(all, 'works')} work, ` +
    `${count(all, 'not offered')} of features that are not offered (404), ${count(all, 'needs a cloud')} need a cloud, ${failed} failed.`,
);
process.exitCode = failed > 0 ? 1 : skipped.length > 0 ? 3 : 0;
