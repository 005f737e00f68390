import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster.js';
import { atInterrupt, undoWhenInterrupted } from './endings.js';
import type { Finding } from './finding.js';
import { OwnPostgres } from './own-postgres.js';
import { PROCESS_GOALS } from './process-goals.js';
import { redisUrl } from './redis.js';
import { runSpec, SPEC_GOALS } from './spec-goals.js';

// The fault suite at full size: real processes, a database that dies, and the specs made large.
// Each goal prints its figure beside its threshold; the exit code counts those that were missed.
const only = process.argv.slice(2);
const isWanted = ({ goal }: { goal: string }) => only.length === 0 || only.includes(goal);
const findings: Finding[] = [];

undoWhenInterrupted();
if (PROCESS_GOALS.some(isWanted)) await proveOnReplicas();
for (const goal of SPEC_GOALS.filter(isWanted)) await tell(() => runSpec(goal));

const count = (isMet: Finding['isMet']) => findings.filter((each) => each.isMet === isMet).length;
console.log(`\n${count(true)} of ${findings.length} met, ${count(null)} not tried`);
process.exitCode = Math.min(count(false), 100);

async function proveOnReplicas(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-soak-'));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  const forget = atInterrupt(remove);
  const postgres = await OwnPostgres.start(join(directory, 'data'));
  try {
    const busUrl = await redisUrl();
    console.log(busUrl ? 'with Redis' : 'without Redis: none answers');
    const cluster = await Cluster.start({
      databaseUrl: postgres.url,
      replicas: 3,
      busUrl,
      env: { LOG_LEVEL: 'info', DATABASE_POOL_SIZE: '10', EVENT_STREAMS_PER_CALLER: '500' },
    });
    try {
      for (const { prove } of PROCESS_GOALS.filter(isWanted)) {
        await tell(() => prove({ cluster, postgres, directory }));
      }
    } finally {
      await cluster.end();
    }
  } finally {
    await postgres.stop();
    await remove();
    forget();
  }
}

async function tell(prove: () => Finding | Promise<Finding>): Promise<void> {
  const start = performance.now();
  const finding = await prove();
  findings.push(finding);
  const { goal, what, figure, threshold, isMet } = finding;
  const verdict = { true: 'met', false: 'MISSED', null: 'NOT TRIED' }[`${isMet}`];
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(`${verdict.padEnd(9)} ${goal.padEnd(4)} ${what} [${seconds} s]`);
  console.log(`               ${figure}   (${threshold})`);
}
