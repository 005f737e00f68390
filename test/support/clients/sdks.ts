import type { TestApp } from '../harness.js';
import { anAccount, asLogin, logIn } from './account.js';
import { FULL_SECRET, PROJECT, SECRET } from './shapes.js';
import { decoded, WireClient } from './wire-client.js';

const RAW = '/v3/secrets/raw';

export function describePython(server: TestApp): void {
  it('1.0.1 logs in and keeps secrets, with empty texts for what it leaves out', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'Python');
    const place = { workspaceId: account.project.id, environment: 'dev', secretPath: '/' };

    const body = { ...place, secretValue: 'one', secretComment: '', type: 'shared' };
    const { secret: created } = await client.ok(`POST ${RAW}/KEY`, { body });
    const { id, _id } = decoded<{ id: string; _id: string }>(created, SECRET);
    expect(_id).toBe(id);
    const query = { ...place, type: 'shared', include_imports: 'true', tagSlugs: '' };
    const { secret } = await client.ok(`GET ${RAW}/KEY`, { query });
    expect(secret).toMatchObject({ id, version: 1, secretValue: 'one', secretComment: '' });
    const { secrets, imports } = await client.ok(`GET ${RAW}`, { query });
    expect(decoded<unknown[]>(secrets, [SECRET])).toHaveLength(1);
    expect(imports).toEqual([]);
    const change = { ...place, secretValue: 'two', type: 'shared' };
    const { secret: updated } = await client.ok(`PATCH ${RAW}/KEY`, { body: change });
    expect(decoded(updated, SECRET)).toMatchObject({ version: 2, secretValue: 'two' });
    const { secret: gone } = await client.ok(`DELETE ${RAW}/KEY`, { body: place });
    expect(decoded(gone, SECRET)).toMatchObject({ id });
  });

  it('newer ones name the project by slug too, with null for what they leave out', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'infisicalsdk');
    const place = { projectSlug: account.project.slug, environment: 'dev', secretPath: '/' };
    const unset = {
      workspaceId: null,
      secretComment: null,
      tagIds: null,
      skipMultilineEncoding: false,
      type: 'shared',
      secretReminderRepeatDays: null,
      secretReminderNote: null,
      secretMetadata: null,
    };

    const body = { ...place, ...unset, secretValue: 'one' };
    const { secret } = await client.ok(`POST ${RAW}/KEY`, { body });
    decoded(secret, FULL_SECRET);
    const change = { ...place, ...unset, secretValue: 'two', newSecretName: null };
    await client.ok(`PATCH ${RAW}/KEY`, { body: change });
    const query = {
      ...place,
      workspaceId: account.project.id,
      viewSecretValue: 'true',
      expandSecretReferences: 'true',
      recursive: 'false',
      include_imports: 'true',
      tagSlugs: '',
    };
    const { secrets } = await client.ok(`GET ${RAW}`, { query });
    expect(decoded(secrets, [FULL_SECRET])).toMatchObject([{ secretValue: 'two', version: 2 }]);
    const folder = { name: 'apps', path: '/', projectId: account.project.id, environment: 'dev' };
    await client.ok('POST /v2/folders', { body: { ...folder, description: null } });
    const { path, projectId, environment } = folder;
    const at = { path, projectId, environment, recursive: 'false' };
    const { folders } = await client.ok('GET /v2/folders', { query: at });
    expect(folders).toMatchObject([{ name: 'apps' }]);
  });
}

/** As `requests` sends them: `infisicalsdk` 1.0.17 hands Python's booleans to it. */
export function describePythonQueries(server: TestApp): void {
  it('lists folders and secrets with booleans as Python writes them', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'infisicalsdk');
    const { id } = account.project;
    const folder = { projectId: id, environment: 'dev', name: 'apps', path: '/' };
    await client.ok('POST /v2/folders', { body: folder });
    const query = { projectId: id, environment: 'dev', path: '/', lastSecretModified: '' };

    for (const recursive of ['False', 'True', 'FALSE', '0', '1', 'true']) {
      const { folders } = await client.ok('GET /v2/folders', { query: { ...query, recursive } });
      expect(folders).toHaveLength(1);
    }
    const flags = {
      viewSecretValue: 'True',
      expandSecretReferences: 'False',
      recursive: 'True',
      include_imports: 'False',
    };
    const list = { workspaceId: id, environment: 'dev', secretPath: '/', ...flags };
    await client.ok(`GET ${RAW}`, { query: list });
    await client.ok('GET /v4/secrets', { query: { ...list, projectId: id, includeImports: '1' } });
    const wrong = await client.send(`GET ${RAW}`, { query: { ...list, recursive: 'perhaps' } });
    expect(wrong).toMatchObject({ status: 422, json: { message: [{ path: ['recursive'] }] } });
  });
}

export function describeGo(server: TestApp): void {
  const list = (workspaceId: string) => ({
    workspaceId,
    workspaceSlug: '',
    environment: 'dev',
    secretPath: '/',
    expandSecretReferences: 'true',
    include_imports: 'false',
    recursive: 'false',
    tagSlugs: '',
    viewSecretValue: 'true',
  });

  it('creates a batch and lists it, sending both names of the project, one empty', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'infisical-go-sdk');
    const workspaceId = account.project.id;
    const item = (secretKey: string) => ({
      secretKey,
      secretValue: `value of ${secretKey}`,
      secretComment: '',
      secretMetadata: null,
      skipMultilineEncoding: false,
      secretReminderNote: '',
      secretReminderRepeatDays: 0,
      tagIds: [],
    });

    const batch = { environment: 'dev', workspaceId, secretPath: '/' };
    const body = { ...batch, secrets: [item('A'), item('B')] };
    const made = await client.ok('POST /v3/secrets/batch/raw', { body });
    decoded(made.secrets, [SECRET]);
    const { secrets } = await client.ok(`GET ${RAW}`, { query: list(workspaceId) });

    expect(decoded(secrets, [FULL_SECRET])).toMatchObject([
      { secretKey: 'A', secretValue: 'value of A' },
      { secretKey: 'B', secretValue: 'value of B' },
    ]);
  });

  it('asks for a list again only if it has changed', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'infisical-go-sdk');
    const query = list(account.project.id);
    const { headers } = await client.send(`GET ${RAW}`, { query });
    const conditional = { query, headers: { 'If-None-Match': headers.etag! } };

    expect(headers.etag).toMatch(/^"[^"]+"$/);
    expect((await client.send(`GET ${RAW}`, conditional)).status).toBe(304);

    const place = { workspaceId: account.project.id, environment: 'dev' };
    await client.ok(`POST ${RAW}/NEW`, { body: { ...place, secretValue: 'x' } });
    expect((await client.send(`GET ${RAW}`, conditional)).status).toBe(200);
  });

  it('renews with the token in the body alone, and decodes every error', async () => {
    const account = await anAccount(server);
    const client = new WireClient(server, undefined, 'infisical-go-sdk');
    const login = 'POST /v1/auth/universal-auth/login';
    const { accessToken } = asLogin(await client.ok(login, { body: account.credentials }));

    asLogin(await client.ok('POST /v1/auth/token/renew', { body: { accessToken } }));
    const wrong = { ...account.credentials, clientSecret: 'wrong' };
    const unknown = await client.refused(login, 401, { body: wrong });
    expect(unknown).toMatchObject({ statusCode: 401, error: 'UnauthorizedError' });
    const query = { ...list(account.project.id), environment: 'no-such' };
    await client.with(accessToken).refused(`GET ${RAW}`, 404, { query });
    await client.with(accessToken).refused(`GET ${RAW}`, 400, { query: { environment: 'dev' } });
  });

  it('is not locked out by the slug of another organization beside the right secret', async () => {
    const account = await anAccount(server);
    const client = new WireClient(server, undefined, 'infisical-go-sdk');
    const login = 'POST /v1/auth/universal-auth/login';
    const body = { ...account.credentials, organizationSlug: 'nobodys-slug' };

    for (let attempt = 0; attempt < 8; attempt++) await client.refused(login, 401, { body });

    asLogin(await client.ok(login, { body: account.credentials }));
  });
}

export function describeRust(server: TestApp): void {
  it('logs in with an empty Authorization header and lists by a GET with a body', async () => {
    const account = await anAccount(server);
    const client = new WireClient(server, undefined, 'infisical-rust-sdk');
    const headers = { Authorization: '' };
    const body = account.credentials;
    const login = await client.ok('POST /v1/auth/universal-auth/login', { headers, body });
    const own = client.with(asLogin(login).accessToken);
    const place = { workspaceId: account.project.id, environment: 'dev', secretPath: '/' };
    await own.ok(`POST ${RAW}/KEY`, { body: { ...place, type: 'shared', secretValue: 'x' } });

    const query = { ...place, expandSecretReferences: 'true', include_imports: 'false' };
    const { secrets } = await own.ok(`GET ${RAW}`, { query, body: query });
    const single = { ...query, type: 'shared' };
    const { secret } = await own.ok(`GET ${RAW}/KEY`, { query: single, body: single });

    expect(decoded(secrets, [SECRET])).toHaveLength(1);
    expect(decoded(secret, SECRET)).toMatchObject({ secretKey: 'KEY', secretValue: 'x' });
  });
}

export function describeMcp(server: TestApp): void {
  it('lists the projects of a machine, and makes one with an environment and a folder', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, 'axios/1.7.9');

    const body = { projectName: 'Made by MCP', type: 'secret-manager' };
    const { project } = await client.ok('POST /v2/workspace', { body });
    const { id } = decoded<{ id: string }>(project, PROJECT);
    const named = { name: 'Quality', slug: 'qa', projectId: id };
    await client.ok(`POST /v1/workspace/${id}/environments`, { body: named });
    const folder = { workspaceId: id, environment: 'qa', name: 'apps', path: '/' };
    await client.ok('POST /v1/folders', { body: folder });
    const query = { type: 'secret-manager' };
    const { workspaces } = await client.ok('GET /v1/workspace', { query });

    const projects = decoded<{ id: string; environments: unknown[] }[]>(workspaces, [PROJECT]);
    expect(projects.map((each) => each.id).sort()).toEqual([account.project.id, id].sort());
    expect(projects.find((each) => each.id === id)?.environments).toHaveLength(4);
  });
}
