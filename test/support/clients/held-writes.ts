import { aGroup, aPerson, joinProject } from '../people.js';
import type { TestApp } from '../harness.js';
import { anAccount, logIn } from './account.js';
import { decoded } from './wire-client.js';

const RAW = '/v3/secrets/raw';
const POLICIES = '/v1/secret-approvals';

/** What a Go client keeps of an answer that it decodes into a secret: fields that are not there are empty. */
const asGoSecret = ({ secret }: { secret?: { id?: string; secretKey?: string } }) => ({
  id: secret?.id ?? '',
  secretKey: secret?.secretKey ?? '',
});

/** Writes that wait for consent, as clients send them that do not know of it. */
export function describeHeldWrites(server: TestApp): void {
  async function aHeldPlace(userAgent: string) {
    const account = await anAccount(server);
    const client = await logIn(server, account, userAgent);
    const workspaceId = account.project.id;
    const reviewer = await aPerson(server, account.orgId, 'no-access');
    await joinProject(server, account.project, { userId: reviewer.id }, 'viewer');
    const groupId = await aGroup(server, account.orgId);
    await joinProject(server, account.project, { groupId }, 'viewer');
    const place = { workspaceId, environment: 'dev', secretPath: '/' };
    // As the provider sends it: both forms of the environment, an empty id beside the name, no empty list.
    const policy = {
      ...{ workspaceId, name: '', environment: '', environments: ['dev'], secretPath: '/' },
      ...{ approvals: 1, enforcementLevel: 'hard', allowedSelfApprovals: true },
      approvers: [{ type: 'user', id: '', username: reviewer.email }],
    };
    const made = await client.ok(`POST ${POLICIES}`, { body: policy });
    const { id } = decoded<{ id: string }>(made.approval, { id: 'string', secretPath: 'string' });
    return { client, place, policyId: id, reviewer, groupId };
  }

  it('is success to the CLI, which drops the body', async () => {
    const { client, place } = await aHeldPlace('cli');
    const body = { ...place, type: 'shared', secretKey: 'KEY', secretValue: 'one' };

    const { status, headers, json } = await client.send(`POST ${RAW}/KEY`, { body });

    expect({ status, members: Object.keys(json) }).toEqual({ status: 200, members: ['approval'] });
    const { slug } = decoded<{ slug: string }>(json.approval, {
      ...{ id: 'string', slug: 'string', policyId: 'string', folderId: 'string', status: 'string' },
      ...{ hasMerged: 'boolean', isReplicated: 'boolean', createdAt: 'time', updatedAt: 'time' },
      ...{ 'committerUserId?': 'string', 'committerIdentityId?': 'string', 'conflicts?': ['any'] },
    });
    expect(headers['x-change-request']).toBe(slug);
    const query = { ...place, projectId: place.workspaceId };
    expect(await client.ok('GET /v4/secrets', { query })).toMatchObject({ secrets: [] });
  });

  it('is an empty secret to the Go SDK, single and in a batch', async () => {
    const { client, place } = await aHeldPlace('infisical-go-sdk');
    const single = await client.ok(`POST ${RAW}/KEY`, { body: { ...place, secretValue: 'one' } });
    expect(asGoSecret(single)).toEqual({ id: '', secretKey: '' });

    const secrets = [{ secretKey: 'OTHER', secretValue: 'two' }];
    const batch = await client.ok('POST /v3/secrets/batch/raw', { body: { ...place, secrets } });
    expect(batch).not.toHaveProperty('secrets');
  });

  it('leaves Terraform an empty id: gone at the next plan, proposed once however often it is applied', async () => {
    const { client, place } = await aHeldPlace('terraform');
    const body = { ...place, type: 'shared', secretKey: 'KEY', secretValue: 'one' };
    const apply = async () => {
      const answer = await client.ok(`POST ${RAW}/KEY`, { body });
      expect(asGoSecret(answer).id).toBe('');
      return (answer.approval as { id: string }).id;
    };
    const first = await apply();

    await client.refused(`GET ${RAW}/id/`, 404);

    expect(await apply()).toBe(first);
  });

  it('is governed by a policy that Terraform makes, reads back alike, imports and destroys', async () => {
    const { client, place, policyId, reviewer, groupId } = await aHeldPlace('terraform');
    const read = async () => (await client.ok(`GET ${POLICIES}/${policyId}`)).approval;
    const person = { type: 'user', id: '', username: reviewer.email };
    const group = { type: 'group', id: groupId, username: '' };
    const inState = { id: reviewer.id, type: 'user', username: reviewer.email };
    // What the state holds of a read, and an import, which has the id alone: equal to the plan, lists in their order.
    const asPlanned = {
      ...{ secretPath: '/', approvals: 1, enforcementLevel: 'hard', allowedSelfApprovals: true },
      environments: [{ slug: 'dev' }],
      approvers: [inState],
      ...{ bypassers: [], deletedAt: null },
    };
    expect(await read()).toMatchObject(asPlanned);
    expect(await read()).toEqual(await read());
    const change = {
      ...{ name: '', secretPath: '/', approvals: 1, enforcementLevel: 'soft' },
      ...{ allowedSelfApprovals: true, environments: ['dev'] },
      approvers: [group, person].map((each) => ({ ...each, environments: null })),
    };
    const { approval: changed } = await client.ok(`PATCH ${POLICIES}/${policyId}`, {
      body: change,
    });
    expect(changed).toEqual(await read());
    expect(await read()).toMatchObject({
      ...{ ...asPlanned, enforcementLevel: 'soft' },
      approvers: [{ id: groupId, type: 'group' }, inState],
    });
    const back = { ...change, enforcementLevel: 'hard', bypassers: [], approvers: [person, group] };
    await client.ok(`PATCH ${POLICIES}/${policyId}`, { body: back });
    expect(await read()).toMatchObject({
      ...{ ...asPlanned, approvers: [inState, { id: groupId, type: 'group' }] },
    });
    await client.ok(`DELETE ${POLICIES}/${policyId}`, { body: {} });

    await client.refused(`GET ${POLICIES}/${policyId}`, 404);
    expect(
      await client.ok(`POST ${RAW}/KEY`, { body: { ...place, secretValue: 'x' } }),
    ).toMatchObject({ secret: { secretKey: 'KEY' } });
  });
}
