import type { ServerResponse } from 'node:http';
import { type FakeHost, json } from '../support/outgoing/fake-network.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';
import { leastOf, quietStopwatch } from '../support/quiet-stopwatch.js';

const server = useWorkloadApp();

const LOGINS = 1_000;
const ROUNDS = 8;
const PROBES = 50;
/** Calls of one row to its cluster that are under way, and logins that wait for one. */
const [UNDER_WAY, WAITING] = [5, 60];

const USERNAME = 'system:serviceaccount:shop:api';
const reviewed = (authenticated: boolean) =>
  json(
    {
      ...{ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' },
      status: {
        authenticated,
        user: { username: USERNAME, groups: ['system:serviceaccounts:shop'] },
      },
    },
    201,
  );

let key: SigningKey;
let jwt: string;
beforeAll(async () => {
  key = await aSigningKey('cluster');
  jwt = await signed({ sub: USERNAME, exp: nowSeconds() + 3_600 }, key);
});

interface Tenant {
  readonly cluster: FakeHost;
  readonly id: string;
}

async function aTenant(name: string): Promise<Tenant> {
  const cluster = await server.network.host(name, reviewed(true));
  const { admin, id } = await aWorkload(server);
  const settings = { kubernetesHost: cluster.url, caCert: cluster.ca, allowedNamespaces: 'shop' };
  await admin.http.post(attachPath('kubernetes-auth', id)).send(settings).expect(200);
  return { cluster, id };
}

async function login({ id: identityId }: Tenant): Promise<{ status: number; time: number }> {
  const took = quietStopwatch();
  const { status } = await server.http.post(loginPath('kubernetes-auth')).send({ identityId, jwt });
  return { status, time: took() };
}

/** Milliseconds of logins that have to succeed, one after the other. */
async function timesOf(tenant: Tenant, count = PROBES): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const { status, time } = await login(tenant);
    expect(status).toBe(200);
    times.push(time);
  }
  return times;
}

/** Logins at once. `refused`: once all are that found no place to wait at. */
function flood(tenant: Tenant, count: number) {
  let left = count - UNDER_WAY - WAITING;
  let settle: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => void (settle = resolve));
  const ended = Promise.all(
    Array.from({ length: count }, async () => {
      const { status } = await login(tenant);
      if (status === 429 && --left === 0) settle();
      return status;
    }),
  );
  return { refused, ended };
}

/** Lets a cluster take calls and answer none, until they are let go. */
function hang({ cluster }: Tenant): () => void {
  const held: ServerResponse[] = [];
  cluster.answering = (_call, res) => void held.push(res);
  return () => {
    cluster.answering = (_call, res) => void res.destroy();
    for (const res of held) res.destroy();
  };
}

/** The 95th hundredths of both, in milliseconds. */
interface Compared {
  readonly before: number;
  readonly during: number;
}

async function expectAsFast(slack: number, compare: () => Promise<Compared>): Promise<void> {
  const slower = async () => {
    const { before, during } = await compare();
    process.stderr.write(
      `p95 of another tenant: ${before.toFixed(1)} ms, ${during.toFixed(1)} ms\n`,
    );
    return (during - slack) / before;
  };
  // What is left is the noise of two samples of the same.
  expect(await leastOf(1.25, slower)).toBeLessThan(1.25);
}

const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!;

describe('A cluster that hangs', () => {
  it('leaves the logins of another tenant as fast as they were (T351)', async () => {
    const [hanging, other] = [await aTenant('hangs.example'), await aTenant('other.example')];
    await timesOf(other);
    await expectAsFast(2, async () => {
      const [quiet, meanwhile]: number[][] = [[], []];
      // By turns, so that whatever else the machine does is in both.
      for (let round = 0; round < ROUNDS; round++) {
        quiet!.push(...(await timesOf(other)));
        const letGo = hang(hanging);
        const calls = hanging.cluster.calls.length;
        const { refused, ended } = flood(hanging, LOGINS / ROUNDS);
        await refused;
        meanwhile!.push(...(await timesOf(other)));
        expect(hanging.cluster.calls.length - calls).toBeGreaterThanOrEqual(UNDER_WAY);
        letGo();
        expect(new Set(await ended)).toEqual(new Set([429, 504]));
      }
      return { before: p95(quiet!), during: p95(meanwhile!) };
    });
  });

  it('holds up the logins of its own tenant alone, and those not for long (T351)', async () => {
    const [hanging, other] = [await aTenant('holds.example'), await aTenant('beside.example')];
    /** A flood that arrives at one moment, and another tenant from that moment on. */
    const burst = async () => {
      const calls = hanging.cluster.calls.length;
      const { ended } = flood(hanging, LOGINS);
      const times = await timesOf(other);
      return { times, statuses: new Set(await ended), calls: hanging.cluster.calls.length - calls };
    };

    // A thousand arrivals take what they take; that nobody answers takes no more from anybody else.
    await expectAsFast(5, async () => {
      hanging.cluster.answering = reviewed(false);
      const answered = await burst();
      const letGo = hang(hanging);
      const took = quietStopwatch();
      const start = performance.now();
      const silent = await burst();
      const rounds = 1 + Math.floor((performance.now() - start) / 5_000);
      expect(silent.statuses).toEqual(new Set([429, 504]));
      // Five at a time for five seconds each, for as long as it takes a thousand to arrive.
      expect(silent.calls).toBeLessThanOrEqual(rounds * UNDER_WAY);
      expect(took()).toBeLessThan(20_000);
      letGo();
      return { before: p95(answered.times), during: p95(silent.times) };
    });
  });
});
