import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../test/support/events/event-source.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';

const MISSED = 10_000;

interface Resumed {
  readonly seconds: number;
  readonly grownMiB: number;
  /** Where it stands now. */
  readonly cursor: string;
}

/** G5: a subscriber comes back after many events. The first time warms up: a process grows once with its work. */
export async function resume(cluster: Cluster): Promise<Finding> {
  const { token, projectId } = cluster.scene;
  const source = await listen(cluster.replicas[0]!, token, { projectId });
  source.close();
  const { cursor } = await resumeOnce(cluster, source.cursor);
  const { seconds, grownMiB } = await resumeOnce(cluster, cursor);
  return {
    goal: 'G5',
    what: `${MISSED} missed events resumed`,
    figure: `${seconds.toFixed(2)} s, memory grew by ${grownMiB.toFixed(1)} MiB`,
    threshold: '≤ 2 s, ≤ 20 MB',
    isMet: seconds <= 2 && grownMiB * 1.048_576 <= 20,
  };
}

async function resumeOnce(cluster: Cluster, cursor: string): Promise<Resumed> {
  const [replica] = cluster.replicas;
  const { token, projectId } = cluster.scene;
  const last = await addEvents(cluster, MISSED);
  const memory = watchMemory(replica!.pid);
  try {
    const start = performance.now();
    const source = await listen(replica!, token, { projectId, cursor });
    await source.until(({ events }) => events.at(-1)?.data?.includes(last) ?? false, 30_000);
    const seconds = (performance.now() - start) / 1_000;
    source.close();
    const { events } = source;
    if (events.length !== MISSED) throw new Error(`${events.length} events came.`);
    await delay(100);
    return { seconds, grownMiB: memory.grown(), cursor: events.at(-1)!.id! };
  } finally {
    memory.end();
  }
}

/** Straight into the log: to write so many changes would take longer than everything else. */
async function addEvents(cluster: Cluster, count: number): Promise<string> {
  const { projectId } = cluster.scene;
  const [head] = await cluster.query<{ last: number }>(
    `with head as (
       update project_event_heads set last_seq = last_seq + $2 where project_id = $1
       returning last_seq - $2 as before
     ), added as (
       insert into project_events (project_id, seq, type, payload)
       select $1, head.before + n, 'secret:update', json_build_array(json_build_object(
         'environment', 'dev', 'secretPath', '/', 'secretKey', 'MISSED_' || head.before + n))
       from head, generate_series(1, $2) n
     )
     select (before + $2)::int last from head`,
    [projectId, count],
  );
  return `MISSED_${head!.last}`;
}

/** The most that a process took above what it had at first, in MiB. */
function watchMemory(pid: number): { grown(): number; end(): void } {
  const first = residentMiB(pid);
  let most = first;
  const looking = setInterval(() => void (most = Math.max(most, residentMiB(pid))), 10);
  return { grown: () => most - first, end: () => clearInterval(looking) };
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}
