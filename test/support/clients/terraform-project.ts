import type { TestApp } from '../harness.js';
import { anAccount, logIn } from './account.js';
import { ENVIRONMENT, FULL_SECRET } from './shapes.js';
import { decoded, WireClient } from './wire-client.js';

const AGENT = 'terraform';

const FOLDER_BY_ID = {
  id: 'string',
  name: 'string',
  path: 'string',
  projectId: 'string',
  environment: { envId: 'string', envName: 'string', envSlug: 'string' },
} as const;

export function describeProject(server: TestApp): void {
  it('is told 403 of each thing in a project it was removed from: a 404 would drop its state', async () => {
    const account = await anAccount(server);
    const { admin, project } = account;
    const owner = new WireClient(server, admin.token, AGENT);
    const client = await logIn(server, account, AGENT);
    const inProject = `/v1/projects/${project.id}`;
    const made = async (line: string, name: string, body: object) =>
      ((await client.ok(line, { body }))[name] as { id: string }).id;
    const place = { workspaceId: project.id, environment: 'dev' };
    const rules = [{ subject: 'secrets', action: ['read'] }];
    const role = { slug: 'reader', name: 'Reader', permissions: rules };
    const folderId = await made('POST /v1/folders', 'folder', { ...place, name: 'apps' });
    const secretId = await made('POST /v3/secrets/raw/KEY', 'secret', {
      ...place,
      secretValue: '',
    });
    const tagId = await made(`POST ${inProject}/tags`, 'tag', { slug: 'web' });
    const roleId = await made(`POST ${inProject}/roles`, 'role', role);
    const source = { environment: 'prod', path: '/' };
    const importId = await made('POST /v1/secret-imports', 'secretImport', {
      ...{ ...place, path: '/', import: source },
    });
    const environmentId = await made(`POST ${inProject}/environments`, 'environment', {
      ...{ name: 'qa', slug: 'qa' },
    });
    const identityId = await made('POST /v1/identities', 'identity', { name: 'bot' });
    const path = `${inProject}/identity-memberships/${identityId}`;
    const membershipId = await made(`POST ${path}`, 'identityMembership', { role: 'member' });
    const privilegeId = await made('POST /v2/identity-project-additional-privilege', 'privilege', {
      ...{ identityId, projectId: project.id, permissions: rules, type: { isTemporary: false } },
    });
    const reads = [
      `GET /v1/workspace/${project.id}`,
      `GET /v2/workspace/${project.slug}`,
      `GET /v1/workspace/environments/${environmentId}`,
      `GET ${inProject}/environments/slug/qa`,
      `GET /v1/folders/${folderId}`,
      `GET /v1/folders/${project.id}/dev/apps`,
      `GET /v3/secrets/raw/id/${secretId}`,
      `GET ${inProject}/tags/${tagId}`,
      `GET /v1/projects/roles/${roleId}`,
      `GET /v1/workspace/${project.slug}/roles/slug/reader`,
      `GET /v2/workspace/identity-memberships/${membershipId}`,
      `GET ${path}`,
      `GET /v2/identity-project-additional-privilege/${privilegeId}`,
      `GET /v1/secret-imports/${importId}`,
    ];
    for (const line of reads) await client.ok(line);

    await owner.ok(`DELETE ${inProject}/identity-memberships/${account.identityId}`);

    for (const line of reads) {
      const { message } = await client.refused(line, 403);
      expect({ line, message }).toEqual({ line, message: 'You are not a member of the project.' });
    }
  });

  it('keeps an environment', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const path = `/v1/workspace/${account.project.id}/environments`;

    const wanted = { name: 'Quality', slug: 'qa', position: 4, workspaceId: account.project.id };
    const { environment } = await client.ok(`POST ${path}`, { body: wanted });
    const { id } = decoded<{ id: string }>(environment, ENVIRONMENT);
    const state = { id, name: 'Quality', slug: 'qa', position: 4 };
    const read = async () =>
      decoded((await client.ok(`GET /v1/workspace/environments/${id}`)).environment, ENVIRONMENT);
    expect(await read()).toMatchObject(state);
    const change = { name: 'Tests', slug: 'tests', position: 1 };
    await client.ok(`PATCH ${path}/${id}`, { body: { ...change, workspaceId: '', id } });
    expect(await read()).toMatchObject({ id, ...change });
    const bySlug = `/v1/projects/${account.project.id}/environments/slug/tests`;
    expect(decoded(await client.ok(`GET ${bySlug}`), ENVIRONMENT)).toMatchObject({ id });
    await client.ok(`DELETE ${path}/${id}`);
    await client.refused(`GET /v1/workspace/environments/${id}`, 404);
  });

  it('keeps the position of an environment, also far behind and after a deletion', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const path = `/v1/workspace/${account.project.id}/environments`;
    const create = async (name: string, position: number) => {
      const body = { name, slug: name, position, workspaceId: account.project.id };
      const { environment } = await client.ok(`POST ${path}`, { body });
      const state = decoded<{ id: string; position: number }>(environment, ENVIRONMENT);
      expect(state.position).toBe(position);
      return state;
    };
    const positionOf = async ({ id }: { id: string }) =>
      (
        (await client.ok(`GET /v1/workspace/environments/${id}`)).environment as {
          position: number;
        }
      ).position;

    const [far, other] = [await create('far', 8), await create('other', 5)];
    const change = { name: 'far', slug: 'far', position: 20, workspaceId: '', id: far.id };
    const { environment } = await client.ok(`PATCH ${path}/${far.id}`, { body: change });
    expect(environment).toMatchObject({ position: 20 });
    await client.ok(`DELETE ${path}/${other.id}`);

    expect(await positionOf(far)).toBe(20);
  });

  it('keeps a folder', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const projectId = account.project.id;
    const place = { workspaceId: projectId, environment: 'dev', path: '/' };

    const { folder } = await client.ok('POST /v1/folders', { body: { ...place, name: 'apps' } });
    const { id } = decoded<{ id: string }>(folder, { id: 'string', name: 'string' });
    const read = async () =>
      decoded((await client.ok(`GET /v1/folders/${id}`)).folder, FOLDER_BY_ID);
    expect(await read()).toMatchObject({
      name: 'apps',
      path: '/apps',
      projectId,
      environment: { envName: 'Development', envSlug: 'dev' },
    });
    await client.ok(`PATCH /v1/folders/${id}`, { body: { ...place, name: 'services' } });
    expect(await read()).toMatchObject({ name: 'services', path: '/services' });
    const byPath = await client.ok(`GET /v1/folders/${projectId}/dev/services`);
    expect(byPath).toMatchObject({ folder: { id, name: 'services' } });
    const removal = { projectId, environment: 'dev', forceDelete: true };
    await client.ok(`DELETE /v2/folders/${id}`, { body: removal });
    await client.refused(`GET /v1/folders/${id}`, 404);
  });

  it('keeps the name of a tag beside its slug', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const path = `/v1/workspace/${account.project.id}/tags`;
    const shown = async (id: string) => (await client.ok(`GET ${path}/${id}`)).workspaceTag;

    const body = { name: 'My Tag', slug: 'my-tag', color: '#fff' };
    const { workspaceTag } = await client.ok(`POST ${path}`, { body });
    const { id } = workspaceTag as { id: string };
    expect(await shown(id)).toMatchObject(body);
    const place = { workspaceId: account.project.id, environment: 'dev', tagIds: [id] };
    await client.ok('POST /v3/secrets/raw/KEY', { body: { ...place, secretValue: 'x' } });
    await client.ok(`PATCH ${path}/${id}`, { body: { slug: 'other', color: '#fff' } });
    expect(await shown(id)).toMatchObject({ name: 'My Tag', slug: 'other' });
    await client.ok(`PATCH ${path}/${id}`, { body: { name: 'Renamed', slug: 'other' } });
    const query = { workspaceId: account.project.id, environment: 'dev' };
    expect((await client.ok('GET /v3/secrets/raw/KEY', { query })).secret).toMatchObject({
      tags: [{ slug: 'other', name: 'Renamed' }],
    });
    const plain = await client.ok(`POST ${path}`, { body: { name: '', slug: 'plain' } });
    expect(plain.workspaceTag).toMatchObject({ name: 'plain', slug: 'plain' });
  });

  it('keeps a secret, read back by its id', async () => {
    const account = await anAccount(server);
    const client = await logIn(server, account, AGENT);
    const place = { workspaceId: account.project.id, environment: 'dev', secretPath: '/' };
    const fields = {
      type: 'shared',
      secretReminderNote: '',
      secretReminderRepeatDays: 0,
      tagIds: [] as string[],
    };
    const path = '/v3/secrets/raw/KEY';

    const body = { ...place, ...fields, secretValue: 'one' };
    const { secret } = await client.ok(`POST ${path}`, { body });
    const { id } = decoded<{ id: string }>(secret, FULL_SECRET);
    const read = async () =>
      decoded((await client.ok(`GET /v3/secrets/raw/id/${id}`)).secret, FULL_SECRET);
    const state = { id, secretKey: 'KEY', environment: 'dev', secretPath: '/' };
    expect(await read()).toMatchObject({ ...state, secretValue: 'one', tags: [] });
    const { tag } = await client.ok(`POST /v1/projects/${account.project.id}/tags`, {
      body: { slug: 'web', color: '#fff' },
    });
    const tagId = (tag as { id: string }).id;
    const change = { ...place, ...fields, tagIds: [tagId], secretValue: 'two' };
    await client.ok(`PATCH ${path}`, { body: change });
    expect(await read()).toMatchObject({ ...state, secretValue: 'two', tags: [{ id: tagId }] });
    await client.ok(`DELETE ${path}`, { body: { ...place, type: 'shared' } });
    await client.refused(`GET /v3/secrets/raw/id/${id}`, 404);
  });
}
