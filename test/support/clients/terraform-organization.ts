import type { TestApp } from '../harness.js';
import { type Account, anAccount, logIn } from './account.js';
import { CLIENT_SECRET, PROJECT, UNIVERSAL_AUTH } from './shapes.js';
import { decoded, type Json, type WireClient } from './wire-client.js';

const AGENT = 'terraform';

interface Rule {
  readonly subject: string;
  readonly action: readonly string[];
  readonly inverted?: boolean;
  readonly conditions?: unknown;
}

/** As the provider compares a rule it reads with the one it wrote. */
const asCompared = ({ subject, action, inverted = false, conditions }: Rule) => ({
  subject,
  action,
  inverted,
  conditions,
});

const ROLE = {
  id: 'string',
  name: 'string',
  slug: 'string',
  'description?': 'string',
  permissions: [{ subject: 'string', action: ['string'], 'inverted?': 'boolean' }],
} as const;

function expectRules(role: unknown, rules: readonly Rule[]): void {
  const { permissions } = decoded<{ permissions: Rule[] }>(role, ROLE);
  expect(permissions.map(asCompared)).toEqual(rules.map(asCompared));
}

async function start(server: TestApp): Promise<{ account: Account; client: WireClient }> {
  const account = await anAccount(server);
  return { account, client: await logIn(server, account, AGENT) };
}

export function describeOrganization(server: TestApp): void {
  it('keeps a project', async () => {
    const { client } = await start(server);
    const wanted = {
      projectName: 'Shop',
      projectDescription: 'The shop',
      slug: 'the-shop',
      type: 'secret-manager',
      shouldCreateDefaultEnvs: true,
      hasDeleteProtection: false,
      kmsSecretManagerKeyId: '',
    };

    const { project } = await client.ok('POST /v2/workspace', { body: wanted });
    const { id } = decoded<{ id: string }>(project, PROJECT);
    const read = async () => (await client.ok(`GET /v1/workspace/${id}`)).workspace;
    const state = { id, name: 'Shop', slug: 'the-shop', description: 'The shop' };
    expect(decoded(await read(), PROJECT)).toMatchObject({ ...state, type: 'secret-manager' });
    const change = { name: 'Store', slug: 'the-store', description: '', hasDeleteProtection: true };
    await client.ok(`PATCH /v1/projects/${id}`, { body: change });
    const days = { auditLogsRetentionDays: 30 };
    await client.ok('PUT /v1/workspace/the-store/audit-logs-retention', { body: days });
    expect(await read()).toMatchObject({ id, ...change, ...days });
    const bare = await client.ok('GET /v2/workspace/the-store');
    expect(decoded(bare, PROJECT)).toEqual(await read());
    await client.ok(`PATCH /v1/projects/${id}`, { body: { hasDeleteProtection: false } });
    await client.ok('DELETE /v2/workspace/the-store');
    await client.refused(`GET /v1/workspace/${id}`, 404);
  });

  it('is told what a project cannot have, instead of getting another one', async () => {
    const { client } = await start(server);
    const body = { projectName: 'Shop', slug: 'the-other-shop', type: 'secret-manager' };

    for (const field of ['template', 'kmsKeyId', 'kmsSecretManagerKeyId']) {
      const sent = { body: { ...body, [field]: 'nope' } };
      const { message } = await client.refused('POST /v2/workspace', 400, sent);
      expect(message).toContain(field);
    }
    const nothing = { template: 'default', kmsKeyId: '', kmsSecretManagerKeyId: null };
    await client.ok('POST /v2/workspace', { body: { ...body, ...nothing } });
  });

  it('keeps an organization role, with `inverted` on every rule and the id in the body', async () => {
    const { client, account } = await start(server);
    const path = '/v1/organization/roles';
    const rules = [
      { subject: 'role', action: ['read', 'create'], inverted: false },
      { subject: 'billing', action: ['read'], inverted: false },
      {
        subject: 'app-connections',
        action: ['read', 'connect'],
        inverted: false,
        conditions: { connectionId: { $in: ['one', 'two'] } },
      },
    ];
    const wanted = { slug: 'auditor', name: 'Auditor', permissions: rules };

    const { role: created } = await client.ok(`POST ${path}`, { body: wanted });
    expectRules(created, rules);
    const { id } = created as { id: string };
    expectRules((await client.ok(`GET ${path}/${id}`)).role, rules);
    expectRules((await client.ok(`GET ${path}/slug/auditor`)).role, rules);
    const fewer = [...rules].reverse().slice(0, 2);
    const change = { RoleId: id, slug: 'inspector', name: 'Inspector', permissions: fewer };
    expectRules((await client.ok(`PATCH ${path}/${id}`, { body: change })).role, fewer);
    expectRules((await client.ok(`GET ${path}/slug/inspector`)).role, fewer);
    const { status } = await client.send(`POST ${path}`, { body: { ...wanted, RoleId: id } });
    expect(status).toBe(422);
    for (const other of [{ RoleId: account.orgId }, { roleId: null }, { ROLEID: id }]) {
      const sent = { body: { ...change, ...other } };
      const answer = await client.send(`PATCH ${path}/${id}`, sent);
      const [name] = Object.keys(other);
      expect(answer).toMatchObject({ status: 422, json: { message: [{ path: [name] }] } });
    }
    await client.ok(`DELETE ${path}/${id}`);
    await client.refused(`GET ${path}/${id}`, 404);
    await client.refused(`GET ${path}/slug/inspector`, 404);
  });

  it('keeps an identity with universal auth and a client secret', async () => {
    const { client, account } = await start(server);
    const { id, path } = await keepIdentity(client, account.orgId);
    const universal = `/v1/auth/universal-auth/identities/${id}`;
    const everywhere = [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }];
    const wanted = {
      accessTokenTTL: 2_592_000,
      accessTokenMaxTTL: 2_592_000,
      accessTokenNumUsesLimit: 0,
      accessTokenPeriod: 0,
      clientSecretTrustedIps: everywhere,
      accessTokenTrustedIps: everywhere,
    };

    const body = { identityId: id, ...wanted };
    const made = (await client.ok(`POST ${universal}`, { body })).identityUniversalAuth;
    decoded(made, UNIVERSAL_AUTH);
    const change = { identityId: id, ...wanted, accessTokenTTL: 3600 };
    await client.ok(`PATCH ${universal}`, { body: change });
    const read = (await client.ok(`GET ${universal}`)).identityUniversalAuth;
    expect(decoded(read, UNIVERSAL_AUTH)).toMatchObject({
      identityId: id,
      accessTokenTTL: 3600,
      accessTokenTrustedIps: [
        { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
        { ipAddress: '::', type: 'ipv6', prefix: 0 },
      ],
    });
    await keepClientSecret(client, universal, (made as { clientId: string }).clientId);
    await client.ok(`DELETE ${universal}`);
    await client.ok(`DELETE ${path}`);
    await client.refused(`GET ${path}`, 404);
  });
}

async function keepIdentity(client: WireClient, organizationId: string) {
  const metadata = [{ key: 'team', value: 'payments' }];
  const body = { name: 'bot', role: 'no-access', organizationId, hasDeleteProtection: false };
  const { identity } = await client.ok('POST /v1/identities', { body: { ...body, metadata } });
  const { id } = decoded<{ id: string }>(identity, { id: 'string', name: 'string' });
  const path = `/v1/identities/${id}`;
  await client.ok(`PATCH ${path}`, {
    body: { identityId: id, name: 'robot', role: 'member', hasDeleteProtection: false, metadata },
  });
  const { identity: membership } = await client.ok(`GET ${path}`);
  const read = decoded<Json>(membership, {
    role: 'string',
    orgId: 'string',
    metadata: [{ id: 'string', key: 'string', value: 'string' }],
    identity: {
      id: 'string',
      name: 'string',
      hasDeleteProtection: 'boolean',
      authMethods: ['string'],
    },
  });
  expect(read).toMatchObject({ role: 'member', orgId: organizationId, metadata });
  expect(read.identity).toMatchObject({ id, name: 'robot', hasDeleteProtection: false });
  return { id, path };
}

async function keepClientSecret(client: WireClient, universal: string, clientId: string) {
  const body = { description: 'by Terraform', numUsesLimit: 0, ttl: 0 };
  const created = await client.ok(`POST ${universal}/client-secrets`, { body });
  const { clientSecret, clientSecretData } = decoded<{
    clientSecret: string;
    clientSecretData: { id: string };
  }>(created, { clientSecret: 'string', clientSecretData: CLIENT_SECRET });
  const path = `${universal}/client-secrets/${clientSecretData.id}`;
  const read = (await client.ok(`GET ${path}`)).clientSecretData;
  expect(decoded(read, CLIENT_SECRET)).toMatchObject({ description: 'by Terraform' });
  const login = 'POST /v1/auth/universal-auth/login';
  const anyone = client.with(undefined);
  await anyone.ok(login, { body: { clientId, clientSecret } });
  await client.ok(`POST ${path}/revoke`, { body: {} });
  await anyone.refused(login, 401, { body: { clientId, clientSecret } });
}
