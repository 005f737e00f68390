import type { TestApp } from '../harness.js';
import { aMember } from '../scene.js';
import { anAccount, logIn } from './account.js';
import type { WireClient } from './wire-client.js';

const RAW = '/v3/secrets/raw';

/** What clients show of a refusal: they print the message and drop the rest. */
export function describeRefusals(server: TestApp): void {
  async function aClient(userAgent: string) {
    const account = await anAccount(server);
    const client = await logIn(server, account, userAgent);
    const workspaceId = account.project.id;
    const place = { workspaceId, environment: 'dev', secretPath: '/' };
    return { account, client, workspaceId, place };
  }

  const messageOf = async (client: WireClient, line: string, status: number, sent = {}) =>
    (await client.refused(line, status, sent)).message as string;

  it('tells Python that a create which it repeats without a key is there already', async () => {
    const { client, place } = await aClient('infisicalsdk');
    const body = { ...place, secretValue: 'one', secretComment: '', type: 'shared' };
    await client.ok(`POST ${RAW}/KEY`, { body });

    expect(await messageOf(client, `POST ${RAW}/KEY`, 409, { body })).toMatch(/exist.*: KEY\.$/);
    const query = { ...place, type: 'shared' };
    expect((await client.ok(`GET ${RAW}/KEY`, { query })).secret).toMatchObject({ version: 1 });
  });

  it('tells Terraform how to destroy a project whose last administrator it would remove first', async () => {
    const { account, client, workspaceId } = await aClient('terraform');
    const memberships = `/v2/workspace/${workspaceId}/identity-memberships`;
    const own = account.identityId;
    await client.ok(`DELETE ${memberships}/${account.admin.id}`, { body: {} });

    const message = await messageOf(client, `DELETE ${memberships}/${own}`, 409, { body: {} });

    expect(message).toContain('drop the membership from the state and destroy the project');
    // The administrator of the organization is no member of it any more.
    const { admin, project } = account;
    await admin.http.get(`/api/v1/workspace/${workspaceId}`).expect(403);
    await admin.http.delete(`/api/v2/workspace/${project.slug}`).expect(200);
  });

  it.each([
    ['the Go SDK', 'POST', '/v1/kms/keys', { projectId: 'x', name: 'key' }],
    ['the CLI', 'POST', '/v1/auth/ldap-auth/login', { identityId: 'x' }],
    ['Node', 'POST', '/v1/dynamic-secrets', { name: 'x' }],
  ])('tells %s which route is not there: %s %s', async (agent, method, path, body) => {
    const { client } = await aClient(agent);

    const message = await messageOf(client, `${method} ${path}`, 404, { body });

    expect(message).toContain(`Route ${method}:/api${path} not found`);
  });

  it('names to Go and the CLI what is not found in their project', async () => {
    const { client, place, workspaceId } = await aClient('cli');
    const of = (more: object) => ({ query: { ...place, type: 'shared', ...more } });

    const environment = await messageOf(client, `GET ${RAW}`, 404, of({ environment: 'devv' }));
    const folder = await messageOf(client, `GET ${RAW}/KEY`, 404, of({ secretPath: '/x' }));
    const secret = await messageOf(client, `GET ${RAW}/KEYY`, 404, of({}));
    const tag = await messageOf(client, `GET /v1/projects/${workspaceId}/tags/slug/nope`, 404);

    expect(environment).toContain("Environment 'devv' not found in this project.");
    expect(folder).toContain("Folder '/x' not found in 'dev'.");
    expect(secret).toContain("Secret 'KEYY' not found in '/' of 'dev'.");
    expect(tag).toContain("Tag 'nope' not found in this project.");
  });

  it('names to Go which secrets exist, and where nobody may write', async () => {
    const { account, client, place } = await aClient('infisical-go-sdk');
    const secrets = ['A', 'B'].map((secretKey) => ({ secretKey, secretValue: 'x' }));
    await client.ok('POST /v3/secrets/batch/raw', { body: { ...place, secrets } });
    const viewer = await aMember(server, account.project, account.orgId, 'viewer');

    const taken = await messageOf(client, 'POST /v3/secrets/batch/raw', 409, {
      body: { ...place, secrets },
    });
    const own = client.with(viewer.token);
    const body = { ...place, secretPath: '/', secretValue: 'x', type: 'shared' };
    const forbidden = await messageOf(own, `POST ${RAW}/C`, 403, { body });

    expect(taken).toMatch(/'?A'?, '?B'?/);
    expect(forbidden).toMatch(/'?dev'?.*\//);
  });

  it('tells the CLI to delete with type shared', async () => {
    const { client, place } = await aClient('cli');

    await client.ok(`POST ${RAW}/KEY`, { body: { ...place, secretValue: 'x', type: 'shared' } });

    const body = { ...place, type: 'personal' };
    const message = await messageOf(client, `DELETE ${RAW}/KEY`, 400, { body });

    expect(message).toMatch(/use type shared\.$/);
  });

  it('lets the CLI of a person go on where the older login is gone, and has the page that it opens', async () => {
    const { client } = await aClient('cli');
    const nobody = client.with(undefined);

    const body = { email: 'ann@example.org', clientPublicKey: 'ab' };
    const message = await messageOf(nobody, 'POST /v3/auth/login1', 401, { body });
    const page = await server.http.get('/login?callback_port=4321').expect(200);

    // The words of a wrong password, with which it asks for another one.
    expect(message).toBe('Wrong e-mail address or password.');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('A program of this machine waits for you to sign in');
  });
}
