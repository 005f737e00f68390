import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acknowledgedWrites } from './acknowledged-writes.js';
import { Cluster } from './cluster.js';
import { databaseFaults, faults, wrongClock } from './faults.js';
import type { Finding } from './finding.js';
import { hostileInput } from './hostile.js';
import { loginsAlike, strangersAlike, useLimits, withoutLockout } from './logins.js';
import { OwnPostgres } from './own-postgres.js';
import { recovery, rollingRestart } from './recovery.js';
import { slowPeers } from './slow-peers.js';
import { runSpec, SPEC_GOALS } from './spec-goals.js';
import { anotherTenant } from './tenant.js';

// The fault suite at full size: real processes, a database that dies, and the specs made large.
// Each goal prints its figure beside its threshold; the exit code counts those that were missed.
const only = process.argv.slice(2);
const isWanted = (goal: string) => only.length === 0 || only.includes(goal);
const findings: Finding[] = [];

const directory = await mkdtemp(join(tmpdir(), 'strongroom-soak-'));
const postgres = await OwnPostgres.start(directory);
try {
  const cluster = await Cluster.start({
    databaseUrl: postgres.url,
    replicas: 2,
    env: { LOG_LEVEL: 'info', DATABASE_POOL_SIZE: '10' },
  });
  const wanted = processGoals(cluster).filter(([goal]) => isWanted(goal));
  try {
    for (const [, prove] of wanted) tell(await prove());
  } finally {
    await cluster.end();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
for (const goal of SPEC_GOALS) if (isWanted(goal.goal)) tell(runSpec(goal));

const missed = findings.filter(({ isMet }) => !isMet);
console.log(`\n${findings.length - missed.length} of ${findings.length} goals met`);
process.exitCode = Math.min(missed.length, 100);

function processGoals(cluster: Cluster): readonly (readonly [string, () => Promise<Finding>])[] {
  return [
    ['G24', () => loginsAlike(cluster, 5_000)],
    ['G10', async () => strangersAlike(cluster, await anotherTenant(cluster), 5_000)],
    [
      'G23',
      async () => {
        await withoutLockout(cluster);
        return useLimits(cluster, { logins: 1_000, limit: 5, rounds: 10 });
      },
    ],
    ['G20', () => slowPeers(cluster, 500, 30_000)],
    ['G19', () => hostileInput(cluster, { requests: 20_000, concurrency: 8, seed: Date.now() })],
    ['G22', () => rollingRestart(cluster, { requestsPerSecond: 300, rounds: 3 })],
    ['G21', () => recovery(cluster, postgres, 30_000)],
    ['G1', () => writesUnderFaults(cluster)],
  ];
}

/** One of the replicas also lives ten minutes in the future. */
async function writesUnderFaults(cluster: Cluster): Promise<Finding> {
  const [first] = cluster.replicas;
  await first!.end();
  await first!.start(wrongClock(10));
  const kinds = [...faults(0.2), ...databaseFaults(postgres, 0.1)];
  return acknowledgedWrites(cluster, kinds, { writers: 8, rounds: 5 });
}

function tell(finding: Finding): void {
  findings.push(finding);
  const { goal, what, figure, threshold, isMet } = finding;
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${goal.padEnd(4)} ${what}`);
  console.log(`            ${figure}   (${threshold})`);
}
