import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { scratchDirectory } from '../support/test-database.js';
import { until } from '../support/until.js';

const TOP = join(import.meta.dirname, '..', '..');

let directory: string;
let runner: ChildProcess;
let exit: Promise<unknown[]>;

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(await scratchDirectory(), 'strongroom-runner-')));
  const { PATH = '', REDIS_URL = '' } = process.env;
  const env = { PATH, TMPDIR: directory, ...(REDIS_URL ? { REDIS_URL } : {}) };
  runner = spawn(process.execPath, [join(TOP, 'dist', 'soak', 'run.js'), 'G20'], {
    env,
    stdio: 'ignore',
  });
  exit = once(runner, 'exit');
});
afterEach(async () => {
  runner.kill('SIGKILL');
  for (const { pid } of processes()) process.kill(pid, 'SIGKILL');
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** The processes that work in our directory: replicas in it, the database below it. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), cwd: cwdOf(name) }))
    .filter(({ cwd }) => cwd === directory || cwd.startsWith(`${directory}/`));

/** Empty for a process that has ended. */
function cwdOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

async function threeReplicas(): Promise<void> {
  while (processes().filter(({ cwd }) => cwd === directory).length < 3) {
    if (runner.exitCode !== null) throw new Error(`The runner ended with ${runner.exitCode}`);
    await delay(50);
  }
}

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('npm run soak', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing behind at %s', async (signal) => {
    await threeReplicas();
    runner.kill(signal);

    expect(await exit).toEqual([signal === 'SIGTERM' ? 143 : 130, null]);
    expect(processes()).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('leaves no process behind at kill -9', async () => {
    await threeReplicas();
    runner.kill('SIGKILL');
    await exit;

    await until(() => processes().length === 0, 50);
    expect(processes()).toEqual([]);
  });
});
