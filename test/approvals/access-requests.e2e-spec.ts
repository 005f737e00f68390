import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { StorageRepository } from '../../src/storage/storage.repository.js';
import { useApp } from '../support/harness.js';
import {
  aGroup,
  joinGroup,
  joinProject,
  leaveGroup,
  type SignedInPerson,
} from '../support/people.js';
import { ApprovalsScene, LITTLE_ROLE } from './approvals-scene.js';

const server = useApp();
const POLICIES = '/api/v1/access-approvals/policies';
const REQUESTS = '/api/v1/access-approvals/requests';

type Http = Pick<SignedInPerson, 'http'>;
interface Policy {
  readonly id: string;
  readonly givenActions: readonly string[];
}
interface Request {
  readonly id: string;
  readonly status: string;
  readonly privilege: { readonly id: string; readonly expiresAt: string | null } | null;
}

let scene: ApprovalsScene;
let asker: SignedInPerson;
let ann: SignedInPerson;
let bob: SignedInPerson;
let policy: Policy;

const conditions = (secretPath: string | object = '/held', environment = 'dev') => ({
  ...{ environment, secretPath },
});
const READ = 'describeSecret,readValue';
const reading = (secretPath?: string | object, environment?: string) => [
  [READ, 'secrets', conditions(secretPath, environment)],
];

const policyBody = (more: object = {}) => ({
  projectSlug: scene.project.slug,
  environment: 'dev',
  secretPath: '/held/**',
  approvals: 1,
  maxTimePeriod: '8h',
  approvers: [ann, bob].map(({ id }) => ({ type: 'user', id, sequence: 1 })),
  ...more,
});
async function aPolicy(caller: Http, more: object = {}): Promise<Policy> {
  const { body } = await caller.http.post(POLICIES).send(policyBody(more)).expect(200);
  return (body as { approval: Policy }).approval;
}
const patchPolicy = (body: object, { id } = policy) =>
  scene.admin.http.patch(`${POLICIES}/${id}`).send(body).expect(200);

const asking = (caller: Http, permissions: unknown = reading(), more: object = {}) =>
  caller.http.post(`${REQUESTS}?projectSlug=${scene.project.slug}`).send({
    permissions,
    isTemporary: true,
    temporaryRange: '2h',
    note: 'The build is broken.',
    ...more,
  });
async function ask(caller: Http, ...of: [unknown?, object?]): Promise<Request> {
  const { body } = await asking(caller, ...of).expect(200);
  return (body as { approval: Request }).approval;
}
const review = (caller: Http, { id }: Request, status = 'approved', more: object = {}) =>
  caller.http.post(`${REQUESTS}/${id}/review`).send({ status, ...more });
const revoke = (caller: Http, { id }: Request) => caller.http.post(`${REQUESTS}/${id}/revoke`);
async function get(caller: Http, { id }: Request): Promise<Request> {
  const { body } = await caller.http
    .get(`${REQUESTS}?projectSlug=${scene.project.slug}`)
    .expect(200);
  return (body as { requests: Request[] }).requests.find((each) => each.id === id)!;
}
const read = (caller: Http, path = '/held') =>
  caller.http.get(
    `/api/v4/secrets?projectId=${scene.project.id}&environment=dev&secretPath=${path}&viewSecretValue=true`,
  );
const query = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  server.database.source.query(text, [...values]);

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  [ann, bob] = scene.reviewers as [SignedInPerson, SignedInPerson];
  asker = await scene.person(LITTLE_ROLE);
  await scene.secret('KEY', 'value');
  await scene.secret('FREE', 'value', '/free');
  policy = await aPolicy(scene.admin);
});

describe('a request for access', () => {
  it('gives a privilege by the approval, whose time begins there, and is told of', async () => {
    await read(asker).expect(403);
    const request = await ask(asker);
    expect(request).toMatchObject({
      ...{ policyId: policy.id, status: 'pending', requestedByUserId: asker.id, privilege: null },
      ...{ isTemporary: true, temporaryRange: '2h', environment: 'dev', secretPath: '/held' },
      permissions: [[READ, 'secrets', conditions()]],
    });
    expect(await ask(asker)).toMatchObject({ id: request.id });
    await read(asker).expect(403);
    await query(
      `update access_requests set created_at = created_at - interval '5 hours' where id = $1`,
      [request.id],
    );
    const { body } = await review(ann, request).expect(200);
    expect(body).toMatchObject({
      review: { requestId: request.id, reviewerUserId: ann.id, status: 'approved' },
    });

    await read(asker).expect(200);
    await read(asker, '/free').expect(200, /"secrets":\[\]/);
    const given = await get(asker, request);
    expect(given).toMatchObject({ status: 'approved', isApproved: true });
    const [row] = await query<{ seconds: number; start: Date }>(
      `select extract(epoch from temporary_access_end_time - temporary_access_start_time)::int seconds,
         temporary_access_start_time > now() - interval '5 minutes' start
       from additional_privileges where id = $1`,
      [given.privilege!.id],
    );
    expect(row).toEqual({ seconds: 7_200, start: true });
    const kinds = await query<{ type: string; status: string }>(
      `select type, payload -> 0 ->> 'status' status from project_events
       where payload::text like '%' || $1 || '%' order by seq`,
      [request.id],
    );
    expect(kinds).toEqual([
      { type: 'approval:open', status: 'pending' },
      { type: 'approval:review', status: 'pending' },
      { type: 'approval:merge', status: 'approved' },
    ]);
    const entries = await query<{ action: string }>(
      `select action from audit_entries where target::text like '%' || $1 || '%' order by created_at, id`,
      [request.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      ...['access-request.open', 'privilege.grant', 'access-request.review'],
    ]);
    await revoke(asker, request).expect(200);
    await read(asker).expect(403);
    await revoke(asker, request).expect(400, /revoked/);
  });

  it.each([
    ['another subject', [['read', 'identity', conditions()]]],
    ['a folder beyond the policy', reading('/free')],
    ['all folders', reading({ $glob: '/**' })],
    ['another environment', reading('/held', 'prod')],
    ['a path that is different for everybody', reading({ $glob: '/held/{{identity.name}}' })],
    ['two places', [...reading('/held'), ...reading('/held/a')]],
    ['a rule that forbids', [[READ, 'secrets', conditions(), 1]]],
    ['no condition', [[READ, 'secrets']]],
    ['streams of events', [[READ, 'secrets', { ...conditions(), eventType: 'secret:create' }]]],
    ['an action beside the five', [['subscribe', 'secrets', conditions()]]],
    [
      'a list of environments',
      [[READ, 'secrets', { ...conditions(), environment: { $in: ['dev', 'prod'] } }]],
    ],
    [
      'what is no environment',
      [[READ, 'secrets', { ...conditions(), environment: { $ne: 'prod' } }]],
    ],
  ])('is refused for %s (400, T290)', async (_, permissions) => {
    const { status } = await asking(asker, permissions);
    expect([400, 422]).toContain(status);
  });

  it('is refused for longer than the policy gives, for ever, and out of form (T290)', async () => {
    await asking(asker, reading(), { temporaryRange: '9h' }).expect(400, /8h/);
    await asking(asker, reading(), { isTemporary: false }).expect(400, /8h/);
    await asking(asker, reading(), { temporaryRange: undefined }).expect(400);
    for (const subjects of [[], '', null])
      await asking(asker, [[READ, subjects, conditions()]]).expect(422, /each name a subject/);
    await asking(asker, reading(), { temporaryRange: '-1h' }).expect(422);
    await asking(asker, reading(), { note: 'x'.repeat(256) }).expect(422);
    for (const bad of [[], {}, 'x', [[]], [['read']], [[{}, 'secrets']], [[READ, 'nothing']]])
      await asking(asker, bad).expect(422);
    const raw = `{"permissions":[["${READ}","secrets",{"environment":"dev","secretPath":"/held","__proto__":{"x":1}}]],"isTemporary":true,"temporaryRange":"2h"}`;
    const { status } = await asker.http
      .post(`${REQUESTS}?projectSlug=${scene.project.slug}`)
      .set('Content-Type', 'application/json')
      .send(raw);
    expect([400, 422]).toContain(status);
    await scene.machine.http
      .post(`${REQUESTS}?projectSlug=${scene.project.slug}`)
      .send({ permissions: reading(), isTemporary: true, temporaryRange: '2h' })
      .expect(403, /People ask/);
    expect(await query('select id from access_requests where status = $1', ['pending'])).toEqual(
      [],
    );
  });

  it('takes lists and texts split by commas, a glob within the policy, and the older name of both reads', async () => {
    const asked = [
      [[['describeSecret', 'readValue'], ['secrets'], conditions()]],
      [['read', 'secrets', conditions({ $glob: '/held/*' })]],
      [[READ, 'secrets', { ...conditions({ $eq: '/held' }), secretName: 'KEY' }]],
    ];
    for (const permissions of asked) {
      const request = await ask(asker, permissions);
      expect((request as unknown as { permissions: unknown[][] }).permissions[0]![0]).toBe(READ);
      await revoke(asker, request).expect(200);
    }
  });

  it('is approved once, by however many at a time, and not after it was revoked or its asker left (T291)', async () => {
    for (let n = 0; n < 3; n++) {
      const request = await ask(asker, reading(`/held/${'abc'[n]}`));
      const answers = await Promise.all([ann, bob, ann].map((each) => review(each, request)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await revoke(ann, request).expect(200);
    }
    const raced = await ask(asker);
    const [approved] = await Promise.all([review(ann, raced), revoke(asker, raced)]);
    const after = await get(asker, raced);
    expect([200, 400]).toContain(approved.status);
    expect(after).toMatchObject({ status: 'revoked', privilege: null });
    await review(bob, raced).expect(400, /revoked/);
    await read(asker).expect(403);

    const leaver = await scene.person('no-access');
    const left = await ask(leaver);
    await query('delete from project_memberships where user_id = $1', [leaver.id]);
    await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
    await review(ann, left).expect(400, /not in the project/);
    expect(await get(ann, left)).toMatchObject({ status: 'pending', privilege: null });
    await revoke(ann, left).expect(200);
  });

  it('makes a membership of their own for who is in by a group, and takes it back with the privilege', async () => {
    const groupId = await aGroup(server, scene.orgId);
    await joinProject(server, scene.project, { groupId }, 'no-access');
    const member = await scene.person();
    await query('delete from project_memberships where user_id = $1', [member.id]);
    await joinGroup(server, groupId, { userId: member.id });
    const own = () => query('select id from project_memberships where user_id = $1', [member.id]);
    const request = await ask(member);
    expect(await own()).toEqual([]);
    await review(ann, request).expect(200);
    expect(await own()).toHaveLength(1);
    await read(member).expect(200);
    await revoke(ann, request).expect(200);
    expect(await own()).toEqual([]);
    await leaveGroup(server, groupId, member.id);
  });

  it('leaves no vote, and no sight of changes, to who was in by a group that they have left', async () => {
    const groupId = await aGroup(server, scene.orgId, 'no-access');
    await joinProject(server, scene.project, { groupId }, 'viewer');
    const voter = await scene.person();
    await query('delete from project_memberships where user_id = $1', [voter.id]);
    await joinGroup(server, groupId, { userId: voter.id });
    const approvers = [voter, bob].map(({ id }) => ({ type: 'user', id }));
    const changes = await scene.policy({ approvers });
    const held = await scene.propose(scene.writer, 'OF_THE_GROUP', 'x');
    const unvoted = await scene.propose(scene.writer, 'WITHOUT_VOTES', 'x');
    await scene.review(voter, held).expect(200);
    const request = await ask(voter);
    await review(ann, request).expect(200);
    await read(voter).expect(200);
    await leaveGroup(server, groupId, voter.id);
    for (const each of [held, unvoted]) {
      await scene.review(voter, each).expect(403, /not a member/);
      await voter.http.get(`/api/v1/secret-approval-requests/${each.id}`).expect(403);
    }
    for (const each of [held, unvoted])
      await scene.merge(scene.writer, each).expect(403, /0 of 1 approvals/);

    await joinGroup(server, groupId, { userId: voter.id });
    const leave = `/api/v1/groups/${groupId}/users/${encodeURIComponent(voter.email)}`;
    await scene.admin.http.delete(leave).expect(200);
    const named = await query('select from approval_policy_people where user_id = $1', [voter.id]);
    expect(named).toEqual([]);
    await scene.endPolicy(changes);
  });

  it('needs as many approvers of now as its policy says, and ends with a rejection', async () => {
    await patchPolicy({ approvals: 2 });
    const request = await ask(asker);
    await review(asker, request).expect(403, /approver/);
    await review(ann, request).expect(200);
    await review(ann, request).expect(200);
    expect(await get(asker, request)).toMatchObject({ status: 'pending' });
    await patchPolicy({
      approvers: [
        { type: 'user', id: bob.id },
        { type: 'user', id: asker.id },
      ],
    });
    await review(asker, request).expect(400, /does not count/);
    await review(bob, request).expect(200);
    expect(await get(asker, request)).toMatchObject({ status: 'pending' });
    await patchPolicy({
      approvals: 1,
      approvers: [ann, bob].map(({ id }) => ({ type: 'user', id })),
    });
    await review(ann, request, 'rejected').expect(200);
    expect(await get(asker, request)).toMatchObject({ status: 'rejected', privilege: null });
    await review(bob, request).expect(400, /rejected/);
    const { body } = await asker.http
      .get(`${REQUESTS}/count?projectSlug=${scene.project.slug}`)
      .expect(200);
    expect(body).toMatchObject({ pendingCount: 0 });
  });

  it('is shortened by who asked, while nobody has voted, and not under a voter who says what they saw, and expires by its policy', async () => {
    const amend = (caller: Http, { id }: Request, temporaryRange: string) =>
      caller.http.patch(`${REQUESTS}/${id}`).send({ temporaryRange, editNote: 'Shorter.' });
    await patchPolicy({ approvals: 2 });
    const request = await ask(asker);
    await amend(ann, request, '1h').expect(403);
    await amend(asker, request, '9h').expect(400, /8h/);
    await amend(asker, request, '3h').expect(400, /2h/);
    await amend(asker, request, '7000y').expect(400);
    const { body } = await amend(asker, request, '1h').expect(200);
    expect(body).toMatchObject({ approval: { temporaryRange: '1h', editNote: 'Shorter.' } });
    const { updatedAt } = (body as { approval: { updatedAt: string } }).approval;
    const earlier = new Date(Date.parse(updatedAt) - 1).toISOString();
    await review(ann, request, 'approved', { updatedAt: earlier }).expect(409, /Read it again/);
    await review(ann, request, 'approved', { updatedAt }).expect(200);
    await amend(asker, request, '30m').expect(400, /voted/);
    await query('update access_requests set expires_at = clock_timestamp() where id = $1', [
      request.id,
    ]);
    await review(bob, request).expect(400, /expired/);
    await patchPolicy({ approvals: 1, requestExpirationTime: '1h' });
    const next = await ask(asker);
    const [row] = await query<{ seconds: number }>(
      'select extract(epoch from expires_at - created_at)::int seconds from access_requests where id = $1',
      [next.id],
    );
    expect(row).toEqual({ seconds: 3_600 });
    await revoke(asker, next).expect(200);
  });

  it('is given without votes by a bypasser of a soft policy who holds it, with a reason', async () => {
    const strong = await scene.person('admin');
    const weak = await scene.person(LITTLE_ROLE);
    const bypassers = [strong, weak].map(({ id }) => ({ type: 'user', id }));
    const bypassReason = 'The certificate expires tonight.';
    const request = await ask(asker);
    await review(strong, request, 'approved', { bypassReason }).expect(403);
    await patchPolicy({ enforcementLevel: 'soft', bypassers });
    await review(weak, request, 'approved', { bypassReason }).expect(403, /more than you hold/);
    await review(strong, request, 'approved', { bypassReason: 'short' }).expect(422);
    await review(strong, request).expect(403, /approver/);
    await review(strong, request, 'approved', { bypassReason }).expect(200);
    expect(await get(asker, request)).toMatchObject({ status: 'approved', bypassReason });
    await revoke(strong, request).expect(200);
    await patchPolicy({ enforcementLevel: 'hard', bypassers: [] });
  });

  it('is seen by who asked and who decides; to others it is not there', async () => {
    const request = await ask(asker);
    const stranger = await scene.person('member');
    await review(stranger, request).expect(404);
    await revoke(stranger, request).expect(404);
    expect(await get(stranger, request)).toBeUndefined();
    for (const caller of [asker, ann, scene.admin])
      expect(await get(caller, request)).toBeDefined();
    await revoke(asker, request).expect(200);
  });

  it('is answered before it waits for anybody, where it is refused or waits already', async () => {
    const request = await ask(asker);
    await scene.whileLocked(async () => {
      expect(await ask(asker)).toMatchObject({ id: request.id });
      await asking(asker, reading(), { temporaryRange: '9h' }).expect(400, /8h/);
      const longer = { temporaryRange: '5h', editNote: 'Longer.' };
      await asker.http.patch(`${REQUESTS}/${request.id}`).send(longer).expect(400, /2h/);
    });
    await revoke(asker, request).expect(200);
  });

  it('is at most 100 that wait of one person (400)', async () => {
    const one = await ask(asker);
    await query(
      `insert into access_requests (id, project_id, policy_id, user_id, environment, secret_path, permissions,
         note, status, expires_at)
       select gen_random_uuid(), project_id, policy_id, user_id, environment, secret_path, '[]', '', 'pending',
         expires_at from access_requests, generate_series(1, 99) where id = $1`,
      [one.id],
    );
    await asking(asker, reading('/held/more')).expect(400, /100/);
    await query(`delete from access_requests where id <> $1 and status = 'pending'`, [one.id]);
    await revoke(asker, one).expect(200);
  });

  const long = (names: number, length: number) => [
    [READ, 'secrets', { ...conditions(), secretName: { $in: namesOf(names, length) } }],
  ];
  const namesOf = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => `K${n}_`.padEnd(length, 'X'));
  const listed = (caller: Http, more = '') =>
    caller.http.get(`${REQUESTS}?projectSlug=${scene.project.slug}&status=pending${more}`);

  it('is refused beyond 16 KiB of rules, and where it is about fields', async () => {
    await asking(asker, long(100, 200)).expect(422, /16 KiB/);
    const once = [
      ['describeSecret', 'secrets', { ...conditions(), secretName: { $in: namesOf(40, 100) } }],
    ];
    const often = [[once[0]![0], Array.from({ length: 10 }, () => 'secrets'), once[0]![2]]];
    await asking(asker, often).expect(422, /16 KiB/);
    for (const fields of ['secretValue', ['secretValue']])
      await asking(asker, [[READ, 'secrets', conditions(), 0, fields]]).expect(422, /fields/);
    for (const rest of [
      [0, 0],
      [false, [], 'as told'],
      [null, '', null],
    ])
      await revoke(asker, await ask(asker, [[READ, 'secrets', conditions(), ...rest]])).expect(200);
  });

  it('is audited by a digest of its rules where these are long, and counts as storage', async () => {
    const storage = server.app.get(StorageRepository);
    const before = await storage.count(scene.orgId);
    const rules = long(70, 200);
    const request = await ask(asker, rules);
    expect((await storage.count(scene.orgId)) - before).toBeGreaterThan(14_000);
    const [entry] = await query<{ target: Record<string, unknown> }>(
      `select target from audit_entries where action = 'access-request.open'
         and target ->> 'requestId' = $1`,
      [request.id],
    );
    expect(JSON.stringify(entry).length).toBeLessThan(1_000);
    const kept = await query<{ permissions: unknown[] }>(
      'select permissions from access_requests where id = $1',
      [request.id],
    );
    const digest = createHash('sha256').update(JSON.stringify(kept[0]!.permissions)).digest('hex');
    expect(entry!.target).toMatchObject({
      ...{ environment: 'dev', secretPath: '/held', temporaryRange: '2h' },
      permissions: { rules: 1, actions: ['describeSecret', 'readValue'], sha256: digest },
    });
    await revoke(asker, request).expect(200);
  });

  it('is refused as a list beyond 4 MiB of rules (400), and read in parts', async () => {
    const one = await ask(asker);
    await query(
      `insert into access_requests (id, project_id, policy_id, user_id, environment, secret_path, permissions,
         note, status, expires_at)
       select gen_random_uuid(), project_id, policy_id, user_id, environment, secret_path, $2, '', 'pending',
         expires_at from access_requests, generate_series(1, 30) where id = $1`,
      [one.id, JSON.stringify([{ subject: 'secrets', action: ['x'.repeat(200_000)] }])],
    );
    await listed(ann).expect(400, /limit and offset/);
    await listed(ann, '&limit=10').expect(200);
    await query(`delete from access_requests where id <> $1 and status = 'pending'`, [one.id]);
    await revoke(asker, one).expect(200);
  });
});

describe('a policy for access', () => {
  it('gives what its maker holds in all of its places, and no more (D5)', async () => {
    const only = (...actions: string[]) => ({
      ...{ subject: 'secrets', action: actions, conditions: { environment: 'dev' } },
    });
    const policies = { subject: 'secret-approval', action: ['create', 'edit', 'delete', 'read'] };
    const maker = await scene.person([policies, only('describeSecret', 'edit')]);
    const made = await aPolicy(maker, { secretPath: '/free' });
    expect(made.givenActions).toEqual(['describeSecret', 'edit']);
    await asking(asker, reading('/free')).expect(400, /not readValue/);
    const nothing = await scene.person([policies]);
    await nothing.http
      .post(POLICIES)
      .send(policyBody({ secretPath: '/other' }))
      .expect(403, /none of the actions/);
    await maker.http
      .post(POLICIES)
      .send(policyBody({ secretPath: '/other', environment: 'prod' }))
      .expect(403);
    await maker.http
      .patch(`${POLICIES}/${made.id}`)
      .send({ environments: ['dev', 'prod'] })
      .expect(403);

    const { body } = await scene.admin.http
      .patch(`${POLICIES}/${made.id}`)
      .send({ name: 'Free' })
      .expect(200);
    expect(body).toMatchObject({
      approval: { name: 'Free', givenActions: ['describeSecret', 'edit'] },
    });
    await patchPolicy({ approvals: 1 }, made);
    const { body: after } = await scene.admin.http.get(`${POLICIES}/${made.id}`).expect(200);
    expect((after as { approval: Policy }).approval.givenActions).toHaveLength(5);
    await maker.http.patch(`${POLICIES}/${made.id}`).send({ approvals: 2 }).expect(200);
    await asking(asker, reading('/free')).expect(400, /not readValue/);
    await scene.admin.http.delete(`${POLICIES}/${made.id}`).expect(200);
    await scene.admin.http.get(`${POLICIES}/${made.id}`).expect(404);
    await asking(asker, reading('/free')).expect(400, /No policy/);
  });

  it('no more gives what waits, once it is changed or has ended', async () => {
    const own = await aPolicy(scene.admin, { secretPath: '/free' });
    const request = await ask(asker, reading('/free'));
    await patchPolicy({ maxTimePeriod: '1h' }, own);
    await review(ann, request).expect(400, /does not give/);
    await patchPolicy({ maxTimePeriod: '8h', secretPath: '/elsewhere' }, own);
    await review(ann, request).expect(400, /does not give/);
    await scene.admin.http.delete(`${POLICIES}/${own.id}`).expect(200);
    await review(scene.admin, request).expect(403);
    expect(await get(asker, request)).toMatchObject({ status: 'pending', privilege: null });
    await revoke(asker, request).expect(200);
  });

  it('is the nearest that governs all that is asked for; several are refused', async () => {
    const near = await aPolicy(scene.admin, { secretPath: '/held/near' });
    const request = await ask(asker, reading('/held/near'));
    expect(request).toMatchObject({ policyId: near.id });
    const reader = await scene.person([{ subject: 'secret-approval', action: ['read'] }]);
    await asking(reader, reading({ $glob: '/held/**' })).expect(400, /several policies/);
    await asking(reader, reading({ $glob: '/**' })).expect(400, /several policies/);
    await revoke(asker, request).expect(200);
    await scene.admin.http.delete(`${POLICIES}/${near.id}`).expect(200);
    await asking(reader, reading({ $glob: '/**' })).expect(400, /The policy is about \/held/);
  });

  it('is told in the same words to who may not read policies, be there none, a narrower one or several', async () => {
    const near = await aPolicy(scene.admin, { secretPath: '/held/near', name: 'Near' });
    const answers = [];
    for (const place of [{ $glob: '/held/n*' }, { $glob: '/held/**' }, { $glob: '/**' }, '/free'])
      answers.push((await asking(asker, reading(place)).expect(400)).body as object);
    const [words] = answers.map((body) => ({ ...body, reqId: '' }));
    for (const body of answers) expect({ ...body, reqId: '' }).toEqual(words);
    await scene.admin.http.delete(`${POLICIES}/${near.id}`).expect(200);
  });

  it('gives nothing by the vote of its own maker on what they ask for, though own votes count (400)', async () => {
    const maker = await scene.person('admin');
    const approvers = [maker, ann].map(({ id }) => ({ type: 'user', id, sequence: 1 }));
    const own = { secretPath: '/free/**', allowedSelfApprovals: true, approvers };
    const made = await aPolicy(maker, own);
    await query(
      `update membership_roles set role = 'viewer', custom_role_id = null where membership_id in (
         select id from project_memberships where project_id = $1 and user_id = $2)`,
      [scene.project.id, maker.id],
    );
    await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
    const request = await ask(maker, reading('/free'));
    expect(request).toMatchObject({ policyId: made.id });
    await review(maker, request).expect(400, /You made the policy/);
    await review(ann, request).expect(200);
    expect(await get(maker, request)).toMatchObject({ status: 'approved' });
    await revoke(ann, request).expect(200);

    await patchPolicy({ approvals: 1 }, made);
    const again = await ask(maker, reading('/free'), { note: 'Once more.' });
    await review(maker, again).expect(200);
    expect(await get(maker, again)).toMatchObject({ status: 'approved' });
    await revoke(maker, again).expect(200);
    await scene.admin.http.delete(`${POLICIES}/${made.id}`).expect(200);
  });

  it('is shown in lists of requests to who may read policies or decides by it', async () => {
    const decider = await scene.person(LITTLE_ROLE);
    const people = [ann, bob, decider].map(({ id }) => ({ type: 'user', id }));
    await patchPolicy({ approvers: people });
    const request = await ask(asker);
    expect(await get(asker, request)).not.toHaveProperty('policy');
    for (const caller of [ann, decider, scene.admin])
      expect(await get(caller, request)).toMatchObject({ policy: { id: policy.id } });
    await patchPolicy({ approvers: people.slice(0, 2) });
    await revoke(asker, request).expect(200);
  });

  it('holds no write, and a policy for changes gives no access: neither is found as the other', async () => {
    const changes = await scene.policy();
    await scene.admin.http.get(`${POLICIES}/${changes.id}`).expect(404);
    await scene.admin.http.get(`/api/v2/secret-approvals/${policy.id}`).expect(404);
    await scene.endPolicy(changes);
    await scene
      .create(scene.writer, 'WRITTEN', 'x')
      .expect(200)
      .expect(/"secret"/);
    const { body } = await scene.admin.http
      .get(`${POLICIES}?projectSlug=${scene.project.slug}`)
      .expect(200);
    expect((body as { approvals: Policy[] }).approvals.map(({ id }) => id)).toEqual([policy.id]);
    const count = (more = '') =>
      scene.admin.http.get(`${POLICIES}/count?projectSlug=${scene.project.slug}${more}`);
    await count().expect(200, { count: 1 });
    await count('&envSlug=prod').expect(200, { count: 0 });
  });

  it.each([
    [{ approvalsRequired: [{ stepNumber: 2, numberOfApprovals: 1 }] }, 422],
    [{ approvalsRequired: [{ stepNumber: 1, numberOfApprovals: 9 }] }, 400],
    [{ maxTimePeriod: 'soon' }, 422],
    [{ requestExpirationTime: '0h' }, 422],
    [{ requestExpirationTime: '9000y' }, 422],
    [{ maxTimePeriod: '7990y' }, 422],
    [{ approvers: [] }, 422],
    [{ environment: 'nowhere' }, 404],
    [{ environment: undefined }, 400],
    [{ secretPath: '/a//b' }, 422],
    [{ projectSlug: 'no-such-project' }, 404],
  ])('is refused with %j (%i)', async (more, status) => {
    const body = policyBody({ secretPath: '/bad', ...more });
    const answer = await scene.admin.http.post(POLICIES).send(body);
    expect(answer.status).toBe(status);
  });
});
