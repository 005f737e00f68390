import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Finding } from './finding.js';

/** A goal that a spec proves; the environment makes it large. */
export interface SpecGoal {
  readonly goal: string;
  readonly what: string;
  readonly spec: string;
  /** Only tests whose name matches. */
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly threshold: string;
}

export const SPEC_GOALS: readonly SpecGoal[] = [];

const TOP = join(import.meta.dirname, '..', '..');
const MAX_MINUTES = 6;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
}

/** Runs the spec from source, as `npm test` does, at the size of the environment. */
export function runSpec({ goal, what, spec, name, env = {}, threshold }: SpecGoal): Finding {
  const jest = join(TOP, 'node_modules', 'jest', 'bin', 'jest.js');
  const only = name === undefined ? [] : ['-t', name];
  const { stdout } = spawnSync(process.execPath, [jest, spec, '--json', '--silent', ...only], {
    cwd: TOP,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: MAX_MINUTES * 60_000,
    env: { ...process.env, ...env, NODE_OPTIONS: '--experimental-vm-modules' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = parse(stdout);
  const size = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  return {
    goal,
    what,
    figure: report
      ? `${report.numPassedTests} tests passed, ${report.numFailedTests} failed ${size.join(' ')}`.trim()
      : 'the spec did not end',
    threshold,
    isMet: report !== null && report.numFailedTests === 0 && report.numPassedTests > 0,
  };
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
