import { randomUUID } from 'node:crypto';
import {
  aMember,
  anIdentity,
  aProject,
  type Caller,
  type TestProject,
  withoutReqId,
} from '../support/scene.js';
import { NOT_FOUND } from '../support/refusals.js';
import {
  server,
  type Folder,
  V1,
  V2,
  query,
  auditOf,
  treeOf,
  aStage,
  aFolder,
} from './folders-scene.js';

const eventsOf = (project: TestProject) =>
  query<{ type: string; payload: object[] }>(
    'select type, payload from project_events where project_id = $1 order by seq',
    [project.id],
  );

/** Secrets as the secrets module leaves them, written past the API. */
const putSecrets = (project: TestProject, folderId: string, keys: readonly string[]) =>
  query(
    `insert into secrets (id, project_id, folder_id, key, key_version, salt, value, actor_id,
       actor_name, actor_membership_id)
     select gen_random_uuid(), $1, $2, key, 1, '\\x00', '\\x01', $1, 'someone', $1
     from unnest($3::text[]) key`,
    [project.id, folderId, keys],
  );

describe('a folder that is not there for the caller', () => {
  it('is the same 404 on every route, unknown or of others', async () => {
    const { admin, orgId, project, place } = await aStage();
    const elsewhere = await aStage();
    const second = await aProject(admin);
    const own = await aFolder(admin, project, '/a');
    const theirs = await aFolder(elsewhere.admin, elsewhere.project, '/a');
    const nonMember = await anIdentity(server, orgId, 'admin');
    const bodies: object[] = [];
    const keep = ({ body }: { body: unknown }) => bodies.push(body as object);

    for (const base of [V1, V2]) {
      const attempts = [
        [admin, theirs.id, place],
        [admin, theirs.id, elsewhere.place],
        [admin, own.id, { ...place, projectId: second.id }],
        [admin, own.id, { ...place, environment: 'prod' }],
        [admin, randomUUID(), place],
        [admin, 'nope', place],
        [admin, 'a%2A', place],
        [admin, 'a', { projectId: project.id }],
        [admin, own.id, { ...place, projectId: 'nonsense' }],
      ] as const;
      for (const [{ http }, id, body] of attempts) {
        keep(
          await http
            .patch(`${base}/${id}`)
            .send({ ...body, name: 'x' })
            .expect(404),
        );
        keep(await http.delete(`${base}/${id}`).send(body).expect(404));
      }
      for (const id of [theirs.id, randomUUID(), 'nonsense'])
        keep(await admin.http.get(`${base}/${id}`).expect(404));
      // The folder is in the caller's own organization, where it is no secret that it exists: 403, not 404.
      await nonMember.http.get(`${base}/${own.id}`).expect(403);
      await nonMember.http.delete(`${base}/${own.id}`).send(place).expect(403);
      keep(await admin.http.get(`${base}/${elsewhere.project.id}/dev/a`).expect(404));
      keep(await admin.http.get(`${base}/${project.id}/dev/nope`).expect(404));
      keep(await admin.http.get(`${base}/${project.id}/nope/a`).expect(404));
      keep(
        await admin.http
          .post(base)
          .send({ ...elsewhere.place, name: 'x' })
          .expect(404),
      );
      for (const id of [theirs.id, 'nonsense']) {
        const folders = [
          { id: own.id, name: 'moved' },
          { id, name: 'x' },
        ];
        const batch = { projectId: project.id, folders };
        keep(await admin.http.patch(`${base}/batch`).send(batch).expect(404));
      }
    }

    for (const body of bodies) expect(withoutReqId(body)).toEqual(NOT_FOUND);
    expect(await treeOf(project)).toEqual(['/a']);
    expect(await treeOf(elsewhere.project)).toEqual(['/a']);
  });
});

describe.each([V1, V2])('PATCH %s/{folderIdOrName}', (base) => {
  it('renames a folder, and all below move with it', async () => {
    const { admin, project, place } = await aStage();
    for (const path of ['/a/b/c', '/a-b', '/ab']) await aFolder(admin, project, path);
    const folder = await aFolder(admin, project, '/a');

    const body = { ...place, name: 'z', description: 'Renamed' };
    const answer = await admin.http.patch(`${base}/${folder.id}`).send(body).expect(200);

    expect(answer.body).toEqual({
      folder: {
        ...folder,
        name: 'z',
        path: '/z',
        description: 'Renamed',
        version: 2,
        updatedAt: expect.any(String),
      },
    });
    expect(await treeOf(project)).toEqual(['/a-b', '/ab', '/z', '/z/b', '/z/b/c']);
    const { target } = (await auditOf(project)).find(({ action }) => action === 'folder.rename')!;
    expect(target).toEqual({
      folders: [{ folderId: folder.id, environment: 'dev', from: '/a', path: '/z' }],
    });
  });

  it('appends events for the secrets that move with it, at both addresses', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    await aFolder(admin, project, '/a/b');
    const secret = { ...place, secretPath: '/a/b', secretValue: 'v' };
    await admin.http.post('/api/v3/secrets/raw/KEY').send(secret).expect(200);

    await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, description: 'd' })
      .expect(200);
    await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, name: 'z' })
      .expect(200);

    const at = (secretPath: string) => ({ environment: 'dev', secretPath, secretKey: 'KEY' });
    expect(await eventsOf(project)).toEqual([
      { type: 'secret:create', payload: [at('/a/b')] },
      { type: 'secret:delete', payload: [at('/a/b')] },
      { type: 'secret:create', payload: [at('/z/b')] },
    ]);
  });

  it('finds it by its name at a path', async () => {
    const { admin, project, place } = await aStage();
    await aFolder(admin, project, '/a/b');

    const body = { ...place, path: '/a', name: 'c' };
    const answer = await admin.http.patch(`${base}/b`).send(body).expect(200);

    expect(answer.body).toMatchObject({ folder: { path: '/a/c' } });
  });

  it('prefers the folder with that id to one named so', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    await aFolder(admin, project, `/${folder.id}`);

    const answer = await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, name: 'b' })
      .expect(200);

    expect(answer.body).toMatchObject({ folder: { id: folder.id, path: '/b' } });
  });

  it('changes the description alone, or nothing', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const path = `${base}/${folder.id}`;

    const described = await admin.http
      .patch(path)
      .send({ ...place, name: 'a', description: 'D' })
      .expect(200);
    const same = await admin.http.patch(path).send(place).expect(200);
    const cleared = await admin.http
      .patch(path)
      .send({ ...place, description: null })
      .expect(200);

    expect(described.body).toMatchObject({ folder: { description: 'D', version: 2 } });
    expect(same.body).toEqual(described.body);
    expect(cleared.body).toMatchObject({ folder: { description: null, version: 3 } });
    const actions = (await auditOf(project)).map(({ action }) => action);
    expect(actions).toEqual(['folder.create', 'folder.update', 'folder.update']);
  });

  it('refuses a name that exists (409)', async () => {
    const { admin, project, place } = await aStage();
    await aFolder(admin, project, '/b');
    const { id } = await aFolder(admin, project, '/a/x');
    const { id: top } = await aFolder(admin, project, '/a');

    const body = { ...place, name: 'b' };
    const answer = await admin.http.patch(`${base}/${top}`).send(body).expect(409);
    await admin.http.patch(`${base}/${id}`).send(body).expect(200);

    expect(answer.body).toMatchObject({ error: 'Conflict' });
    expect(await treeOf(project)).toEqual(['/a', '/a/b', '/b']);
  });

  it('refuses to rename the root, and a path that becomes too long (400)', async () => {
    const { admin, project, place } = await aStage();
    const answer = await admin.http.get(`${base}/${project.id}/dev`).expect(200);
    const { id } = (answer.body as { folder: Folder }).folder;
    await aFolder(admin, project, `/a${`/${'x'.repeat(254)}`.repeat(4)}`);
    const { id: long } = await aFolder(admin, project, '/a');

    const refused = await admin.http
      .patch(`${base}/${id}`)
      .send({ ...place, name: 'r' })
      .expect(400);
    await admin.http
      .patch(`${base}/${id}`)
      .send({ ...place, description: 'Top' })
      .expect(200);
    await admin.http
      .patch(`${base}/${long}`)
      .send({ ...place, name: 'aa' })
      .expect(200);
    await admin.http
      .patch(`${base}/${long}`)
      .send({ ...place, name: 'a'.repeat(9) })
      .expect(400);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
  });

  it('refuses a caller without secret-folders:edit on the folder above (403)', async () => {
    const { admin, orgId, project, place } = await aStage();
    const inner = await aFolder(admin, project, '/a/b');
    const outer = await aFolder(admin, project, '/a');
    const member = await aMember(server, project, orgId, [
      { subject: 'secret-folders', action: ['edit'], conditions: { secretPath: '/a' } },
    ]);

    const body = { ...place, name: 'z' };
    const denied = await member.http.patch(`${base}/${outer.id}`).send(body).expect(403);
    await member.http.patch(`${base}/${inner.id}`).send(body).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    await member.http
      .patch(`${base}/${inner.id}`)
      .send({ ...place, name: '..' })
      .expect(422);
  });

  it('leaves a consistent tree beside concurrent creations below the folder', async () => {
    const { admin, project, place } = await aStage();
    const { id } = await aFolder(admin, project, '/a/b');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? admin.http.patch(`${base}/${id}`).send({ ...place, name: `b${i}` })
          : admin.http.post(base).send({ ...place, path: '/a/b', name: `c${i}` }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await treeOf(project)).length).toBeGreaterThanOrEqual(12);
  });
});

describe('PATCH /api/v1/folders/batch', () => {
  it('changes several folders at once, in the order asked for', async () => {
    const { admin, project } = await aStage();
    const c = await aFolder(admin, project, '/a/b/c');
    const b = await aFolder(admin, project, '/a/b');
    const a = await aFolder(admin, project, '/a');

    const folders = [
      { id: c.id, environment: 'dev', name: 'z', path: '/a/b' },
      { id: a.id, environment: 'dev', name: 'x', path: '/', description: 'Top' },
      { id: b.id, name: 'b' },
    ];
    const body = { projectSlug: project.slug, folders };
    const answer = await admin.http.patch(`${V1}/batch`).send(body).expect(200);

    expect(answer.body).toMatchObject({
      folders: [
        { id: c.id, path: '/x/b/z', version: 2 },
        { id: a.id, path: '/x', version: 2, description: 'Top' },
        { id: b.id, path: '/x/b', version: 1 },
      ],
    });
    expect(await treeOf(project)).toEqual(['/x', '/x/b', '/x/b/z']);
  });

  it('changes nothing where one is refused', async () => {
    const { admin, orgId, project } = await aStage();
    const [a, b] = [await aFolder(admin, project, '/a'), await aFolder(admin, project, '/b')];
    const inner = await aFolder(admin, project, '/a/x');
    const member = await aMember(server, project, orgId, [
      { subject: 'secret-folders', action: ['edit'], conditions: { secretPath: '/a' } },
    ]);
    const send = ({ http }: Caller, folders: readonly object[], more: object = {}) =>
      http.patch(`${V1}/batch`).send({ projectId: project.id, folders, ...more });

    const allowed = { id: inner.id, name: 'y' };
    const denied = await send(member, [allowed, { id: b.id, name: 'y' }]).expect(403);
    await send(admin, [
      { id: a.id, name: 'c' },
      { id: b.id, name: 'c' },
    ]).expect(409);
    await send(admin, [allowed, allowed]).expect(400);
    await send(admin, [allowed], { projectSlug: 'another' }).expect(400);
    await send(admin, [allowed], { projectId: undefined }).expect(400);
    await send(admin, []).expect(422);
    await send(admin, [{ ...allowed, name: 'a/b' }]).expect(422);
    await send(admin, [{ name: 'a' }]).expect(422);
    await send(admin, [{ ...allowed, environment: 'prod' }]).expect(404);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual(['/a', '/a/x', '/b']);
  });
});

describe('DELETE, folders', () => {
  it('v1 deletes a folder with all that is in it, and appends events for the deleted secrets', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    const other = await aFolder(admin, project, '/a-b');
    await putSecrets(project, folder.id, ['ONE']);
    await putSecrets(project, inner.id, ['TWO', 'THREE']);
    await putSecrets(project, other.id, ['KEPT']);

    const answer = await admin.http.delete(`${V1}/a`).send(place).expect(200);

    expect(answer.body).toEqual({ folder });
    expect(await treeOf(project)).toEqual(['/a-b']);
    const left = await query('select key from secrets where project_id = $1', [project.id]);
    expect(left).toEqual([{ key: 'KEPT' }]);
    const [event, ...more] = await eventsOf(project);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'secret:delete' });
    expect(event?.payload).toHaveLength(3);
    expect(event?.payload).toEqual(
      expect.arrayContaining([
        { environment: 'dev', secretPath: '/a', secretKey: 'ONE' },
        { environment: 'dev', secretPath: '/a/b', secretKey: 'TWO' },
        { environment: 'dev', secretPath: '/a/b', secretKey: 'THREE' },
      ]),
    );
    const kept = await query(
      'select key, version from secret_versions where project_id = $1 order by key',
      [project.id],
    );
    expect(kept).toHaveLength(3);
    expect((await auditOf(project)).at(-1)).toEqual({
      action: 'folder.delete',
      target: { folderId: folder.id, environment: 'dev', path: '/a', folders: 2, secrets: 3 },
    });
    await admin.http.delete(`${V1}/a`).send(place).expect(404);
  });

  it('v1 finds it by its id, and by its name in a directory', async () => {
    const { admin, project, place } = await aStage();
    const { id } = await aFolder(admin, project, '/a/b');
    await aFolder(admin, project, '/a/c');

    await admin.http.delete(`${V1}/${id}`).send(place).expect(200);
    const { projectId, environment } = place;
    const body = { workspaceId: projectId, environment, directory: 'a/' };
    await admin.http.delete(`${V1}/c`).send(body).expect(200);

    expect(await treeOf(project)).toEqual(['/a']);
    expect(await eventsOf(project)).toEqual([]);
  });

  it('v2 refuses a folder that is not empty (400), unless forceDelete is sent', async () => {
    const { admin, project } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    await putSecrets(project, inner.id, ['KEY']);
    const attempt = (id: string, body: object = {}) =>
      admin.http.delete(`${V2}/${id}`).send({ projectId: project.id, ...body });

    const refused = await attempt(folder.id).expect(400);
    await attempt(inner.id, { forceDelete: false }).expect(400);
    const left = await query('select key from secrets where project_id = $1', [project.id]);
    await attempt(inner.id, { forceDelete: 'true' }).expect(422);
    await attempt(inner.id, { forceDelete: true }).expect(200);
    await attempt(folder.id).expect(200);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
    expect(left).toEqual([{ key: 'KEY' }]);
    expect(await treeOf(project)).toEqual([]);
    expect(await eventsOf(project)).toHaveLength(1);
  });

  it.each([V1, V2])('%s refuses the root', async (base) => {
    const { admin, project, place } = await aStage();
    const answer = await admin.http.get(`${V1}/${project.id}/dev`).expect(200);
    const { id } = (answer.body as { folder: Folder }).folder;

    const body = { ...place, forceDelete: true };
    const refused = await admin.http.delete(`${base}/${id}`).send(body).expect(400);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
  });

  it.each([V1, V2])('%s demands secret-folders:delete for all that goes', async (base) => {
    const { admin, orgId, project, place } = await aStage();
    const outer = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    await aFolder(admin, project, '/a/b/c');
    const rule = { subject: 'secret-folders', action: ['delete'] };
    const narrow = await aMember(server, project, orgId, [
      { ...rule, conditions: { secretPath: '/' } },
    ]);
    const wide = await aMember(server, project, orgId, [
      rule,
      { ...rule, conditions: { secretPath: '/a/b' }, inverted: true },
    ]);
    const body = { ...place, forceDelete: true };

    const denied = await narrow.http.delete(`${base}/${inner.id}`).send(body).expect(403);
    await narrow.http.delete(`${base}/${outer.id}`).send(body).expect(403);
    await wide.http.delete(`${base}/${outer.id}`).send(body).expect(403);
    await admin.http.delete(`${base}/${inner.id}`).send(body).expect(200);
    await narrow.http.delete(`${base}/${outer.id}`).send(body).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual([]);
  });

  it('appends events for every secret that was written into it meanwhile', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');

    const body = {
      workspaceId: project.id,
      environment: 'dev',
      secretPath: '/a',
      secretValue: 'v',
    };
    const [deleted, ...written] = await Promise.all([
      admin.http.delete(`${V1}/${folder.id}`).send(place),
      ...Array.from({ length: 15 }, (_, i) =>
        admin.http.post(`/api/v3/secrets/raw/KEY_${i}`).send(body),
      ),
    ]);

    expect(deleted.status).toBe(200);
    for (const { status } of written) expect([200, 404]).toContain(status);
    const keysIn = async (type: string) =>
      (await eventsOf(project))
        .filter((event) => event.type === type)
        .flatMap(({ payload }) => payload as { secretKey: string }[])
        .map(({ secretKey }) => secretKey)
        .sort();
    const made = written.flatMap(({ status }, i) => (status === 200 ? [`KEY_${i}`] : [])).sort();
    expect(await keysIn('secret:create')).toEqual(made);
    expect(await keysIn('secret:delete')).toEqual(made);
    expect(await query('select 1 from secrets where project_id = $1', [project.id])).toEqual([]);
  });

  it('leaves a consistent tree beside concurrent creations in the folder', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');

    const [deleted, ...made] = await Promise.all([
      admin.http.delete(`${V1}/${folder.id}`).send(place),
      ...Array.from({ length: 10 }, (_, i) =>
        admin.http.post(V1).send({ ...place, path: '/a', name: `n${i}` }),
      ),
    ]);

    expect(deleted.status).toBe(200);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    await treeOf(project);
  });
});
