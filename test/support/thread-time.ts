import { existsSync, readFileSync } from 'node:fs';

/** Where Linux counts the nanoseconds that this thread has run; the collector's threads are no part of its turns. */
const THREAD = `/proc/self/task/${process.pid}/schedstat`;
const canReadThread = existsSync(THREAD);

/** Milliseconds of this thread, so that a loaded machine makes no difference; of the whole process where nothing tells them. */
export function threadTime(): number {
  if (canReadThread) return Number(readFileSync(THREAD, 'latin1').split(' ')[0]) / 1e6;
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1_000;
}
