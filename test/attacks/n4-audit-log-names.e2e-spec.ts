import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aProject, type Caller, join } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  type Fields,
  listed,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
const PATH = '/api/v1/organization/audit-logs';

interface Log {
  readonly action: string;
  readonly projectId?: string;
  readonly target: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly auditLogs: readonly Log[];
  readonly nextCursor?: string;
}

async function pageOf({ http }: Caller, query: Fields = {}): Promise<Page> {
  return (await http.get(at(PATH, query)).expect(200)).body as Page;
}

const namesIn = ({ auditLogs }: Page) =>
  auditLogs.flatMap(({ target }) => (target['secretKeys'] as string[] | undefined) ?? []);

const READS_LOG: Rule = { subject: 'audit-logs', action: 'read' };
const READS: Rule = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
const forbids = (conditions: object): Rule => ({
  subject: 'secrets',
  action: 'describeSecret',
  inverted: true,
  conditions,
});

/** A member of the organization who holds these rules in the scene's project. */
async function aReader(scene: SecretScene, role: string | readonly Rule[]): Promise<Caller> {
  const caller = await anIdentity(server, scene.orgId, 'member');
  await join(server, scene.project, caller, role);
  return caller;
}

const change = ({ admin, dev }: SecretScene, secrets: Fields[]) =>
  admin.http
    .patch(BATCH)
    .send({ ...dev, secrets })
    .expect(200);

describe('N4: the audit log names secrets to who may know of them', () => {
  it('shows a member of the organization nothing of projects that it is not in', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('HIDDEN_A')]);
    const member = await anIdentity(server, scene.orgId, 'member');
    const own = await aProject(member);

    expect((await pageOf(member)).auditLogs).toMatchObject([
      { action: 'project.create', projectId: own.id },
    ]);
    for (const query of [
      { projectId: scene.project.id },
      { secretKey: 'HIDDEN_A' },
      { actor: scene.admin.id },
      { eventType: 'secret.create' },
    ]) {
      const page = await pageOf(member, query);
      expect({ query, page }).toEqual({ query, page: { auditLogs: [] } });
    }
  });

  it('hides names that are forbidden in an own project: alone, in batches, in lists that were read', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    const reader = await aReader(scene, [
      READS_LOG,
      READS,
      forbids({ secretName: { $glob: 'HIDDEN_*' } }),
    ]);
    await withSecrets(scene, [anItem('OPEN'), anItem('HIDDEN_A')]);
    await withSecrets(scene, [anItem('HIDDEN_B')], { secretPath: '/a' });
    await change(scene, [anItem('OPEN', 'y'), anItem('HIDDEN_A', 'y')]);
    await listed(scene.admin, { ...scene.dev, recursive: true });

    const page = await pageOf(reader, { limit: 100 });

    expect(JSON.stringify(page)).not.toContain('HIDDEN');
    expect(namesIn(page)).toEqual(['OPEN', 'OPEN']);
    expect(page.auditLogs.find(({ action }) => action === 'secret.read')!.target).toEqual({
      folders: [{ environment: 'dev', secretPath: '/', secretKeys: ['OPEN'], versions: [2] }],
      count: 1,
    });
  });

  it('answers a question by a forbidden name as one by a name that is not there', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('OPEN'), anItem('HIDDEN_A')]);
    await withSecrets(scene, [anItem('HIDDEN_B')]);
    const rules = [READS_LOG, READS, forbids({ secretName: { $glob: 'HIDDEN_*' } })];
    const reader = await aReader(scene, rules);

    for (const limit of [1, 25]) {
      const nothing = await pageOf(reader, { secretKey: 'NOT_THERE', limit });
      for (const secretKey of ['HIDDEN_A', 'HIDDEN_B'])
        expect(await pageOf(reader, { secretKey, limit })).toEqual(nothing);
    }
    expect(namesIn(await pageOf(reader, { secretKey: 'OPEN' }))).toEqual(['OPEN']);
  });

  it('hides a place, and what rules about tags forbid', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('HIDDEN_A')]);
    await withSecrets(scene, [anItem('OPEN')], { environment: 'staging' });
    const byPlace = await aReader(scene, [READS_LOG, READS, forbids({ environment: 'dev' })]);
    const byTag = await aReader(scene, [
      READS_LOG,
      READS,
      forbids({ environment: 'dev', secretTags: { $in: ['restricted'] } }),
    ]);
    for (const reader of [byPlace, byTag]) {
      expect(namesIn(await pageOf(reader))).toEqual(['OPEN']);
    }
  });

  it('lets no member make an auditor of itself', async () => {
    const scene = await aSecretScene(server);
    const role = { slug: 'auditor', name: 'Auditor', permissions: [READS_LOG] };
    await scene.admin.http.post('/api/v1/organization/roles').send(role).expect(200);
    const member = await anIdentity(server, scene.orgId, 'member');
    const answer = await member.http
      .post('/api/v1/identities')
      .send({ name: 'bot', organizationId: scene.orgId, role: 'auditor' });
    expect(answer.status).toBe(403);
  });
});

describe('who reads the log as before', () => {
  it('an administrator, and whoever holds audit-logs: read by a role of the organization', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const auditor = await anIdentity(server, scene.orgId, [READS_LOG]);
    for (const caller of [scene.admin, auditor]) {
      expect(namesIn(await pageOf(caller, { secretKey: 'A' }))).toEqual(['A']);
    }
  });

  it('a member of the project, page by page, and the member role still lists the right', async () => {
    const scene = await aSecretScene(server);
    for (let n = 0; n < 5; n++) await withSecrets(scene, [anItem(`K${n}`)]);
    const reader = await aReader(scene, 'member');
    const names: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page: Page = await pageOf(reader, { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.auditLogs.length).toBeLessThanOrEqual(2);
      names.push(...namesIn(page));
      if (!(cursor = page.nextCursor)) break;
    }
    expect(names).toEqual(['K4', 'K3', 'K2', 'K1', 'K0']);
    const roles = await scene.admin.http.get('/api/v1/organization/roles/slug/member');
    expect(JSON.stringify(roles.body)).toContain('audit-logs');
  });
});
