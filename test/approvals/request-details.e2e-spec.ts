import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import type { SignedInPerson } from '../support/people.js';
import { aTag } from '../support/secrets-scene.js';
import { ApprovalsScene, type Held, REQUESTS } from './approvals-scene.js';

const server = useApp();
let scene: ApprovalsScene;
let ann: SignedInPerson;
let hiddenId: string;

interface Shown {
  readonly callerRelation: Readonly<Record<string, boolean>>;
  readonly committerName: string;
  readonly commits: readonly {
    readonly id: string;
    readonly secretKey: string;
    readonly secretValue?: string;
    readonly secretValueHidden: boolean;
    readonly secretValueReadable: boolean;
    readonly secret: Readonly<Record<string, unknown>> | null;
  }[];
}

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  ann = scene.reviewers[0]!;
  await scene.secret('OLD', 'today-7431');
  await scene.secret('GOING', 'going-7431');
  hiddenId = await scene.secret('HIDDEN_NAME', 'free-7431', '/free');
  await scene.policy();
});

const propose = async (method: 'patch' | 'delete', key: string, more: object = {}) => {
  const sent = scene.writer.http[method](`/api/v4/secrets/${key}`).send(scene.at('/held', more));
  return ((await sent.expect(200)).body as { approval: Held }).approval;
};

const show = async ({ http }: Pick<SignedInPerson, 'http'>, { id }: Held, query: object = {}) =>
  ((await http.get(`${REQUESTS}/${id}`).query(query).expect(200)).body as { approval: Shown })
    .approval;

const readsOf = async ({ id }: Held) => {
  const rows = await server.database.source.query<{ target: { secretKeys?: string[] } }[]>(
    `select target::jsonb target from audit_entries
     where action = 'secret.read' and target::jsonb ->> 'requestId' = $1 order by id`,
    [id],
  );
  return rows.map(({ target }) => target.secretKeys);
};

const close = ({ id }: Held) =>
  scene.writer.http.post(`${REQUESTS}/${id}/status`).send({ status: 'close' }).expect(200);

describe('A request that is shown', () => {
  it('records whoever sees what is there today, of a deletion and after the end as well', async () => {
    const deletion = await propose('delete', 'GOING');
    expect(JSON.stringify(await show(ann, deletion))).toContain('going-7431');
    expect(await readsOf(deletion)).toEqual([['GOING']]);
    await close(deletion);
    expect(JSON.stringify(await show(scene.writer, deletion))).toContain('going-7431');
    expect(await readsOf(deletion)).toEqual([['GOING'], ['GOING']]);
  });

  it('shows no value and records nothing without viewSecretValue, but tells who may see it', async () => {
    const held = await propose('patch', 'OLD', { secretValue: 'next-7431' });
    const masked = await show(ann, held, { viewSecretValue: false });
    expect(JSON.stringify(masked)).not.toContain('7431');
    expect(masked.commits).toMatchObject([
      {
        ...{ secretKey: 'OLD', secretValueHidden: true, secretValueReadable: true },
        secret: { secretValueHidden: true, secretValueReadable: true },
      },
    ]);
    expect(await readsOf(held)).toEqual([]);
    await close(held);
    const [after] = (await show(ann, held, { viewSecretValue: false })).commits;
    expect(after).toMatchObject({ secretValueReadable: false });
    expect(after).not.toHaveProperty('secretValue');
  });

  it('shows one of its secrets alone, and records that one; another request has no such item (404)', async () => {
    const body = scene.at('/held', {
      secrets: ['A', 'B'].map((secretKey) => ({ secretKey, secretValue: `value-${secretKey}` })),
    });
    const sent = await scene.writer.http.post('/api/v4/secrets/batch').send(body).expect(200);
    const held = (sent.body as { approval: Held }).approval;
    const whole = await show(ann, held, { viewSecretValue: false });
    const { id: commitId } = whole.commits.find(({ secretKey }) => secretKey === 'B')!;
    const one = await show(ann, held, { commitId });
    expect(one.commits).toMatchObject([{ secretKey: 'B', secretValue: 'value-B' }]);
    expect(await readsOf(held)).toEqual([['B']]);
    const other = await scene.propose(scene.writer, 'OTHER', 'x');
    await ann.http.get(`${REQUESTS}/${other.id}`).query({ commitId }).expect(404);
    await close(held);
    await close(other);
  });

  it('tells what the caller may do with it', async () => {
    const held = await scene.propose(scene.machine, 'RELATION', 'x');
    const none = { isOwn: false, isApprover: false, isBypasser: false, isAdmin: false };
    const seen = await show(ann, held, { viewSecretValue: false });
    expect(seen.callerRelation).toEqual({ ...none, isApprover: true });
    expect(seen.committerName).not.toBe('');
    expect((await show(scene.machine, held)).callerRelation).toEqual({ ...none, isOwn: true });
    expect((await show(scene.admin, held)).callerRelation).toEqual({ ...none, isAdmin: true });
    await scene.machine.http.post(`${REQUESTS}/${held.id}/status`).send({ status: 'close' });
  });
});

describe('What waits for the vote of the caller', () => {
  const toReview = async ({ http }: Pick<SignedInPerson, 'http'>) => {
    const query = { projectId: scene.project.id, toReview: true };
    const { body } = await http.get(REQUESTS).query(query).expect(200);
    const { approvals, totalCount } = body as { approvals: Held[]; totalCount: number };
    expect(approvals).toHaveLength(totalCount);
    return approvals.map(({ id }) => id);
  };

  it('is listed until they have voted or it has ended, and to nobody else', async () => {
    const [voted, closed, left] = [
      await scene.propose(scene.writer, 'VOTED', 'x'),
      await scene.propose(scene.writer, 'CLOSED', 'x'),
      await scene.propose(scene.writer, 'LEFT', 'x'),
    ];
    expect(await toReview(ann)).toEqual([left.id, closed.id, voted.id]);
    await scene.review(ann, voted, 'rejected').expect(200);
    await close(closed);
    expect(await toReview(ann)).toEqual([left.id]);
    for (const caller of [scene.writer, scene.admin, scene.machine])
      expect(await toReview(caller)).toEqual([]);
  });

  it('does not hold a change of their own, unless the policy counts that vote', async () => {
    const folder = 'own';
    await scene.folder('/', folder);
    const both = await scene.person('member');
    const approvers = [{ type: 'user', id: both.id }];
    const place = { secretPath: `/${folder}`, approvers };
    const policy = await scene.policy(place);
    await scene.propose(both, 'OWN', 'x', `/${folder}`);
    expect(await toReview(both)).toEqual([]);
    await scene.endPolicy(policy);
    await scene.policy({ ...place, allowedSelfApprovals: true });
    const own = await scene.propose(both, 'OWN', 'x', `/${folder}`);
    expect(await toReview(both)).toEqual([own.id]);
  });
});

describe('Requests for access', () => {
  const ACCESS = '/api/v1/access-approvals';
  const idsOf = async ({ http }: Pick<SignedInPerson, 'http'>, more: object) => {
    const query = { projectSlug: scene.project.slug, ...more };
    const { body } = await http.get(`${ACCESS}/requests`).query(query).expect(200);
    return (body as { requests: { id: string }[] }).requests.map(({ id }) => id);
  };

  it('are found by state and by who votes, and one is shown with what the caller may do', async () => {
    const asker = await scene.person('no-access', [{ subject: 'environments', action: ['read'] }]);
    const body = {
      ...{ projectSlug: scene.project.slug, environment: 'dev', secretPath: '/free' },
      approvers: [{ type: 'user', id: ann.id }],
    };
    await scene.admin.http.post(`${ACCESS}/policies`).send(body).expect(200);
    const ask = async (action: string) => {
      const rule = [action, 'secrets', { environment: 'dev', secretPath: '/free' }];
      const asked = await asker.http
        .post(`${ACCESS}/requests?projectSlug=${scene.project.slug}`)
        .send({ permissions: [rule], isTemporary: true, temporaryRange: '2h' })
        .expect(200);
      return (asked.body as { approval: { id: string } }).approval.id;
    };
    const [first, second] = [await ask('readValue'), await ask('describeSecret')];
    expect(await idsOf(ann, { toReview: true })).toEqual([second, first]);
    expect(await idsOf(asker, { toReview: true })).toEqual([]);
    await ann.http
      .post(`${ACCESS}/requests/${first}/review`)
      .send({ status: 'rejected' })
      .expect(200);
    expect(await idsOf(ann, { toReview: true })).toEqual([second]);
    expect(await idsOf(asker, { status: 'pending' })).toEqual([second]);
    expect(await idsOf(asker, { status: 'ended' })).toEqual([first]);

    const { body: shown } = await ann.http.get(`${ACCESS}/requests/${first}`).expect(200);
    expect(shown).toMatchObject({
      request: {
        ...{ id: first, status: 'rejected', policy: { secretPath: '/free' } },
        reviewers: [{ userId: ann.id, email: ann.email, status: 'rejected' }],
        callerRelation: { isOwn: false, isApprover: true, isBypasser: false, isAdmin: false },
      },
    });
    await scene.reviewers[1]!.http.get(`${ACCESS}/requests/${first}`).expect(404);
  });
});

describe('A move out of a folder that no policy governs', () => {
  const REQUESTS_RULE = { subject: 'secret-approval-request', action: ['read'] };
  const describing = {
    ...{ subject: 'secrets', action: ['describeSecret'] },
    conditions: { environment: 'dev', secretPath: '/free' },
  };

  it('shows name, place and version there to who proposed or decides, or may describe it, and is searched by these alone', async () => {
    const moved = await scene.writer.http.post('/api/v4/secrets/move').send({
      ...{ projectId: scene.project.id, sourceEnvironment: 'dev', destinationEnvironment: 'dev' },
      ...{ sourceSecretPath: '/free', destinationSecretPath: '/held', secretIds: [hiddenId] },
    });
    const held = (moved.body as { approval: Held }).approval;
    const found = async ({ http }: Pick<SignedInPerson, 'http'>) => {
      const query = { projectId: scene.project.id, search: 'hidden_name' };
      const answer = await http.get(REQUESTS).query(query).expect(200);
      return (answer.body as { totalCount: number }).totalCount;
    };
    const conflict = { op: 'update', secretKey: 'HIDDEN_NAME', reason: 'changed' };
    await server.database.source.query(
      'update approval_requests set conflicts = $2 where id = $1',
      [held.id, JSON.stringify([{ ...conflict, environment: 'dev', secretPath: '/free' }])],
    );
    const listed = async ({ http }: Pick<SignedInPerson, 'http'>) => {
      const answer = await http.get(REQUESTS).query({ projectId: scene.project.id }).expect(200);
      return JSON.stringify(answer.body);
    };
    const reader = await scene.person([REQUESTS_RULE]);
    const text = JSON.stringify(await show(reader, held)) + (await listed(reader));
    expect(text).not.toMatch(/HIDDEN_NAME|\/free/);
    expect(text).not.toContain(hiddenId);
    expect((await show(reader, held)).commits).toMatchObject([
      { environment: null, newEnvironment: 'dev', newSecretPath: '/held', secretVersion: null },
    ]);
    expect(await found(reader)).toBe(0);
    for (const knowing of [scene.writer, ann, scene.admin]) {
      expect((await show(knowing, held)).commits).toMatchObject([
        { secretKey: 'HIDDEN_NAME', environment: 'dev', secretPath: '/free' },
      ]);
      expect(await found(knowing)).toBe(1);
      expect(await listed(knowing)).toContain(hiddenId);
    }
    const describer = await scene.person([REQUESTS_RULE, describing]);
    expect((await show(describer, held)).commits).toMatchObject([
      { secretKey: 'HIDDEN_NAME', secretPath: '/free', secretVersion: { id: hiddenId } },
    ]);
    await close(held);
  });
});

describe('A secret that a rule hides by its tag', () => {
  const RULES = [
    { subject: 'secret-approval-request', action: ['read'] },
    { subject: 'secrets', action: ['describeSecret', 'readValue'] },
    {
      ...{ subject: 'secrets', action: ['describeSecret', 'readValue'], inverted: true },
      conditions: { secretTags: { $in: ['sealed'] } },
    },
  ];

  const untagged = { tagIds: [], secretValue: 'next-9152', secretComment: 'so-9152' };

  it.each([
    { how: 'is deleted', method: 'delete', more: {} },
    { how: 'loses the tag', method: 'patch', more: untagged },
  ] as const)('stays hidden in a request by which it $how, and in its conflicts', async (of) => {
    const { method, more } = of;
    const own = await ApprovalsScene.make(server);
    const tagId = await aTag(own, 'sealed');
    await own.secret('HELD', 'x');
    const tagged = own.at('/free', { secretValue: 'old-9152', tagIds: [tagId] });
    await own.admin.http.post('/api/v4/secrets/TAGGED').send(tagged).expect(200);
    await own.policy();
    const changes = [
      { secretKey: 'HELD', secretPath: '/held', ...(method === 'patch' && { secretValue: 'y' }) },
      { secretKey: 'TAGGED', secretPath: '/free', ...more },
    ];
    const body = { projectId: own.project.id, environment: 'dev', secrets: changes };
    const sent = await own.writer.http[method]('/api/v4/secrets/batch').send(body).expect(200);
    const held = (sent.body as { approval: Held }).approval;
    const reader = await own.person(RULES);
    const isHidden = async () =>
      expect(JSON.stringify(await show(reader, held))).not.toMatch(/TAGGED|9152/);
    await isHidden();

    const change = own.at('/free', { secretValue: 'changed-9152' });
    await own.admin.http.patch('/api/v4/secrets/TAGGED').send(change).expect(200);
    for (const reviewer of own.reviewers) await own.review(reviewer, held).expect(200);
    await own.merge(own.reviewers[0]!, held).expect(409);
    await isHidden();
    const { body: list } = await reader.http
      .get(REQUESTS)
      .query({ projectId: own.project.id })
      .expect(200);
    expect(JSON.stringify(list)).not.toMatch(/TAGGED|9152/);
  });
});

describe('Conflicts of a merge', () => {
  it('are all in its answer, a hundred in the request and ten in a list', async () => {
    const own = await ApprovalsScene.make(server);
    const names = Array.from({ length: 120 }, (_, n) => `KEY_${n}`);
    const body = (secretValue: string) =>
      own.at('/held', { secrets: names.map((secretKey) => ({ secretKey, secretValue })) });
    await own.admin.http.post('/api/v4/secrets/batch').send(body('1')).expect(200);
    const policy = await own.policy();
    const consented = async (method: 'patch' | 'delete', proposed: object) => {
      const sent = await own.writer.http[method]('/api/v4/secrets/batch')
        .send(proposed)
        .expect(200);
      const { approval } = sent.body as { approval: Held };
      for (const reviewer of own.reviewers) await own.review(reviewer, approval).expect(200);
      return approval;
    };
    const held = await consented('patch', body('2'));
    const secrets = names.map((secretKey) => ({ secretKey }));
    const first = await consented('delete', own.at('/held', { secrets }));
    await own.merge(own.reviewers[0]!, first).expect(200);
    const refused = await own.merge(own.reviewers[0]!, held).expect(409);
    expect((refused.body as { details: { conflicts: unknown[] } }).details.conflicts).toHaveLength(
      120,
    );
    expect(await own.get(own.writer, held)).toMatchObject({ conflicts: { length: 100 } });
    const { body: list } = await own.writer.http
      .get(REQUESTS)
      .query({ projectId: own.project.id })
      .expect(200);
    const { approvals } = list as { approvals: { id: string; conflicts: unknown[] | null }[] };
    expect(approvals.find(({ id }) => id === held.id)!.conflicts).toHaveLength(10);
    await own.endPolicy(policy);
  });
});
