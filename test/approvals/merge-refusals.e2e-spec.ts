import { describe, expect, it } from '@jest/globals';
import { HoldingsRepository } from '../../src/access/holdings.repository.js';
import { useApp } from '../support/harness.js';
import type { SignedInPerson } from '../support/people.js';
import { ApprovalsScene, type Held, POLICIES, REQUESTS } from './approvals-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

const query = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  server.database.source.query(text, [...values]);

const setStatus = (caller: Pick<SignedInPerson, 'http'>, { id }: Held, status: string) =>
  caller.http.post(`${REQUESTS}/${id}/status`).send({ status });

describe('an administrator who was deactivated while they waited for others', () => {
  const ACTS = {
    merges: ({ id }: Held, who: SignedInPerson) =>
      who.http.post(`${REQUESTS}/${id}/merge`).send({}),
    closes: (held: Held, who: SignedInPerson) => setStatus(who, held, 'close'),
  };

  it.each(Object.entries(ACTS))('%s nothing any more', async (_, act) => {
    const own = await ApprovalsScene.make(server);
    await own.policy();
    const leaving = await own.person('admin');
    const held = await own.propose(own.writer, 'PROPOSED', 'value');
    await own.review(own.reviewers[0]!, held).expect(200);
    const before = await own.get(own.writer, held);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('select from approval_requests where id = $1 for update', [held.id]);
      await server.app.get(HoldingsRepository).queue(runner.manager, held.id, own.project.id);
      const answer = act(held, leaving).then((each) => each);
      await untilLocksAreAwaited(server);
      await own.admin.http
        .patch(`/api/v2/organizations/${own.orgId}/memberships/${leaving.orgMembershipId}`)
        .send({ isActive: false })
        .expect(200);
      await runner.rollbackTransaction();
      expect([401, 403]).toContain((await answer).status);
    } finally {
      await runner.release();
    }
    expect(await own.get(own.writer, held)).toEqual(before);
  });
});

describe('a merge that cannot be', () => {
  it('is refused while others hold the project, and keeps none of them waiting', async () => {
    const own = await ApprovalsScene.make(server);
    await own.policy();
    const held = await own.propose(own.writer, 'TAKEN', 'first');
    const late = await own.propose(own.machine, 'TAKEN', 'second');
    for (const each of [held, late]) await own.review(own.reviewers[0]!, each).expect(200);
    await own.merge(own.writer, held).expect(200);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('select from projects where id = $1 for update', [own.project.id]);
      const { body } = await own.merge(own.reviewers[0]!, late).expect(409);
      expect(body).toMatchObject({ details: { conflicts: [{ reason: 'name-taken' }] } });
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    const { conflicts } = await own.get(own.reviewers[0]!, late);
    expect(conflicts).toHaveLength(1);
  });
});

describe('a rollback whose proposer may not read the past any more', () => {
  it.each([
    [
      'of one secret',
      (secret: string) => [`/api/v4/secrets/id/${secret}/rollback`, { version: 1 }],
    ],
    ['of a folder', (_: string, asOf: string) => ['/api/v4/secrets/batch/rollback', { asOf }]],
  ] as const)('is not merged: %s', async (_, rollback) => {
    const own = await ApprovalsScene.make(server);
    const id = await own.secret('PAST', 'first');
    const asOf = new Date().toISOString();
    await own.admin.http
      .patch('/api/v4/secrets/PAST')
      .send(own.at('/held', { secretValue: 'second' }))
      .expect(200);
    const { id: policyId } = await own.policy({ enforcementLevel: 'soft' });
    const [path, body] = rollback(id, asOf);
    const answer = await own.writer.http.post(path as string).send(own.at('/held', body as object));
    const { approval } = answer.body as { approval: Held };
    expect([answer.status, approval.policyId]).toEqual([200, policyId]);
    const blind = { subject: 'secrets', action: 'readValue', inverted: true };
    await query(
      `insert into additional_privileges (id, project_membership_id, slug, permissions)
       select gen_random_uuid(), m.id, 'blind', $3 from project_memberships m
       where m.project_id = $1 and m.user_id = $2`,
      [own.project.id, own.writer.id, JSON.stringify([blind])],
    );
    await query('update projects set epoch = epoch + 1 where id = $1', [own.project.id]);
    await own.review(own.reviewers[0]!, approval).expect(200);

    const { body: refusal } = await own.merge(own.reviewers[0]!, approval).expect(403);
    expect(refusal).toMatchObject({
      message: 'The change may not be written by these rights of today.',
      details: { missingPermissions: [{ action: 'readValue', secretName: 'PAST' }] },
    });
    await own.admin.http
      .get('/api/v4/secrets/PAST')
      .query(own.at('/held'))
      .expect(200, /second/);
  });
});

describe('the audit entry of a proposal', () => {
  it('names many secrets by folder, and is no longer than that of a batch', async () => {
    const own = await ApprovalsScene.make(server);
    await own.policy();
    const keys = Array.from({ length: 400 }, (_, n) => `${'K'.repeat(200)}_${n}`);
    const secrets = keys.map((secretKey) => ({ secretKey, secretValue: 'x' }));
    const answer = await own.writer.http
      .post('/api/v4/secrets/batch')
      .send(own.at('/held', { secrets }))
      .expect(200);
    const { approval } = answer.body as { approval: Held };
    const [{ target }] = (await query(
      `select target from audit_entries
       where action = 'approval-request.open' and target::jsonb ->> 'requestId' = $1`,
      [approval.id],
    )) as [{ target: object }];
    expect(target).toMatchObject({
      folders: [{ environment: 'dev', secretPath: '/held', secretKeys: keys }],
      count: 400,
    });
    expect(target).not.toHaveProperty('items');
  });
});

describe('the policy of a request', () => {
  it('is shown to its proposer without other places, addresses and bypassers, unless they read policies', async () => {
    const own = await ApprovalsScene.make(server);
    const bypassers = [{ type: 'user', id: own.reviewers[1]!.id }];
    const { id } = await own.policy({ enforcementLevel: 'soft', bypassers });
    const little = await own.person([
      {
        subject: 'secrets',
        action: ['describeSecret', 'create'],
        conditions: { environment: 'dev' },
      },
    ]);
    const held = await own.propose(little, 'LITTLE', 'x');
    await setStatus(little, held, 'close').expect(200);
    await own.admin.http
      .patch(`${POLICIES}/${id}`)
      .send({ secretPath: '/hidden/**', environments: ['prod'] })
      .expect(200);
    const listed = async (caller: Pick<SignedInPerson, 'http'>) => {
      const answer = await caller.http
        .get(REQUESTS)
        .query({ projectId: own.project.id })
        .expect(200);
      return (answer.body as { approvals: Record<string, unknown>[] }).approvals[0]!;
    };
    const one = own.reviewers[0]!;
    const approvers = own.reviewers.map((each) => ({ type: 'user', id: each.id }));
    for (const shown of [await own.get(little, held), await listed(little)]) {
      expect(shown).toMatchObject({ approvers, policy: { id, approvals: 1, approvers } });
      expect(shown['policy']).toMatchObject({ bypassers: [], environments: [], environment: null });
      expect(JSON.stringify(shown)).not.toMatch(/hidden|prod\b/);
      expect(JSON.stringify(shown)).not.toContain(one.email);
    }
    for (const shown of [await own.get(one, held), await listed(one)])
      expect(shown['policy']).toMatchObject({ secretPath: '/hidden/**', bypassers });
  });
});
