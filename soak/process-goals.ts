import { acknowledgedWrites } from './acknowledged-writes.js';
import { attackers } from './attackers.js';
import type { Cluster } from './cluster.js';
import { busFaults, databaseFaults, faults, wrongClock } from './faults.js';
import { synchronousFailover, vanishing } from './failover.js';
import type { Finding } from './finding.js';
import { fullDisk } from './full-disk.js';
import { hostileInput } from './hostile.js';
import { loginFlood } from './login-flood.js';
import { bruteForce, loginsAlike, strangersAlike, useLimits } from './logins.js';
import { lostCommits } from './lost-commits.js';
import type { OwnPostgres } from './own-postgres.js';
import { peopleAlike } from './people-logins.js';
import { recovery } from './recovery.js';
import { resume } from './resume.js';
import { rollingRestart } from './rolling-restart.js';
import { slowPeers } from './slow-peers.js';
import { anotherTenant } from './tenant.js';

/** What the goals of real processes work with. */
export interface Stage {
  readonly cluster: Cluster;
  readonly postgres: OwnPostgres;
  /** For what else they need on disk. */
  readonly directory: string;
}

/** A goal that is tried on running replicas, at full size. */
export interface ProcessGoal {
  readonly goal: string;
  prove(stage: Stage): Promise<Finding>;
}

export const PROCESS_GOALS: readonly ProcessGoal[] = [
  { goal: 'G24', prove: ({ cluster }) => loginsAlike(cluster, 5_000) },
  { goal: 'G24', prove: ({ cluster }) => peopleAlike(cluster, 400) },
  {
    goal: 'G10',
    prove: async ({ cluster }) => strangersAlike(cluster, await anotherTenant(cluster), 5_000),
  },
  {
    goal: 'G23',
    prove: ({ cluster }) => useLimits(cluster, { logins: 1_000, limit: 5, rounds: 20 }),
  },
  {
    goal: 'G23',
    prove: ({ cluster }) => bruteForce(cluster, { guesses: 20_000, concurrency: 32 }),
  },
  {
    goal: 'G29',
    prove: ({ directory }) => attackers(directory, { each: 6_000, only: namedIn('SOAK_ATTACKS') }),
  },
  {
    goal: 'G34',
    prove: ({ directory }) => loginFlood(directory, { logins: 1_000, rounds: 5, quiet: 3_000 }),
  },
  { goal: 'G5', prove: ({ cluster }) => resume(cluster) },
  {
    goal: 'G20',
    prove: ({ cluster }) => slowPeers(cluster, { senders: 2_000, readers: 100, watchMs: 25_000 }),
  },
  {
    goal: 'G19',
    prove: ({ cluster }) =>
      hostileInput(cluster, { requests: 20_000, concurrency: 2, seed: Date.now() | 0 }),
  },
  {
    goal: 'G22',
    prove: ({ cluster }) =>
      rollingRestart(cluster, { requestsPerSecond: 500, streams: 300, rounds: 1 }),
  },
  {
    goal: 'G30',
    prove: () => synchronousFailover({ writers: 8, span: 10_000 }),
  },
  { goal: 'G31', prove: () => lostCommits({ writers: 8, span: 5_000 }) },
  { goal: 'G32', prove: () => vanishing({ rounds: 5 }) },
  { goal: 'G21', prove: ({ cluster, postgres }) => recovery(cluster, postgres, 30_000) },
  { goal: 'G1', prove: writesUnderFaults },
  { goal: 'G1', prove: ({ directory }) => fullDisk(directory, { writers: 4, rounds: 5 }) },
];

/** Words of an environment variable, split by commas. */
const namedIn = (name: string): string[] =>
  (process.env[name] ?? '').split(',').filter((word) => word !== '');

/** Two of the replicas also live ten minutes away from the third, in the past and in the future. */
async function writesUnderFaults({ cluster, postgres }: Stage): Promise<Finding> {
  for (const [index, minutes] of [10, -10].entries()) {
    await cluster.replicas[index]!.end();
    await cluster.replicas[index]!.start(wrongClock(minutes));
  }
  const kinds = [...faults(0.2), ...busFaults(0.2), ...databaseFaults(postgres, 0.1)];
  return acknowledgedWrites(cluster, kinds, { writers: 8, rounds: 6 });
}
