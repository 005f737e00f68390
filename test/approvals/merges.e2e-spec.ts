import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import {
  aGroup,
  aPerson,
  joinGroup,
  joinProject,
  leaveGroup,
  type SignedInPerson,
} from '../support/people.js';
import { aMember, aScene } from '../support/scene.js';
import { RequestExpiry } from '../../src/approvals/requests/request-expiry.js';
import { runOn } from '../support/key-commands.js';
import { ApprovalsScene, type Held, LITTLE_ROLE, POLICIES, REQUESTS } from './approvals-scene.js';

const server = useApp();

let scene: ApprovalsScene;
let policy: { id: string };
let ann: SignedInPerson;
let bob: SignedInPerson;

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  policy = await scene.policy();
  [ann, bob] = scene.reviewers as [SignedInPerson, SignedInPerson];
});

const query = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  server.database.source.query(text, [...values]);

const raiseEpoch = () =>
  query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);

let count = 0;
const newKey = () => `KEY_${++count}`;

/** A secret that is there, as consented to. */
async function merged(key = newKey(), value = 'first'): Promise<string> {
  const held = await scene.propose(scene.writer, key, value);
  await scene.review(ann, held).expect(200);
  await scene.merge(scene.writer, held).expect(200);
  return key;
}

async function change(key: string, body: object, caller = scene.writer): Promise<Held> {
  const answer = await caller.http
    .patch(`/api/v4/secrets/${key}`)
    .send(scene.at('/held', body))
    .expect(200);
  return (answer.body as { approval: Held }).approval;
}

const patchPolicy = (body: object, { id } = policy) =>
  scene.admin.http.patch(`${POLICIES}/${id}`).send(body).expect(200);

const setStatus = (caller: Pick<SignedInPerson, 'http'>, { id }: Held, status: string) =>
  caller.http.post(`${REQUESTS}/${id}/status`).send({ status });

describe('POST /api/v1/secret-approval-requests/:approvalRequestId/merge', () => {
  it('writes what was consented to, in the name of the committer, whole', async () => {
    const held = await scene.propose(scene.writer, 'MERGED', 'value');
    await scene.merge(scene.writer, held).expect(403, /0 of 1 approvals/);
    await scene.review(ann, held).expect(200);
    const answer = await scene.merge(ann, held).expect(200);
    expect(answer.body).toMatchObject({
      approval: {
        hasMerged: true,
        status: 'close',
        closeReason: 'merged',
        statusChangedByUserId: ann.id,
      },
    });
    expect(answer.text).not.toContain('"value"');
    expect(await scene.values()).toMatchObject({ MERGED: 'value' });
    const entries = await query<{ action: string; actor_id: string; target: object }>(
      `select action, actor_id, target from audit_entries
       where target::jsonb ->> 'requestId' = $1 order by id`,
      [held.id],
    );
    expect(entries.map(({ action, actor_id: by }) => [action, by])).toEqual([
      ['approval-request.open', scene.writer.id],
      ['approval-request.review', ann.id],
      ['approval-request.merge', ann.id],
      ['secret.create', scene.writer.id],
    ]);
    expect(entries.at(-1)?.target).toMatchObject({
      secretKeys: ['MERGED'],
      mergedBy: { userId: ann.id },
      requestId: held.id,
    });
    const [sealed] = await query<{ n: number }>(
      'select count(sealed)::int n from approval_items where request_id = $1',
      [held.id],
    );
    expect(sealed?.n).toBe(0);
  });

  it('applies updates, renames, exchanged names, moves and deletions', async () => {
    const [a, b, c] = [await merged(), await merged(), await merged()];
    const answer = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(
        scene.at('/held', {
          mode: 'upsert',
          secrets: [
            { secretKey: a, newSecretName: b, secretValue: 'was a' },
            { secretKey: b, newSecretName: a },
            { secretKey: 'UPSERTED', secretValue: 'new', secretComment: 'why' },
          ],
        }),
      )
      .expect(200);
    const held = (answer.body as { approval: Held }).approval;
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(200);
    expect(await scene.values()).toMatchObject({ [a]: 'first', [b]: 'was a', UPSERTED: 'new' });
    const gone = await scene.writer.http
      .delete(`/api/v4/secrets/${c}`)
      .send(scene.at('/held'))
      .expect(200);
    const deletion = (gone.body as { approval: Held }).approval;
    await scene.review(ann, deletion).expect(200);
    await scene.merge(scene.writer, deletion).expect(200);
    expect(await scene.values()).not.toHaveProperty(c);
  });

  it('moves a secret out, over another one', async () => {
    const key = await merged();
    await scene.secret(key, 'there', '/free');
    const [row] = await query<{ id: string }>(
      `select s.id from secrets s join folders f on f.id = s.folder_id
       where f.path = '/held' and s.key = $1 and s.project_id = $2`,
      [key, scene.project.id],
    );
    const answer = await scene.writer.http
      .post('/api/v4/secrets/move')
      .send({
        ...{ projectId: scene.project.id, sourceEnvironment: 'dev', destinationEnvironment: 'dev' },
        ...{ sourceSecretPath: '/held', destinationSecretPath: '/free' },
        ...{ secretIds: [row!.id], shouldOverwrite: true },
      })
      .expect(200);
    const held = (answer.body as { approval: Held }).approval;
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(200);
    expect(await scene.values('/free')).toMatchObject({ [key]: 'first' });
    expect(await scene.values()).not.toHaveProperty(key);
  });

  it.each<[string, (key: string) => Promise<{ held: Held; reason: string; title?: string }>]>([
    [
      'an update of what has changed since (T266)',
      async (key) => {
        const held = await change(key, { secretValue: 'mine' });
        await mergeOther(key, { secretValue: 'theirs' });
        await mergeOther(key, { secretValue: 'first' });
        return { held, reason: 'changed' };
      },
    ],
    [
      'an update of what was deleted and made anew since (T265)',
      async (key) => {
        const held = await change(key, { secretValue: 'mine' });
        await removed(key);
        await merged(key);
        return { held, reason: 'secret-gone' };
      },
    ],
    [
      'a creation whose name is taken since (T264)',
      async (key) => {
        const held = await scene.propose(scene.writer, `${key}_NEW`, 'mine');
        await mergeOther(key, { newSecretName: `${key}_NEW` });
        return { held, reason: 'name-taken' };
      },
    ],
    [
      'a tag that is deleted since (T267)',
      async (key) => {
        const slug = key.toLowerCase().replace('_', '-');
        const tags = `/api/v1/projects/${scene.project.id}/tags`;
        const made = await scene.admin.http.post(tags).send({ slug }).expect(200);
        const { tag } = made.body as { tag: { id: string } };
        const held = await change(key, { tagIds: [tag.id] });
        await scene.admin.http.delete(`${tags}/${tag.id}`).expect(200);
        return { held, reason: 'tag-gone' };
      },
    ],
  ])('is refused with every conflict for %s (409)', async (_, prepare) => {
    const key = await merged();
    const { held, reason } = await prepare(key);
    const before = await scene.values();
    await scene.review(ann, held).expect(200);
    const { body } = await scene.merge(scene.writer, held).expect(409);
    const conflict = { environment: 'dev', secretPath: '/held', reason };
    expect(body).toMatchObject({ details: { conflicts: [conflict] } });
    expect(await scene.values()).toEqual(before);
    expect(await scene.get(scene.writer, held)).toMatchObject({
      status: 'open',
      conflicts: [conflict],
    });
  });

  it('is whole or nothing: one conflict of several items (D270)', async () => {
    const [a, b] = [await merged(), await merged()];
    const secrets = [a, b].map((secretKey) => ({ secretKey, secretValue: 'mine' }));
    const answer = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(200);
    const held = (answer.body as { approval: Held }).approval;
    await mergeOther(b, { secretValue: 'theirs' });
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(409);
    expect(await scene.values()).toMatchObject({ [a]: 'first', [b]: 'theirs' });
  });

  it('is done once, by however many at a time (T262)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(ann, held).expect(200);
    const callers = [scene.writer, ann, bob, scene.writer, ann];
    const answers = await Promise.all(callers.map((each) => scene.merge(each, held)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400, 400, 400, 400]);
    const entries = await query<{ action: string }>(
      `select action from audit_entries where target::jsonb ->> 'requestId' = $1 order by id`,
      [held.id],
    );
    expect(entries.map(({ action }) => action).slice(2)).toEqual([
      'approval-request.merge',
      'secret.create',
    ]);
    const events = await query<{ type: string }>(
      `select type from project_events where project_id = $1
         and payload::text like '%' || $2 || '%' order by seq`,
      [scene.project.id, held.id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'approval:open',
      'approval:review',
      'approval:merge',
    ]);
  });

  it('goes by the rights of the committer of now (T270, T271)', async () => {
    const rules = (secretName: string) => [
      {
        subject: 'secrets',
        action: ['describeSecret', 'create', 'edit'],
        conditions: { secretName: { $glob: secretName } },
      },
    ];
    const narrow = await scene.person(rules('NARROW*'));
    const held = await scene.propose(narrow, 'NARROW_1', 'x');
    await scene.review(ann, held).expect(200);
    await query(
      `update project_roles set permissions = $2 where id in (
         select h.custom_role_id from membership_roles h
         join project_memberships m on m.id = h.membership_id where m.user_id = $1)`,
      [narrow.id, JSON.stringify(rules('OTHER*'))],
    );
    await raiseEpoch();
    const { body } = await scene.merge(ann, held).expect(403);
    expect(body).toMatchObject({ error: 'PermissionDenied' });
    expect(await scene.values()).not.toHaveProperty('NARROW_1');

    const leaver = await scene.person('member');
    const other = await scene.propose(leaver, 'LEAVER_1', 'x');
    await scene.review(ann, other).expect(200);
    const setActive = (isActive: boolean) =>
      query('update organization_memberships set is_active = $2 where id = $1', [
        leaver.orgMembershipId,
        isActive,
      ]);
    await setActive(false);
    await scene.merge(ann, other).expect(403);
    await setActive(true);
    await scene.merge(ann, other).expect(200);
  });

  it('is refused for too few votes, or an end, before it waits for anybody (403, 400)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.whileLocked(async () => {
      await scene.merge(scene.writer, held).expect(403, /0 of 1 approvals/);
    });
    await setStatus(scene.writer, held, 'close').expect(200);
    await scene.whileLocked(async () => {
      await scene.merge(scene.writer, held).expect(400, /closed/);
    });
    expect(await scene.get(scene.writer, held)).toMatchObject({ hasMerged: false });
  });

  it('needs no right over secrets of who merges (T272)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const powerless = await scene.person(LITTLE_ROLE);
    const approvers = [ann, bob, powerless].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers });
    await scene.review(powerless, held).expect(200);
    await scene.merge(powerless, held).expect(200);
    await patchPolicy({ approvers: approvers.slice(0, 2) });
  });
});

/** Another change of the secret, consented to and done. */
async function mergeOther(key: string, body: object): Promise<void> {
  const held = await change(key, body, await writer());
  await scene.review(ann, held).expect(200);
  await scene.merge(ann, held).expect(200);
}

async function removed(key: string): Promise<void> {
  const answer = await scene.writer.http
    .delete(`/api/v4/secrets/${key}`)
    .send(scene.at('/held'))
    .expect(200);
  const held = (answer.body as { approval: Held }).approval;
  await scene.review(ann, held).expect(200);
  await scene.merge(ann, held).expect(200);
}

let other: SignedInPerson | undefined;
const writer = async () => (other ??= await scene.person('member'));

describe('votes', () => {
  it('are given by approvers of now, who are people (T258, T260)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(scene.machine, held).expect(404);
    await scene.review(scene.admin, held).expect(403);
    await scene.review(await scene.person('admin'), held).expect(403);
    await scene.review(await scene.person('member'), held).expect(404);
    const foreign = await aPerson(server, (await aScene(server)).orgId, 'admin');
    await scene.review(foreign, held).expect(404);
    const outside = await aPerson(server, scene.orgId, 'admin');
    await scene.review(outside, held).expect(403);
  });

  it('are counted by the policy of now (T256, D275)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(ann, held).expect(200);
    await patchPolicy({ approvals: 2 });
    const { body } = await scene.merge(scene.writer, held).expect(403);
    expect(body).toMatchObject({ details: { approvals: 1, needed: 2 } });
    await patchPolicy({ approvals: 1 });
    await scene.merge(scene.writer, held).expect(200);
  });

  it('are one for a person, whatever groups they are in, and the last one counts (T259, T276)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const groups = [];
    for (let n = 0; n < 3; n++) {
      const id = await aGroup(server, scene.orgId, 'no-access', { userId: ann.id });
      await joinProject(server, scene.project, { groupId: id }, 'viewer');
      groups.push({ type: 'group', id });
    }
    const people = [ann, bob].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers: [...people, ...groups], approvals: 2 });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        scene.review(ann, held, n % 2 ? 'approved' : 'rejected').expect(200),
      ),
    );
    await scene.review(ann, held).expect(200);
    const { reviewers } = await scene.get(scene.writer, held);
    expect(reviewers).toMatchObject([{ userId: ann.id, status: 'approved', counts: true }]);
    await scene.merge(scene.writer, held).expect(403, /1 of 2 approvals/);
    await scene.review(bob, held, 'rejected').expect(200);
    await scene.merge(scene.writer, held).expect(403);
    await patchPolicy({ approvers: people, approvals: 1 });
    await scene.merge(scene.writer, held).expect(200);
  });

  it('of the committer count only where the policy says so (T259, D273)', async () => {
    const both = await scene.person('member');
    const approvers = [ann, bob, both].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers });
    const held = await scene.propose(both, newKey(), 'x');
    await scene.review(both, held).expect(400);
    await patchPolicy({ allowedSelfApprovals: true });
    await scene.review(both, held).expect(200);
    await patchPolicy({ allowedSelfApprovals: false });
    await scene.merge(both, held).expect(403);
    await patchPolicy({ allowedSelfApprovals: true });
    await scene.merge(both, held).expect(200);
    await patchPolicy({ allowedSelfApprovals: false, approvers: approvers.slice(0, 2) });
  });

  it('end with the place by which they were given, and do not revive (T258)', async () => {
    const voter = await scene.person('viewer');
    const groupId = await aGroup(server, scene.orgId, 'no-access', { userId: voter.id });
    await joinProject(server, scene.project, { groupId }, 'viewer');
    const people = [ann, bob].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers: [...people, { type: 'group', id: groupId }] });
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const counts = async () =>
      ((await scene.get(scene.writer, held)).reviewers as { counts: boolean }[])[0]?.counts;
    await scene.review(voter, held).expect(200);
    expect(await counts()).toBe(true);
    await leaveGroup(server, groupId, voter.id);
    expect(await counts()).toBe(false);
    await joinGroup(server, groupId, { userId: voter.id });
    expect(await counts()).toBe(false);
    await scene.merge(scene.writer, held).expect(403);
    await scene.review(voter, held).expect(200);
    expect(await counts()).toBe(true);

    await patchPolicy({ approvers: people });
    expect(await counts()).toBe(false);
    await patchPolicy({ approvers: [...people, { type: 'group', id: groupId }] });
    expect(await counts()).toBe(false);

    await scene.review(voter, held).expect(200);
    const active = (isActive: boolean) =>
      query('update organization_memberships set is_active = $2 where id = $1', [
        voter.orgMembershipId,
        isActive,
      ]);
    await active(false);
    expect(await counts()).toBe(false);
    await active(true);
    expect(await counts()).toBe(true);
    await patchPolicy({ approvers: people });
  });
});

describe('a bypass', () => {
  it('is for bypassers of a soft policy with a reason and the right to write (T273, D276)', async () => {
    const passer = await scene.person('member');
    const reader = await scene.person('viewer');
    const bypassReason = 'The certificate expires tonight.';
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const bypassers = [passer, reader].map(({ id }) => ({ type: 'user', id }));

    await scene.merge(scene.writer, held, { bypassReason }).expect(403, /hard/);
    await patchPolicy({ enforcementLevel: 'soft' });
    await scene.merge(scene.writer, held, { bypassReason }).expect(403, /Only the bypassers/);
    await patchPolicy({ bypassers });
    await scene.merge(scene.writer, held, { bypassReason }).expect(403);
    await scene.merge(passer, held).expect(403);
    for (const bad of ['', 'too short', 'x'.repeat(1_001), 'two lines\nof a reason'])
      await scene.merge(passer, held, { bypassReason: bad }).expect(422);
    await scene.merge(reader, held, { bypassReason }).expect(403);
    const { body } = await scene.merge(passer, held, { bypassReason }).expect(200);
    expect(body).toMatchObject({ approval: { hasMerged: true, bypassReason } });
    const [entry] = await query<{ target: object }>(
      `select target from audit_entries where action = 'approval-request.bypass' and actor_id = $1`,
      [passer.id],
    );
    expect(entry?.target).toMatchObject({ requestId: held.id, reason: bypassReason });
    await patchPolicy({ enforcementLevel: 'hard', bypassers: [] });
  });
});

describe('a request', () => {
  it('is seen by its committer, approvers and who reads all; to others it is not there', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secret-approval-request', action: ['read'] },
    ]);
    for (const caller of [scene.writer, ann, scene.admin, reader]) await scene.get(caller, held);
    const stranger = await scene.person('member');
    await stranger.http.get(`${REQUESTS}/${held.id}`).expect(404);
    const list = async (caller: Pick<SignedInPerson, 'http'>, more = '') => {
      const route = `${REQUESTS}?projectId=${scene.project.id}${more}`;
      const { body } = await caller.http.get(route).expect(200);
      return body as { approvals: Held[]; totalCount: number };
    };
    const ids = async (caller: Pick<SignedInPerson, 'http'>, more = '') =>
      (await list(caller, more)).approvals.map(({ id }) => id);
    for (const caller of [scene.writer, ann, scene.admin, reader])
      expect(await ids(caller, '&status=open')).toContain(held.id);
    expect(await list(stranger)).toEqual({ approvals: [], totalCount: 0 });
    expect(await ids(ann, `&committer=${scene.writer.id}`)).toContain(held.id);
    expect(await ids(ann, `&committer=${ann.id}`)).toEqual([]);
    expect(await ids(ann, '&environment=prod')).toEqual([]);
    expect(await ids(ann, `&search=${held.slug}`)).toEqual([held.id]);
    expect(await ids(ann, '&status=close')).not.toContain(held.id);
    const page = await list(ann, '&limit=1&offset=1');
    expect(page.approvals).toHaveLength(1);
    const counted = await ann.http.get(`${REQUESTS}/count?projectId=${scene.project.id}`);
    const { approvals } = counted.body as { approvals: { open: number; closed: number } };
    expect(approvals.open + approvals.closed).toBe(page.totalCount);
  });

  it('shows values as long as it is open, to those who decide or may read them (T277, D280)', async () => {
    const key = await merged();
    const held = await change(key, { secretValue: 'proposed', secretComment: 'note' });
    const seen = async (caller: Pick<SignedInPerson, 'http'>) =>
      ((await scene.get(caller, held)).commits as Record<string, unknown>[])[0]!;
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secret-approval-request', action: ['read'] },
    ]);
    expect(await seen(scene.writer)).toMatchObject({
      secretValue: 'proposed',
      secretComment: 'note',
    });
    expect(await seen(ann)).toMatchObject({
      secretValue: 'proposed',
      secret: { secretValue: 'first', version: 1 },
    });
    expect(await seen(reader)).toMatchObject({
      secretValueHidden: true,
      secretComment: 'note',
      secret: null,
    });
    expect(JSON.stringify(await seen(reader))).not.toContain('proposed');
    const reads = await query<{ actor_id: string }>(
      `select actor_id from audit_entries
       where action = 'secret.read' and target::jsonb ->> 'requestId' = $1`,
      [held.id],
    );
    expect(reads.map(({ actor_id: by }) => by).sort()).toEqual([scene.writer.id, ann.id].sort());
    await setStatus(scene.writer, held, 'close').expect(200);
    for (const caller of [scene.writer, ann, scene.admin])
      expect(JSON.stringify(await seen(caller))).not.toContain('proposed');
  });

  it('shows what reaches beyond its policy, and the past, to those alone who may read it there (T277)', async () => {
    const key = newKey();
    await scene.secret(`${key}_PAST`, 'past-value', '/free');
    const held = await merged(`${key}_HELD`, 'held-past');
    const asOf = new Date().toISOString();
    await server.database.source.query('select pg_sleep(0.02)');
    await scene.writer.http
      .patch(`/api/v4/secrets/${key}_PAST`)
      .send(scene.at('/free', { secretValue: 'present-value' }))
      .expect(200);
    await mergeOther(held, { secretValue: 'held-present' });
    const approver = await scene.person(LITTLE_ROLE);
    const approvers = [ann, bob, approver].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers });
    const commits = async (caller: Pick<SignedInPerson, 'http'>, body: unknown) =>
      (await scene.get(caller, (body as { approval: Held }).approval)).commits;
    const secrets = [
      { secretKey: held, secretValue: 'governed' },
      {
        ...{ secretKey: `${key}_PAST`, secretPath: '/free' },
        ...{ secretValue: 'beyond', secretComment: 'told' },
      },
    ];
    const batch = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(200);
    const batched = JSON.stringify(await commits(approver, batch.body));
    expect(batched).toContain('"governed"');
    expect(batched).not.toMatch(/"beyond"|"told"/);
    expect(JSON.stringify(await commits(ann, batch.body))).toContain('"beyond"');

    const rolled = await scene.writer.http
      .post('/api/v4/secrets/batch/rollback')
      .send(scene.at('/', { recursive: true, asOf }))
      .expect(200);
    expect(JSON.stringify(await commits(approver, rolled.body))).not.toMatch(
      /past-value|held-past/,
    );
    expect(JSON.stringify(await commits(ann, rolled.body))).toMatch(/past-value/);
    for (const { body } of [batch, rolled])
      await setStatus(scene.writer, (body as { approval: Held }).approval, 'close').expect(200);
    await patchPolicy({ approvers: approvers.slice(0, 2) });
  });

  it('shows what a change goes on with to those alone who may read it (T277)', async () => {
    const key = await merged(newKey(), 'kept');
    const editor = await scene.person([
      { subject: 'secrets', action: ['describeSecret', 'create', 'edit'] },
    ]);
    const powerless = await scene.person(LITTLE_ROLE);
    const approvers = [ann, bob, powerless].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers });
    const note = await change(key, { secretComment: 'note' }, editor);
    const value = await change(key, { secretValue: 'sent' }, editor);
    const seen = async (caller: Pick<SignedInPerson, 'http'>, held: Held) =>
      ((await scene.get(caller, held)).commits as Record<string, unknown>[])[0]!;
    for (const caller of [editor, powerless]) {
      const shown = await seen(caller, note);
      expect(shown).toMatchObject({ secretValueHidden: true, secretComment: 'note' });
      expect(JSON.stringify(shown)).not.toContain('kept');
      expect(await seen(caller, value)).toMatchObject({ secretValue: 'sent' });
    }
    expect(await seen(ann, note)).toMatchObject({ secretValue: 'kept', secretValueHidden: false });
    await scene.review(powerless, note).expect(200);
    await scene.merge(powerless, note).expect(200);
    expect(await scene.values()).toMatchObject({ [key]: 'kept' });
    await patchPolicy({ approvers: approvers.slice(0, 2) });
  });

  it('is sealed anew with the rest by keys:rotate, and merged afterwards (T289)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'sealed');
    await scene.review(ann, held).expect(200);
    const versions = () =>
      query<{ version: number }>(
        `select distinct r.key_version "version" from approval_requests r
         join approval_items i on i.request_id = r.id
         where r.project_id = $1 and i.sealed is not null order by 1`,
        [scene.project.id],
      );
    const before = (await versions()).at(-1)!.version;
    const rotate = ['--project', scene.project.id, '--older-than', '0s'];
    const outcome = await runOn(server.context, 'keys:rotate', ...rotate);
    expect(outcome.code).toBe(0);
    expect(await versions()).toEqual([{ version: before + 1 }]);
    const retire = ['--project', scene.project.id, '--wait', '0s'];
    expect(await runOn(server.context, 'keys:retire', ...retire)).toMatchObject({ code: 0 });
    expect((await scene.get(ann, held)).commits).toMatchObject([{ secretValue: 'sealed' }]);
    await scene.merge(scene.writer, held).expect(200);
  });

  it('expires after the days that the project says (D285)', async () => {
    const settings = `/api/v1/projects/${scene.project.id}`;
    await scene.admin.http.patch(settings).send({ approvalRequestExpiryDays: 91 }).expect(422);
    await scene.admin.http.patch(settings).send({ approvalRequestExpiryDays: 5 }).expect(200);
    const held = await scene.propose(scene.writer, newKey(), 'x');
    const { createdAt, expiresAt } = await scene.get(scene.writer, held);
    const days = (Date.parse(expiresAt as string) - Date.parse(createdAt as string)) / 86_400_000;
    expect(days).toBeCloseTo(5, 1);
    await scene.admin.http.patch(settings).send({ approvalRequestExpiryDays: 30 }).expect(200);
  });

  it('that was closed opens again with its votes void; what has ended does not (T275)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(ann, held).expect(200);
    await setStatus(await scene.person('member'), held, 'close').expect(404);
    await setStatus(scene.writer, held, 'close').expect(200);
    await setStatus(scene.writer, held, 'close').expect(400);
    await scene.review(ann, held).expect(400);
    await scene.merge(scene.writer, held).expect(400);
    await setStatus(ann, held, 'open').expect(200);
    await scene.merge(scene.writer, held).expect(403, /0 of 1/);
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(200);
    await setStatus(scene.writer, held, 'open').expect(400);
    await scene.review(ann, held).expect(400);
  });

  it('expires by the clock of the database (T288, D285)', async () => {
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(ann, held).expect(200);
    await query(`update approval_requests set expires_at = now() where id = $1`, [held.id]);
    await scene.merge(scene.writer, held).expect(400);
    expect(await scene.get(scene.writer, held)).toMatchObject({
      status: 'close',
      closeReason: 'expired',
    });
    await setStatus(scene.writer, held, 'open').expect(400);
    const closed = await scene.propose(scene.writer, newKey(), 'x');
    await setStatus(scene.writer, closed, 'close').expect(200);
    await query(`update approval_requests set expires_at = now() where id = $1`, [closed.id]);
    await server.app.get(RequestExpiry).sweep();
    const left = await query<{ reason: string; sealed: number }>(
      `select close_reason reason, (select count(sealed)::int from approval_items where request_id = r.id) sealed
       from approval_requests r where id = any($1)`,
      [[held.id, closed.id]],
    );
    expect(left).toEqual([
      { reason: 'expired', sealed: 0 },
      { reason: 'expired', sealed: 0 },
    ]);
    const [entry] = await query<{ target: { requestIds: string[] } }>(
      `select target from audit_entries where org_id = $1 and action = 'approval-request.expire'`,
      [scene.orgId],
    );
    expect([...entry!.target.requestIds].sort()).toEqual([held.id, closed.id].sort());
  });

  it('does not open in the place of another one (T279)', async () => {
    const [one, two] = [
      await scene.propose(scene.writer, 'SAME', 'one'),
      await scene.propose(await writer(), 'SAME', 'two'),
    ];
    await query(
      `update approval_items set sealed = (select sealed from approval_items where request_id = $1)
       where request_id = $2`,
      [two.id, one.id],
    );
    await scene.review(ann, one).expect(200);
    const { status } = await scene.merge(ann, one);
    expect(status).toBe(500);
    expect(await scene.values()).not.toHaveProperty('SAME');
    for (const each of [one, two]) await setStatus(ann, each, 'close').expect(200);
  });

  it('is closed for good, and its values destroyed, when its policy ends or goes elsewhere (T257, T268)', async () => {
    await scene.folder('/', 'passing');
    const own = await scene.policy({ secretPath: '/passing' });
    const first = await scene.propose(scene.writer, newKey(), 'x', '/passing');
    await patchPolicy({ secretPath: '/elsewhere' }, own);
    expect(await scene.get(scene.writer, first)).toMatchObject({ closeReason: 'policy' });
    await patchPolicy({ secretPath: '/passing' }, own);
    await setStatus(scene.writer, first, 'open').expect(400);

    const second = await scene.propose(scene.writer, newKey(), 'x', '/passing');
    await scene.review(ann, second).expect(200);
    const nearer = await scene.policy({ secretPath: '/passing/**' });
    expect(await scene.get(scene.writer, second)).toMatchObject({ status: 'open' });
    await scene.endPolicy(own);
    expect(await scene.get(scene.writer, second)).toMatchObject({ closeReason: 'policy' });
    await scene.merge(scene.writer, second).expect(400);
    const [left] = await query<{ n: number }>(
      'select count(sealed)::int n from approval_items where request_id = any($1)',
      [[first.id, second.id]],
    );
    expect(left?.n).toBe(0);
    await scene.endPolicy(nearer);
  });

  it('stays under a new slug of its environment (T257)', async () => {
    const environments = `/api/v1/projects/${scene.project.id}/environments`;
    const made = await scene.admin.http
      .post(environments)
      .send({ name: 'Renamed', slug: 'renamed' })
      .expect(200);
    const { id } = (made.body as { environment: { id: string } }).environment;
    const own = await scene.policy({ environment: 'renamed', secretPath: '/' });
    const there = { environment: 'renamed', secretPath: '/', secretValue: 'x' };
    const answer = await scene.writer.http
      .post('/api/v4/secrets/HERE')
      .send({ projectId: scene.project.id, ...there })
      .expect(200);
    const held = (answer.body as { approval: Held }).approval;
    await scene.admin.http.patch(`${environments}/${id}`).send({ slug: 'anew' }).expect(200);
    expect(await scene.get(scene.writer, held)).toMatchObject({
      status: 'open',
      environment: 'anew',
    });
    await scene.writer.http
      .post('/api/v4/secrets/THERE')
      .send({ projectId: scene.project.id, ...there, environment: 'anew' })
      .expect(200, /"approval"/);
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(200);
    await scene.endPolicy(own);
  });
});

describe('the bounds of requests', () => {
  it('are at most 100 of one committer (400, T282, D291)', async () => {
    const committer = await scene.person('member');
    const held = await scene.propose(committer, newKey(), 'x');
    await query(
      `insert into approval_requests (id, slug, project_id, policy_id, environment_id, folder_id,
         committer_user_id, committer_name, action, digest, key_version, salt, expires_at)
       select gen_random_uuid(), 'copy-' || n, project_id, policy_id, environment_id, folder_id,
         committer_user_id, committer_name, action, 'copy', key_version, salt, expires_at
       from approval_requests, generate_series(1, 99) n where id = $1`,
      [held.id],
    );
    const { body } = await scene.create(committer, newKey(), 'x').expect(400);
    expect(body).toMatchObject({
      message: expect.stringContaining('100 open requests') as unknown,
    });
    expect(await scene.propose(scene.writer, newKey(), 'x')).toMatchObject({ status: 'open' });
  });
});

describe('many secrets in requests', () => {
  const COPY = `
    insert into approval_items (id, request_id, position, op, folder_id, environment_id, secret_path, key,
      tag_ids, more, sealed)
    select gen_random_uuid(), request_id, n, op, folder_id, environment_id, secret_path, 'COPY_' || n,
      tag_ids, more, sealed
    from approval_items, generate_series(1, $2::int) n where request_id = $1`;

  it('are at most 10,000 of one committer (400, D291)', async () => {
    const committer = await scene.person('member');
    const held = await scene.propose(committer, newKey(), 'x');
    await query(COPY, [held.id, 9_999]);
    await query('update approval_requests set item_count = 10000 where id = $1', [held.id]);
    const { body } = await scene.create(committer, newKey(), 'x').expect(400);
    expect(body).toMatchObject({
      message: expect.stringContaining('10000 secrets') as unknown,
    });
    await query('delete from approval_requests where id = $1', [held.id]);
  });

  it('are destroyed in slices where their policy ends, and the rest by the sweep', async () => {
    await scene.folder('/', 'many');
    const own = await scene.policy({ secretPath: '/many' });
    const held = await scene.propose(scene.writer, newKey(), 'x', '/many');
    await query(COPY, [held.id, 2_499]);
    await scene.endPolicy(own);
    const left = () =>
      query('select count(sealed)::int n from approval_items where request_id = $1', [held.id]);
    expect(await left()).toEqual([{ n: 500 }]);
    await server.app.get(RequestExpiry).sweep();
    expect(await left()).toEqual([{ n: 0 }]);
  });
});

describe('what people closed', () => {
  it('is kept for the newest 100 of a committer, so that closing does not store without bound (T282)', async () => {
    const committer = await scene.person('member');
    const held = await scene.propose(committer, newKey(), 'x');
    await query(
      `insert into approval_requests (id, slug, project_id, policy_id, environment_id, folder_id,
         committer_user_id, committer_name, action, digest, key_version, salt, expires_at,
         is_open, close_reason, updated_at)
       select gen_random_uuid(), 'closed-' || n, project_id, policy_id, environment_id, folder_id,
         committer_user_id, committer_name, action, 'copy', key_version, salt, expires_at,
         false, 'person', now() - make_interval(mins => n)
       from approval_requests, generate_series(1, 101) n where id = $1`,
      [held.id],
    );
    await setStatus(committer, held, 'close').expect(200);
    const expired = await query<{ slug: string }>(
      `select slug from approval_requests where committer_user_id = $1 and expires_at <= now()
       order by slug`,
      [committer.id],
    );
    expect(expired.map(({ slug }) => slug)).toEqual(['closed-100', 'closed-101']);
    await setStatus(committer, held, 'open').expect(200);
  });
});

describe('events', () => {
  it('tells streams of secrets at the merge alone (T286)', async () => {
    const kinds = async () =>
      (
        await query<{ type: string }>(
          'select type from project_events where project_id = $1 order by seq',
          [scene.project.id],
        )
      ).map(({ type }) => type);
    const before = (await kinds()).length;
    const held = await scene.propose(scene.writer, newKey(), 'x');
    await scene.review(ann, held).expect(200);
    await scene.review(ann, held).expect(200);
    await scene.merge(scene.writer, held).expect(200);
    expect((await kinds()).slice(before)).toEqual([
      'approval:open',
      'approval:review',
      'secret:create',
      'approval:merge',
    ]);
  });
});

describe('a policy and writes at one moment', () => {
  it('is merged before its policy ends, or closed with it (T255)', async () => {
    await scene.folder('/', 'ending');
    for (let n = 0; n < 3; n++) {
      const own = await scene.policy({ secretPath: '/ending' });
      const held = await scene.propose(scene.writer, `ENDING_${n}`, 'x', '/ending');
      await scene.review(ann, held).expect(200);
      const [merge] = await Promise.all([scene.merge(scene.writer, held), scene.endPolicy(own)]);
      const there = Object.hasOwn(await scene.values('/ending'), `ENDING_${n}`);
      const { closeReason } = await scene.get(scene.writer, held);
      expect([merge.status, there, closeReason]).toEqual(
        merge.status === 200 ? [200, true, 'merged'] : [400, false, 'policy'],
      );
    }
  });

  it('lets no write pass after its 200 (T254, D282)', async () => {
    await scene.folder('/', 'race');
    let made = false;
    const late: number[] = [];
    const writes = Array.from({ length: 40 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n));
      const isLate = made;
      const { body } = await scene.create(scene.writer, `RACE_${n}`, 'x', '/race').expect(200);
      if (isLate && 'secret' in (body as object)) late.push(n);
    });
    const own = await scene.policy({ secretPath: '/race' });
    made = true;
    const [there] = await query<{ n: number }>(
      `select count(*)::int n from secrets s join folders f on f.id = s.folder_id
       where s.project_id = $1 and f.path = '/race'`,
      [scene.project.id],
    );
    await Promise.all(writes);
    expect(late).toEqual([]);
    expect(Object.keys(await scene.values('/race'))).toHaveLength(there!.n);
    await scene.endPolicy(own);
  });
});
