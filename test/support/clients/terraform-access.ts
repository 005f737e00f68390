import type { TestApp } from '../harness.js';
import { type Account, anAccount, logIn } from './account.js';
import { decoded, type Json, type WireClient } from './wire-client.js';

const AGENT = 'terraform';

const RULES = [
  {
    action: ['describeSecret', 'readValue'],
    subject: 'secrets',
    inverted: false,
    conditions: { secretPath: { $glob: '/apps/**' }, environment: { $in: ['dev', 'staging'] } },
  },
  {
    action: ['read'],
    subject: 'secret-folders',
    inverted: true,
    conditions: { environment: 'prod' },
  },
  { action: ['read', 'edit'], subject: 'tags' },
];

/** v1 of the provider writes one action a rule, as a bare text. */
const V1_RULES = [
  { action: 'read', subject: 'secrets', conditions: { environment: { $eq: 'dev' } } },
  { action: 'edit', subject: 'tags' },
];

async function start(server: TestApp): Promise<{ account: Account; client: WireClient }> {
  const account = await anAccount(server);
  return { account, client: await logIn(server, account, AGENT) };
}

/** What the provider keeps as its state: the rules as JSON, whatever the order of keys. */
const expectEcho = (holder: unknown, rules: readonly object[]) =>
  expect((holder as { permissions: unknown }).permissions).toEqual(rules);

async function anIdentityId(client: WireClient): Promise<string> {
  const { identity } = await client.ok('POST /v1/identities', { body: { name: 'bot' } });
  return (identity as { id: string }).id;
}

const STORED_TOKEN = {
  id: 'string',
  identityId: 'string',
  name: 'string',
  isAccessTokenRevoked: 'boolean',
  accessTokenTTL: 'integer',
  accessTokenMaxTTL: 'integer',
  accessTokenNumUses: 'integer',
  accessTokenNumUsesLimit: 'integer',
  'accessTokenLastUsedAt?': 'time',
  'accessTokenLastRenewedAt?': 'time',
  createdAt: 'time',
  updatedAt: 'time',
  authMethod: 'string',
} as const;

export function describeAccess(server: TestApp): void {
  it('reads back a token of token auth by its id', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const { identity } = await client.ok('POST /v1/identities', { body: { name: 'bot' } });
    const path = `/v1/auth/token-auth/identities/${(identity as { id: string }).id}`;
    await client.ok(`POST ${path}`, { body: { accessTokenTTL: 60, accessTokenMaxTTL: 120 } });
    const made = await client.ok(`POST ${path}/tokens`, { body: { name: 'pipeline' } });
    const { id } = made.tokenData as { id: string };

    const { token } = await client.ok(`GET /v1/auth/token-auth/tokens/${id}`);

    const state = { id, name: 'pipeline', isAccessTokenRevoked: false, accessTokenTTL: 60 };
    expect(decoded(token, STORED_TOKEN)).toMatchObject(state);
    await client.refused(`GET /v1/auth/token-auth/tokens/${account.orgId}`, 404);
  });

  it.each(['/v2/workspace', '/v1/workspace'])('keeps a project role under %s', async (family) => {
    const { account, client } = await start(server);
    const isV1 = family === '/v1/workspace';
    const path = `${family}/${isV1 ? account.project.slug : account.project.id}/roles`;
    const rules = isV1 ? V1_RULES : RULES;

    const wanted = { slug: 'deployer', name: 'Deployer', description: '', permissions: rules };
    const { role } = await client.ok(`POST ${path}`, { body: wanted });
    expectEcho(role, rules);
    const { id } = decoded<{ id: string }>(role, { id: 'string', name: 'string', slug: 'string' });
    const reads = [`${path}/slug/deployer`, `/v1/projects/roles/${id}`, `${path}/${id}`];
    for (const each of reads) expectEcho((await client.ok(`GET ${each}`)).role, rules);
    const fewer = rules.slice(1);
    const change = { slug: 'deployer', name: 'Deployer', permissions: fewer };
    await client.ok(`PATCH ${path}/${id}`, { body: change });
    expectEcho((await client.ok(`GET ${path}/slug/deployer`)).role, fewer);
    await client.ok(`DELETE ${path}/${id}`);
    await client.refused(`GET ${path}/slug/deployer`, 404);
  });

  it('keeps the membership of an identity, with empty temporary fields', async () => {
    const { account, client } = await start(server);
    const identityId = await anIdentityId(client);
    const custom = { slug: 'deployer', name: 'Deployer', permissions: RULES };
    await client.ok(`POST /v2/workspace/${account.project.id}/roles`, { body: custom });
    const path = `/v2/workspace/${account.project.id}/identity-memberships/${identityId}`;
    const untimed = {
      isTemporary: false,
      temporaryMode: '',
      temporaryRange: '',
      temporaryAccessStartTime: '0001-01-01T00:00:00Z',
    };

    await client.ok(`POST ${path}`, { body: { roles: [{ role: 'member', ...untimed }] } });
    const timed = {
      role: 'deployer',
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2026-11-21T12:00:00Z',
    };
    const roles = [{ role: 'viewer', ...untimed }, timed];
    await client.ok(`PATCH ${path}`, { body: { roles } });
    const { identityMembership } = await client.ok(`GET ${path}`);

    const read = expectMembership(identityMembership, identityId, account);
    const byId = await client.ok(`GET /v2/workspace/identity-memberships/${read.id}`);
    expect(byId.identityMembership).toEqual(identityMembership);
    await client.ok(`DELETE ${path}`);
    await client.refused(`GET ${path}`, 404);
  });

  it('keeps a privilege by its id', async () => {
    const { account, client } = await start(server);
    const identityId = await joined(client, account);
    const path = '/v2/identity-project-additional-privilege';
    const place = { identityId, projectId: account.project.id };
    // These three say nothing about a permanent privilege.
    const type = {
      isTemporary: false,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2026-11-21T12:00:00Z',
    };

    const { privilege } = await client.ok(`POST ${path}`, {
      body: { ...place, permissions: RULES, type },
    });
    expectEcho(privilege, RULES);
    const { id, slug } = privilege as { id: string; slug: string };
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(privilege).toMatchObject({ isTemporary: false });
    expect(privilege).not.toHaveProperty('temporaryRange');
    const change = {
      slug: 'deploys',
      permissions: RULES.slice(1),
      type: { ...type, isTemporary: true },
    };
    await client.ok(`PATCH ${path}/${id}`, { body: change });
    const { privilege: read } = await client.ok(`GET ${path}/${id}`);
    expectEcho(read, RULES.slice(1));
    expect(read).toMatchObject({
      slug: 'deploys',
      isTemporary: true,
      temporaryRange: '1h',
      temporaryAccessStartTime: '2026-11-21T12:00:00.000Z',
      temporaryAccessEndTime: '2026-11-21T13:00:00.000Z',
    });
    await client.ok(`DELETE ${path}/${id}`);
    await client.refused(`GET ${path}/${id}`, 404);
  });

  it('keeps a privilege by its slug, and deletes there what it made by id', async () => {
    const { account, client } = await start(server);
    const identityId = await joined(client, account);
    const path = '/v1/additional-privilege/identity';
    const place = { identityId, projectSlug: account.project.slug };
    const conditions = { environment: 'dev', secretPath: { $glob: '/apps/**' } };
    const privilegePermission = { actions: ['read', 'edit'], subject: 'secrets', conditions };

    await client.ok(`POST ${path}/permanent`, {
      body: { ...place, slug: 'old', privilegePermission },
    });
    const { privilege } = await client.ok(`GET ${path}/old`, { query: place });
    expectEcho(privilege, [
      { action: 'read', subject: 'secrets', conditions },
      { action: 'edit', subject: 'secrets', conditions },
    ]);
    const body = { identityId, projectId: account.project.id, slug: 'new', permissions: RULES };
    await client.ok('POST /v2/identity-project-additional-privilege', {
      body: { ...body, type: { isTemporary: false } },
    });
    for (const privilegeSlug of ['old', 'new']) {
      await client.ok(`DELETE ${path}`, { body: { ...place, privilegeSlug } });
      await client.refused(`GET ${path}/${privilegeSlug}`, 404, { query: place });
    }
  });
}

async function joined(client: WireClient, { project }: Account): Promise<string> {
  const identityId = await anIdentityId(client);
  const path = `/v2/workspace/${project.id}/identity-memberships/${identityId}`;
  await client.ok(`POST ${path}`, { body: { roles: [{ role: 'member', isTemporary: false }] } });
  return identityId;
}

function expectMembership(membership: unknown, identityId: string, { project }: Account) {
  const role = {
    id: 'string',
    role: 'string',
    'customRoleSlug?': 'string',
    isTemporary: 'boolean',
    'temporaryRange?': 'string',
    'temporaryAccessStartTime?': 'time',
  } as const;
  const read = decoded<{ id: string; roles: Json[] }>(membership, {
    id: 'string',
    identityId: 'string',
    roles: [role],
    identity: {
      id: 'string',
      name: 'string',
      authMethods: ['string'],
      hasDeleteProtection: 'boolean',
    },
    project: { id: 'string', name: 'string' },
  });
  expect(read).toMatchObject({ identityId, project: { id: project.id } });
  expect(read.roles.map((each) => each.role).sort()).toEqual(['custom', 'viewer']);
  expect(read.roles.find((each) => each.role === 'custom')).toMatchObject({
    customRoleSlug: 'deployer',
    isTemporary: true,
    temporaryAccessStartTime: '2026-11-21T12:00:00.000Z',
  });
  return read;
}
