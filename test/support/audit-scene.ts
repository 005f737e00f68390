import { ChainKeys } from '../../src/audit/chain/chain-keys.js';
import { ChainRepository } from '../../src/audit/chain/chain.repository.js';
import { AuditChainWorker } from '../../src/audit/chain/audit-chain-worker.js';
import type { KnownCheckpoint } from '../../src/audit/chain/chain-check.js';
import { type ChainVerdict, verifyStored } from '../../src/audit/chain/verify.js';
import { TEST_KEYS, type TestApp } from './harness.js';

export const CHAIN_KEYS = ChainKeys.fromSecrets([TEST_KEYS.authSecret]);

/** Waits until every entry of the organization that is committed has its place. */
export async function chained(server: TestApp, orgId: string): Promise<void> {
  const repository = new ChainRepository(server.database);
  for (;;) {
    const { pending } = await repository.findTail(orgId).catch(() => ({ pending: 1 }));
    if (pending === 0) return;
    await server.app
      .get(AuditChainWorker)
      .chain()
      .catch(() => undefined);
  }
}

export const verified = (
  { database }: TestApp,
  orgId: string,
  checkpoints: readonly KnownCheckpoint[] = [],
): Promise<ChainVerdict> =>
  verifyStored(new ChainRepository(database), CHAIN_KEYS, orgId, checkpoints);

/** Kills a connection of any replica. Gives how many it were: none, where its own was just killed. */
export async function killBackend({ database }: TestApp): Promise<number> {
  const rows = await database.source
    .query<object[]>(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       order by random() limit 1`,
    )
    .catch(() => []);
  return rows.length;
}
