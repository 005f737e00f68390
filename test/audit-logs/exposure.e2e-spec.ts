import { useApp } from '../support/harness.js';
import { aMember, anIdentity, aScene, type Caller } from '../support/scene.js';
import { aSecretScene, at, withSecrets } from '../support/secrets-scene.js';

const server = useApp();

interface Shown {
  readonly secretKey: string;
  readonly version: number;
  readonly presentVersion: number | null;
  readonly status: string;
  readonly timesShown: number;
}

interface Page {
  readonly secrets: readonly Shown[];
  readonly unnamed: number;
  readonly nextCursor?: string;
}

const exposureOf = async (caller: Caller, id: string, query: Record<string, unknown> = {}) => {
  const answer = await caller.http.get(at(`/api/v1/identities/${id}/exposure`, query)).expect(200);
  return answer.body as Page;
};

const brief = ({ secrets }: Page) =>
  secrets.map(({ secretKey, version, presentVersion, status, timesShown }) => [
    ...[secretKey, version, presentVersion, status, timesShown],
  ]);

/** A member that has read A and B, of which A has changed since and B is gone. */
async function aReader() {
  const scene = await aSecretScene(server);
  const { admin, orgId, project, dev } = scene;
  await withSecrets(
    scene,
    ['A', 'B', 'C'].map((secretKey) => ({ secretKey, secretValue: 'x' })),
  );
  const reader = await aMember(server, project, orgId, 'viewer');
  const read = (name: string) =>
    reader.http.get(at(`/api/v4/secrets/${name}`, { projectId: project.id, environment: 'dev' }));
  for (const name of ['C', 'B', 'A', 'A']) await read(name).expect(200);
  await admin.http
    .patch('/api/v4/secrets/A')
    .send({ projectId: project.id, environment: 'dev', secretValue: 'y' })
    .expect(200);
  await read('A').expect(200);
  await admin.http
    .delete('/api/v4/secrets/B')
    .send({ projectId: project.id, environment: 'dev' })
    .expect(200);
  return { ...scene, reader, dev };
}

describe('GET /api/v1/identities/:identityId/exposure', () => {
  it('lists each version that the identity was shown, and whether it is still the present one', async () => {
    const { admin, reader, project, orgId } = await aReader();
    const page = await exposureOf(admin, reader.id);

    expect(brief(page)).toEqual([
      ['A', 2, 2, 'current', 1],
      ['A', 1, 2, 'replaced', 2],
      ['B', 1, null, 'gone', 1],
      ['C', 1, 1, 'current', 1],
    ]);
    expect(page).toMatchObject({ unnamed: 0 });
    expect(page.nextCursor).toBeUndefined();
    expect(page.secrets[0]).toMatchObject({
      ...{ projectId: project.id, environment: 'dev', secretPath: '/' },
      auditLogId: expect.any(String),
    });
    expect(brief(await exposureOf(admin, reader.id, { currentOnly: true }))).toEqual([
      ['A', 2, 2, 'current', 1],
      ['C', 1, 1, 'current', 1],
    ]);
    expect((await exposureOf(admin, admin.id)).secrets).toEqual([]);
    const entries = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries where org_id = $1 and action = 'audit.exposure-read'
       order by created_at, id limit 1`,
      [orgId],
    );
    expect(entries).toEqual([{ target: { identityId: reader.id, count: 4 } }]);
  });

  it('goes on where a page ends, and refuses the cursors of others (422)', async () => {
    const { admin, reader, orgId, project } = await aReader();
    await server.database.source.query(
      `insert into audit_entries
         (id, org_id, project_id, actor_kind, actor_id, actor_name, action, target, req_id, created_at)
       select gen_random_uuid(), $1, $2, 'identity', $3, 'x', 'secret.read',
         jsonb_build_object('environment', 'dev', 'secretPath', '/', 'count', 1,
           'secretKeys', jsonb_build_array('OLD' || n), 'versions', jsonb_build_array(1)),
         'req', now() - make_interval(days => 1, secs => n)
       from generate_series(1, 1500) n`,
      [orgId, project.id, reader.id],
    );
    const first = await exposureOf(admin, reader.id);
    expect(first.secrets).toHaveLength(999);
    const second = await exposureOf(admin, reader.id, { cursor: first.nextCursor });
    expect(second.secrets).toHaveLength(505);
    expect(second.nextCursor).toBeUndefined();
    const keys = [...first.secrets, ...second.secrets].map(({ secretKey }) => secretKey);
    expect(keys.filter((key) => key.startsWith('OLD'))).toHaveLength(1_500);

    const stranger = (await aScene(server)).admin;
    const path = `/api/v1/identities/${stranger.id}/exposure`;
    await stranger.http.get(at(path, { cursor: first.nextCursor })).expect(422);
  });

  it('needs both rights (403), and an identity of the organization (404)', async () => {
    const { admin, reader, orgId } = await aReader();
    const path = `/api/v1/identities/${reader.id}/exposure`;
    for (const subject of ['audit-logs', 'identity']) {
      const half = await anIdentity(server, orgId, [{ subject, action: ['read'] }]);
      await half.http.get(path).expect(403);
    }
    const both = ['audit-logs', 'identity'].map((subject) => ({ subject, action: ['read'] }));
    await (await anIdentity(server, orgId, both)).http.get(path).expect(200);
    const stranger = (await aScene(server)).admin;
    await stranger.http.get(path).expect(404);
    await admin.http.get('/api/v1/identities/nobody/exposure').expect(404);
  });
});
