import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../../src/access/locked-access.js';
import { useApp } from '../support/harness.js';
import { aHolder, aStage, readsProd } from '../support/attacks/access-stage.js';
import { until } from '../support/until.js';

const server = useApp();

/** PostgreSQL ends the connection of a transaction that is idle for longer than its limit. */
async function outlastTheLimit(tx: EntityManager): Promise<void> {
  const [{ pid }] = (await tx.query('select pg_backend_pid() pid')) as [{ pid: number }];
  await tx.query('set local idle_in_transaction_session_timeout = 1');
  const isThere = 'select from pg_stat_activity where pid = $1';
  await until(
    async () => ((await server.database.source.query(isThere, [pid])) as unknown[]).length === 0,
    5,
  );
  // The end of the connection has arrived here as well.
  await setTimeout(50);
}

describe('a request whose connection was ended by the time limit of its transaction', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['change', 'patch'],
    ['removal', 'delete'],
  ] as const)('answers the %s of a membership with 504, and writes nothing', async (_, method) => {
    const stage = await aStage(server);
    const reader = await aHolder(server, stage, 'member');
    const send = () =>
      stage.admin.http[method](`${stage.memberships}/${reader.id}`).send(
        method === 'patch' ? { roles: [{ role: 'no-access' }] } : undefined,
      );
    jest.spyOn(LockedAccess.prototype, 'rulesOf').mockImplementationOnce(async (tx) => {
      await outlastTheLimit(tx);
      return [];
    });
    const answer = await send();
    expect(answer.status).toBe(504);
    expect((answer.body as { error: string }).error).toBe('GatewayTimeoutError');
    expect(await readsProd(stage, reader)).toBe(200);
    expect(server.logLines.join('\n')).not.toContain('AlreadyReleased');
    await send().expect(200);
    expect(await readsProd(stage, reader)).not.toBe(200);
  });

  it('answers 504 whatever statement comes next', async () => {
    const statements: readonly ((tx: EntityManager) => Promise<unknown>)[] = [
      (tx) => tx.query('select 1'),
      (tx) => tx.createQueryBuilder().delete().from('tags').where('false').execute(),
      (tx) => tx.delete('Tag', { slug: 'none' }),
      (tx) => tx.find('Tag', { take: 1 }),
      () => Promise.resolve(),
    ];
    for (const next of statements) {
      const work = server.database.transaction(async (tx) => {
        await outlastTheLimit(tx);
        return next(tx);
      });
      await expect(work).rejects.toMatchObject({ error: 'GatewayTimeoutError' });
    }
  });
});
