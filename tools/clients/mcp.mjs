import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { works } from './report.mjs';

/** Every tool of the published MCP server, over its standard input and output. */
const { SITE, CLIENT_ID, CLIENT_SECRET, PERSON, PROJECT_ID, PATH } = process.env;
const server = spawn(process.execPath, ['node_modules/@infisical/mcp/dist/index.js'], {
  cwd: import.meta.dirname,
  stdio: ['pipe', 'pipe', 'inherit'],
  env: {
    PATH,
    INFISICAL_HOST_URL: SITE,
    INFISICAL_AUTH_METHOD: 'universal-auth',
    INFISICAL_UNIVERSAL_AUTH_CLIENT_ID: CLIENT_ID,
    INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET: CLIENT_SECRET,
  },
});
const waiting = new Map();
createInterface({ input: server.stdout }).on('line', (text) => {
  const answer = JSON.parse(text);
  waiting.get(answer.id)?.(answer);
});
let id = 0;
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function ask(method, params = {}) {
  id += 1;
  send({ id, method, params });
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ result, error }) =>
      error ? reject(new Error(error.message)) : resolve(result),
    );
    setTimeout(() => reject(new Error('no answer within 60 s')), 60_000).unref();
  });
}

async function use(name, args) {
  const { content, isError } = await ask('tools/call', { name, arguments: args });
  const text = content.map((part) => part.text).join('\n');
  if (isError) throw new Error(text);
  return text;
}

const clientInfo = { name: 'strongroom', version: '0' };
await works('initialize', () =>
  ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }),
);
send({ method: 'notifications/initialized' });
const listed = await works('tools/list', () => ask('tools/list'));
const at = { projectId: PROJECT_ID, environmentSlug: 'dev', secretPath: '/' };
const calls = {
  'create-secret': { ...at, secretName: 'KEY', secretValue: 'one' },
  'update-secret': { ...at, secretName: 'KEY', secretValue: 'two' },
  'get-secret': { ...at, secretName: 'KEY' },
  'list-secrets': at,
  'delete-secret': { ...at, secretName: 'KEY' },
  'create-environment': { projectId: PROJECT_ID, name: 'Test', slug: 'test', position: 4 },
  'create-folder': {
    projectId: PROJECT_ID,
    environment: 'dev',
    environmentSlug: 'dev',
    name: 'apps',
    path: '/',
  },
  'create-project': { projectName: 'MCP', type: 'secret-manager' },
  'invite-members-to-project': {
    projectId: PROJECT_ID,
    emails: [PERSON],
    usernames: [],
    roleSlugs: ['member'],
  },
  'list-projects': { type: 'secret-manager' },
};
for (const [name, args] of Object.entries(calls)) await works(name, () => use(name, args));
for (const { name } of listed?.tools ?? []) {
  if (!Object.hasOwn(calls, name))
    await works(name, () => Promise.reject(new Error('a tool that is new to this test')));
}
server.kill();
