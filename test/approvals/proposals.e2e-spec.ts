import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { aGroup, joinProject, type SignedInPerson } from '../support/people.js';
import { ApprovalsScene, type Held, POLICIES, REQUESTS } from './approvals-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

let scene: ApprovalsScene;
let policy: { id: string };
let ann: SignedInPerson;
let keptId: string;
let freeId: string;

const query = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  server.database.source.query(text, [...values]);

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  ann = scene.reviewers[0]!;
  const tag = await scene.admin.http
    .post(`/api/v1/projects/${scene.project.id}/tags`)
    .send({ slug: 'internal', color: '#000000' })
    .expect(200);
  const tagIds = [(tag.body as { tag: { id: string } }).tag.id];
  keptId = await scene.secret('KEPT', 'first');
  await scene.admin.http
    .patch('/api/v4/secrets/KEPT')
    .send(
      scene.at('/held', {
        ...{ secretValue: 'second', secretComment: 'a note inside', tagIds },
        secretMetadata: [{ key: 'owner', value: 'the inner team' }],
      }),
    )
    .expect(200);
  freeId = await scene.secret('FREE', 'free', '/free');
  for (const key of ['MOVED', 'NARROW_1', 'CONFLICTED', 'BYPASSED'])
    await scene.secret(key, 'first');
  policy = await scene.policy();
});

const held = (answer: { readonly body: unknown }) => (answer.body as { approval: Held }).approval;

const change = async (key: string, body: object, caller: SignedInPerson = scene.writer) =>
  held(await caller.http.patch(`/api/v4/secrets/${key}`).send(scene.at('/held', body)).expect(200));

const setStatus = (request: Held, status: string) =>
  scene.writer.http.post(`${REQUESTS}/${request.id}/status`).send({ status }).expect(200);

async function mergeNow(request: Held): Promise<void> {
  await scene.review(ann, request).expect(200);
  await scene.merge(scene.writer, request).expect(200);
}

const entriesOf = async (request: Held) => {
  const rows = await query<{ action: string; target: object }>(
    `select action, target from audit_entries
     where target::jsonb ->> 'requestId' = $1 order by id`,
    [request.id],
  );
  return new Map(rows.map(({ action, target }) => [action, target]));
};

describe('What a change keeps of a secret', () => {
  it('is shown to nobody who may not describe it, as by an ordinary write (T277)', async () => {
    const blind = await scene.person([{ subject: 'secrets', action: ['edit'] }]);
    const sent = await change('KEPT', { secretValue: 'third' }, blind);
    const shown = await scene.get(blind, sent);
    expect(shown.commits).toMatchObject([
      { secretValue: 'third', secretComment: '', tags: [], secretMetadata: [], secret: null },
    ]);
    const lister = await scene.person([{ subject: 'secret-approval-request', action: ['read'] }]);
    expect(JSON.stringify(await scene.get(lister, sent))).not.toMatch(/a note|inner team|third/);
    expect((await scene.get(ann, sent)).commits).toMatchObject([
      {
        ...{ secretComment: 'a note inside', tags: [{ slug: 'internal' }] },
        secretMetadata: [{ key: 'owner', value: 'the inner team' }],
      },
    ]);
  });
});

describe('The audit log', () => {
  it('tells where an approved move went, and whither one would go', async () => {
    const move = await scene.writer.http
      .post('/api/v4/secrets/move')
      .send({
        ...{ projectId: scene.project.id, sourceEnvironment: 'dev', destinationEnvironment: 'dev' },
        ...{ sourceSecretPath: '/free', destinationSecretPath: '/held', secretIds: [freeId] },
      })
      .expect(200);
    const destination = { environment: 'dev', secretPath: '/held' };
    await mergeNow(held(move));
    const entries = await entriesOf(held(move));
    expect(entries.get('approval-request.open')).toMatchObject({ of: 'secret.move', destination });
    expect(entries.get('secret.move')).toMatchObject({
      ...{ environment: 'dev', secretPath: '/free', destination, secretKeys: ['FREE'], count: 1 },
      mergedBy: { userId: scene.writer.id },
    });
  });

  it('tells the version of an approved rollback, and the new name of a rename', async () => {
    const back = await scene.writer.http
      .post(`/api/v4/secrets/id/${keptId}/rollback`)
      .send({ version: 1 })
      .expect(200);
    await mergeNow(held(back));
    const entries = await entriesOf(held(back));
    expect(entries.get('approval-request.open')).toMatchObject({ version: 1 });
    expect(entries.get('secret.rollback')).toMatchObject({ version: 1, secretPath: '/held' });
    const renamed = await change('MOVED', { newSecretName: 'RENAMED' });
    expect((await entriesOf(renamed)).get('approval-request.open')).toMatchObject({
      items: [{ op: 'update', secretKey: 'MOVED', newSecretKey: 'RENAMED' }],
    });
  });

  it('names the keys of a request that was looked at by their folders', async () => {
    await scene.secret('BESIDE', 'free', '/free');
    const batch = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(
        scene.at('/held', {
          secrets: [
            { secretKey: 'CONFLICTED', secretValue: 'x' },
            { secretKey: 'BESIDE', secretPath: '/free', secretValue: 'y' },
          ],
        }),
      )
      .expect(200);
    await scene.get(scene.writer, held(batch));
    expect((await entriesOf(held(batch))).get('secret.read')).toMatchObject({
      count: 2,
      folders: [
        { environment: 'dev', secretPath: '/held', secretKeys: ['CONFLICTED'] },
        { environment: 'dev', secretPath: '/free', secretKeys: ['BESIDE'] },
      ],
    });
    await setStatus(held(batch), 'close');
  });
});

describe('A request that does not fit any more', () => {
  it('says that the right is missing before what has changed (403, T270)', async () => {
    const rules = (secretName: string) => [
      {
        subject: 'secrets',
        action: ['describeSecret', 'edit'],
        conditions: { secretName: { $glob: secretName } },
      },
    ];
    const narrow = await scene.person(rules('NARROW*'));
    const mine = await change('NARROW_1', { secretValue: 'mine' }, narrow);
    await mergeNow(await change('NARROW_1', { secretValue: 'theirs' }));
    await scene.review(ann, mine).expect(200);
    await scene.merge(narrow, mine).expect(409);
    await query(
      `update project_roles set permissions = $2 where id in (
         select h.custom_role_id from membership_roles h
         join project_memberships m on m.id = h.membership_id where m.user_id = $1)`,
      [narrow.id, JSON.stringify(rules('OTHER*'))],
    );
    await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
    const { body } = await scene.merge(narrow, mine).expect(403);
    expect(JSON.stringify(body)).not.toContain('conflicts');
  });

  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'Idempotency-Key': 'a-merge-with-a-conflict' }],
  ])('tells its conflicts until it is closed or opened again, %s', async (way, headers) => {
    const mine = await change('CONFLICTED', { secretValue: 'mine' });
    await mergeNow(await change('CONFLICTED', { secretValue: `theirs, ${way}` }));
    await scene.review(ann, mine).expect(200);
    await scene.merge(scene.writer, mine).set(headers).expect(409);
    const conflicts = async () => (await scene.get(scene.writer, mine)).conflicts;
    expect(await conflicts()).toMatchObject([{ secretKey: 'CONFLICTED', reason: 'changed' }]);
    await setStatus(mine, 'close');
    expect(await conflicts()).toBeNull();
    await setStatus(mine, 'open');
    expect(await conflicts()).toBeNull();
  });
});

describe('A merge', () => {
  it('waits for a write of one of its items that is under way, and goes by it (409, T263)', async () => {
    const id = await scene.secret('RACED', 'first', '/free');
    const runner = server.database.source.createQueryRunner();
    const batch = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(
        scene.at('/held', {
          secrets: [
            { secretKey: 'BYPASSED', secretValue: 'mine' },
            { secretKey: 'RACED', secretPath: '/free', secretValue: 'mine' },
          ],
        }),
      )
      .expect(200);
    await scene.review(ann, held(batch)).expect(200);
    await runner.startTransaction();
    try {
      await runner.query('update secrets set version = version + 1 where id = $1', [id]);
      const merge = scene.merge(scene.writer, held(batch)).then((answer) => answer);
      await untilLocksAreAwaited(server);
      await runner.commitTransaction();
      const { status, body } = await merge;
      expect([status, body]).toMatchObject([
        409,
        { details: { conflicts: [{ secretKey: 'RACED', reason: 'changed' }] } },
      ]);
    } finally {
      await runner.release();
    }
    await query('update secrets set version = version - 1 where id = $1', [id]);
    expect(await scene.values('/free')).toMatchObject({ RACED: 'first' });
    expect(await scene.values()).toMatchObject({ BYPASSED: 'first' });
    await setStatus(held(batch), 'close');
  });

  it('is refused where its committer left the project, or is deleted (403, T271)', async () => {
    for (const end of [
      'delete from project_memberships where user_id = $1',
      'delete from users where id = $1',
    ]) {
      const leaver = await scene.person('member');
      const request = await scene.propose(leaver, 'OF_LEAVER', 'x');
      await scene.review(ann, request).expect(200);
      await query(end, [leaver.id]);
      await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
      await scene.merge(ann, request).expect(403);
      expect(await scene.values()).not.toHaveProperty('OF_LEAVER');
      await ann.http.post(`${REQUESTS}/${request.id}/status`).send({ status: 'close' }).expect(200);
    }
  });

  it('without votes is done by a bypasser by group (T273)', async () => {
    const passer = await scene.person('member');
    const groupId = await aGroup(server, scene.orgId, 'no-access', { userId: passer.id });
    await joinProject(server, scene.project, { groupId }, 'viewer');
    const patch = (body: object) =>
      scene.admin.http.patch(`${POLICIES}/${policy.id}`).send(body).expect(200);
    await patch({ enforcementLevel: 'soft', bypassers: [{ type: 'group', id: groupId }] });
    const request = await change('BYPASSED', { secretValue: 'in a hurry' });
    const bypassReason = 'The certificate expires tonight.';
    await scene.merge(passer, request, { bypassReason }).expect(200);
    await patch({ enforcementLevel: 'hard', bypassers: [] });
  });
});

describe('A request of a folder that leaves its policy', () => {
  it('is closed for good, though who renames the folder is exempt (T268)', async () => {
    await scene.folder('/', 'exempt');
    await scene.policy({ secretPath: '/exempt', bypassForMachineIdentities: true });
    const request = await scene.propose(scene.writer, 'WAITS', 'x', '/exempt');
    const [folder] = await query<{ id: string }>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and f.path = '/exempt' and e.slug = 'dev'`,
      [scene.project.id],
    );
    await scene.machine.http
      .patch(`/api/v2/folders/${folder!.id}`)
      .send({ projectId: scene.project.id, environment: 'dev', path: '/', name: 'moved' })
      .expect(200);
    expect(await scene.get(scene.writer, request)).toMatchObject({
      ...{ status: 'close', closeReason: 'policy' },
    });
  });
});

describe('A request that a person closed', () => {
  it('ends with its policy, and its values are destroyed at once', async () => {
    const closed = await scene.propose(scene.writer, 'CLOSED', 'value');
    await setStatus(closed, 'close');
    await scene.endPolicy(policy);
    expect(await scene.get(scene.writer, closed)).toMatchObject({
      ...{ status: 'close', closeReason: 'policy' },
      statusChangedByUserId: scene.writer.id,
    });
    const [left] = await query<{ sealed: number }>(
      'select count(sealed)::int sealed from approval_items where request_id = $1',
      [closed.id],
    );
    expect(left).toEqual({ sealed: 0 });
  });
});
