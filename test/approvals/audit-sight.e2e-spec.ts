import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { aPerson, joinProject, type SignedInPerson } from '../support/people.js';
import { ApprovalsScene, type Held, LITTLE_ROLE } from './approvals-scene.js';

const server = useApp();
const ACCESS = '/api/v1/access-approvals';

interface Entry {
  readonly action: string;
  readonly target: Readonly<Record<string, unknown>>;
}

let scene: ApprovalsScene;
/** Reads the log and knows the secrets of /free alone, whose names begin with OPEN. */
let narrow: SignedInPerson;
/** As `narrow`, with the rights to read requests and policies. */
let reviewer: SignedInPerson;
/** A member, who knows all secrets. */
let member: SignedInPerson;

const rule = (subject: string, conditions?: object) => ({
  ...{ subject, action: ['read'] },
  ...(conditions ? { conditions } : {}),
});
const NARROW = [
  rule('audit-logs'),
  {
    ...{ subject: 'secrets', action: ['describeSecret'] },
    conditions: { secretPath: '/free', secretName: { $glob: 'OPEN*' } },
  },
];

async function reader(...roles: Parameters<typeof joinProject>[3][]): Promise<SignedInPerson> {
  const person = await aPerson(server, scene.orgId, 'member');
  await joinProject(server, scene.project, { userId: person.id }, ...roles);
  return person;
}

async function logOf(caller: SignedInPerson, query: object = {}): Promise<readonly Entry[]> {
  const text = new URLSearchParams({ projectId: scene.project.id, limit: '200', ...query });
  const { body } = await caller.http
    .get(`/api/v1/organization/audit-logs?${text.toString()}`)
    .expect(200);
  return (body as { auditLogs: Entry[] }).auditLogs;
}

const targetsOf = async (caller: SignedInPerson, action: string, id: string) =>
  (await logOf(caller, { eventType: action }))
    .map(({ target }) => target)
    .filter((target) => Object.values(target).includes(id));

async function batch(secrets: readonly object[]): Promise<Held> {
  const { body } = await scene.writer.http
    .patch('/api/v4/secrets/batch')
    .send(scene.at('/held', { secrets }))
    .expect(200);
  return (body as { approval: Held }).approval;
}

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  for (const key of ['HELD_A', 'HELD_B']) await scene.secret(key, 'x');
  for (const key of ['OPEN_A', 'SHUT_A']) await scene.secret(key, 'x', '/free');
  narrow = await reader(NARROW);
  reviewer = await reader([
    ...NARROW,
    rule('secret-approval-request'),
    rule('secret-approval'),
    rule('tags'),
  ]);
  member = await reader('member');
  await scene.policy({ name: 'Two of us' });
});

describe('Audit entries of requests', () => {
  it('name each proposed secret to who may know of it at its place', async () => {
    const { id } = await batch([
      { secretKey: 'HELD_A', secretValue: 'y' },
      { secretKey: 'HELD_B', secretValue: 'y', newSecretName: 'OPEN_HELD' },
      { secretKey: 'OPEN_A', secretPath: '/free', secretValue: 'y', newSecretName: 'SHUT_B' },
      { secretKey: 'SHUT_A', secretPath: '/free', secretValue: 'y', newSecretName: 'OPEN_B' },
    ]);
    const [all] = await targetsOf(member, 'approval-request.open', id);
    expect(all!['items']).toEqual([
      { op: 'update', environment: 'dev', secretPath: '/held', secretKey: 'HELD_A' },
      {
        ...{ op: 'update', environment: 'dev', secretPath: '/held', secretKey: 'HELD_B' },
        newSecretKey: 'OPEN_HELD',
      },
      {
        ...{ op: 'update', environment: 'dev', secretPath: '/free', secretKey: 'OPEN_A' },
        newSecretKey: 'SHUT_B',
      },
      {
        ...{ op: 'update', environment: 'dev', secretPath: '/free', secretKey: 'SHUT_A' },
        newSecretKey: 'OPEN_B',
      },
    ]);
    expect(await targetsOf(narrow, 'approval-request.open', id)).toEqual([]);
    await scene.writer.http
      .post(`/api/v1/secret-approval-requests/${id}/status`)
      .send({ status: 'close' })
      .expect(200);

    const some = await batch([
      { secretKey: 'HELD_A', secretValue: 'z' },
      { secretKey: 'OPEN_A', secretPath: '/free', secretValue: 'z' },
      { secretKey: 'SHUT_A', secretPath: '/free', secretValue: 'z' },
    ]);
    const [seen] = await targetsOf(narrow, 'approval-request.open', some.id);
    expect(seen!['items']).toEqual([
      { op: 'update', environment: 'dev', secretPath: '/free', secretKey: 'OPEN_A' },
    ]);
    expect(JSON.stringify(await logOf(narrow))).not.toMatch(/HELD_|SHUT_/);
    const named = { eventType: 'approval-request.open', secretKey: 'SHUT_A' };
    expect(await logOf(narrow, named)).toEqual([]);
    expect(await logOf(member, named)).toHaveLength(2);
  });

  it('of before, which do not tell the places, name them to who knows all secrets', async () => {
    const { id } = await scene.propose(scene.writer, 'HELD_OLD', 'x');
    await server.database.source.query(
      `update audit_entries set target = jsonb_set(target::jsonb, '{items}', '[{"op":"create","secretKey":"HELD_OLD"}]')
       where action = 'approval-request.open' and target::jsonb ->> 'requestId' = $1`,
      [id],
    );
    expect(await targetsOf(narrow, 'approval-request.open', id)).toEqual([]);
    expect(await targetsOf(member, 'approval-request.open', id)).toMatchObject([
      { items: [{ secretKey: 'HELD_OLD' }] },
    ]);
  });

  it('show comments, votes and reasons to who may read requests, and the policy to who may read policies', async () => {
    const held = await scene.propose(scene.writer, 'HELD_C', 'x');
    await scene.reviewers[0]!.http.post(`/api/v1/secret-approval-requests/${held.id}/review`)
      .send({ status: 'approved', comment: 'Said among reviewers.' })
      .expect(200);
    const [hidden] = await targetsOf(narrow, 'approval-request.review', held.id);
    expect(hidden).toEqual({ requestId: held.id, slug: held.slug });
    const [shown] = await targetsOf(reviewer, 'approval-request.review', held.id);
    expect(shown).toMatchObject({
      ...{ policyId: held.policyId, vote: 'approved', comment: 'Said among reviewers.' },
    });
    const policies = await logOf(narrow, { eventType: 'approval-policy.create' });
    expect(policies.map(({ target }) => target)).toEqual([{}]);
    const [policy] = await logOf(reviewer, { eventType: 'approval-policy.create' });
    expect(policy!.target).toMatchObject({ after: { name: 'Two of us', secretPath: '/held/**' } });
  });
});

describe('Audit entries of requests for access', () => {
  it('show rules that name secrets or tags to who may know of these, and notes to who reads requests', async () => {
    const approvers = scene.reviewers.map(({ id }) => ({ type: 'user', id }));
    await scene.admin.http
      .post(`${ACCESS}/policies`)
      .send({
        ...{ projectSlug: scene.project.slug, environment: 'dev', secretPath: '/free' },
        ...{ approvals: 1, approvers },
      })
      .expect(200);
    const asker = await scene.person(LITTLE_ROLE);
    const place = { environment: 'dev', secretPath: '/free' };
    const ask = (more: object) => ['describeSecret', 'secrets', { ...place, ...more }];
    const { body } = await asker.http
      .post(`${ACCESS}/requests?projectSlug=${scene.project.slug}`)
      .send({
        permissions: [
          ...[ask({ secretName: 'OPEN_A' }), ask({ secretName: { $in: ['OPEN_A', 'SHUT_A'] } })],
          ...[ask({ secretName: { $ne: 'SHUT_B' } }), ask({ secretTags: { $in: ['inner'] } })],
        ],
        ...{ isTemporary: true, temporaryRange: '2h', note: 'x' },
      })
      .expect(200);
    const { id } = (body as { approval: { id: string } }).approval;
    await asker.http
      .patch(`${ACCESS}/requests/${id}`)
      .send({ temporaryRange: '1h', editNote: 'Said to approvers.' })
      .expect(200);

    const conditionsOf = async (caller: SignedInPerson) => {
      const [target] = await targetsOf(caller, 'access-request.open', id);
      return (target!['permissions'] as { conditions: object }[]).map((each) => each.conditions);
    };
    const open = { ...place, secretName: 'OPEN_A' };
    expect(await conditionsOf(narrow)).toEqual([open]);
    expect(await conditionsOf(reviewer)).toEqual([
      open,
      { ...place, secretTags: { $in: ['inner'] } },
    ]);
    expect(await conditionsOf(member)).toHaveLength(4);
    const [edited] = await targetsOf(narrow, 'access-request.edit', id);
    expect(edited).toEqual({ requestId: id, temporaryRange: '1h' });
    const [entry] = await targetsOf(reviewer, 'access-request.edit', id);
    expect(entry).toMatchObject({ editNote: 'Said to approvers.' });
  });
});

describe('Audit entries of other things', () => {
  it('show names to who may read the things', async () => {
    const tag = { slug: 'inner-tag', color: '#000000' };
    await scene.admin.http.post(`/api/v1/projects/${scene.project.id}/tags`).send(tag).expect(200);
    const [tagged] = await logOf(narrow, { eventType: 'tag.create' });
    expect(Object.keys(tagged!.target)).toEqual(['tagId']);
    const [seen] = await logOf(reviewer, { eventType: 'tag.create' });
    expect(seen!.target).toMatchObject({ slug: 'inner-tag' });
  });
});
