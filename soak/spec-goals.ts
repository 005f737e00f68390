import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startGroup } from './endings.js';
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

export const SPEC_GOALS: readonly SpecGoal[] = [
  {
    goal: 'G2',
    what: 'repeated requests with an Idempotency-Key, backends killed meanwhile',
    spec: 'test/idempotency/idempotency-faults',
    env: { IDEMPOTENCY_REQUESTS: '10000' },
    threshold: '0 lost, 0 doubled, 0 wrong answers',
  },
  {
    goal: 'G3',
    what: 'events over two replicas that are killed, stopped and cut off',
    spec: 'test/events/faults',
    env: {
      EVENT_FAULT_WRITERS: '24',
      EVENT_FAULT_PROJECTS: '8',
      EVENT_FAULT_RECONNECTS: '200',
      EVENT_FAULT_KILLS: '50',
      TEST_LONG: '1',
    },
    threshold: '0 lost, 0 out of order, 0 gaps',
  },
  {
    goal: 'G6',
    what: 'readers that never read',
    spec: 'test/events/hostile',
    env: { TEST_LONG: '1' },
    threshold: 'at most 256 KiB unsent each',
  },
  {
    goal: 'G7',
    what: 'revocations, and the next request on another replica',
    spec: 'test/access/escalation',
    name: 'two replicas without a bus',
    env: { REVOCATION_TRIALS: '2000' },
    threshold: '0 exceptions',
  },
  {
    goal: 'G8',
    what: 'temporary privileges at their edges',
    spec: 'test/privileges/privilege-lifetime',
    env: { PRIVILEGE_LIFETIMES: '1000' },
    threshold: '0 requests allowed before the start or from the end on',
  },
  {
    goal: 'G9',
    what: 'a right revoked while its holder grants it',
    spec: 'test/access/escalation',
    name: 'grant against revocation',
    env: { RACE_RUNS: '2000' },
    threshold: '0 grants after an acknowledged revocation',
  },
  {
    goal: 'G10',
    what: 'every route, with ids of others in every place',
    spec: 'test/(authorization/matrix|access/tenancy)',
    threshold: '404, the same bytes, nothing changed',
  },
  {
    goal: 'G11',
    what: 'escalation: rules that are granted against rules that are held',
    spec: 'src/permissions/covers',
    env: { PROPERTY_SIZE: '5' },
    threshold: '0 cases beyond the grantor',
  },
  {
    goal: 'G12',
    what: 'globs against a naive matcher',
    spec: 'src/permissions/glob',
    env: { PROPERTY_SIZE: '5' },
    threshold: '0 differences',
  },
  {
    goal: 'G13',
    what: 'canary values, searched everywhere in six forms',
    spec: 'test/system/canary',
    env: { TEST_LONG: '1' },
    threshold: '0 hits',
  },
  {
    goal: 'G14',
    what: 'sealed values flipped, cut, exchanged, replayed',
    spec: 'test/keys/keys-tamper',
    threshold: '0 undetected',
  },
  {
    goal: 'G15',
    what: 'nonces',
    spec: 'src/crypto',
    threshold: '0 repeated',
  },
  {
    goal: 'G16',
    what: 'keys rotated under load, the commands killed',
    spec: 'test/keys/key-rotation-process',
    env: { SOAK_ROTATIONS: '4', TEST_LONG: '1' },
    threshold: '0 failed requests',
  },
  {
    goal: 'G18',
    what: 'audit under kills, and an altered log',
    spec: 'test/audit/',
    env: { AUDIT_CALLS: '3000', AUDIT_TAMPERINGS: '1000' },
    threshold: 'exactly one record each, 100 % found',
  },
  {
    goal: 'G33',
    what: '1,000 logins of workloads at a cluster that hangs',
    spec: 'test/workloads/hanging-cluster',
    env: { TEST_LONG: '1' },
    threshold: "another tenant's p95 where it was",
  },
];

const TOP = join(import.meta.dirname, '..', '..');
const MAX_MINUTES = 6;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
}

/** Runs the spec from source, as `npm test` does, at the size of the environment. */
export async function runSpec(specGoal: SpecGoal): Promise<Finding> {
  const { goal, what, spec, name, env = {}, threshold } = specGoal;
  const jest = join(TOP, 'node_modules', 'jest', 'bin', 'jest.js');
  const only = name === undefined ? [] : ['-t', name];
  const args = [jest, spec, '--json', '--silent', ...only];
  const child = startGroup(process.execPath, args, {
    cwd: TOP,
    timeout: MAX_MINUTES * 60_000,
    env: { ...process.env, ...env, NODE_OPTIONS: '--experimental-vm-modules' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [stdout] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
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
