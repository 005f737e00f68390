import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import type { OwnPostgres } from './own-postgres.js';

/** Something that goes wrong and is right again when `strike` ends. */
export interface Fault {
  readonly name: string;
  strike(cluster: Cluster, round: number): Promise<void>;
}

/** What can go wrong between replicas and a database that itself stays up. `scale` shortens the waits. */
export const faults = (scale: number): readonly Fault[] => [
  ...replicaFaults(scale),
  ...connectionFaults(scale),
];

const replicaFaults = (scale: number): readonly Fault[] => [
  {
    name: 'kill -9 of a replica',
    strike: async ({ replicas }, round) => {
      const replica = replicas[round % replicas.length]!;
      await replica.kill();
      await replica.start();
    },
  },
  {
    name: 'a replica stopped and continued',
    strike: async ({ replicas }, round) => {
      const replica = replicas[round % replicas.length]!;
      replica.pause();
      await delay(10_000 * scale);
      replica.resume();
    },
  },
];

const connectionFaults = (scale: number): readonly Fault[] => [
  { name: 'all backends terminated', strike: (cluster) => cluster.terminateBackends() },
  { name: 'half of the backends terminated', strike: (cluster) => cluster.terminateBackends(0.5) },
  {
    name: 'connections cut',
    strike: async ({ proxies }, round) => {
      const proxy = proxies[round % proxies.length]!;
      await proxy.cut();
      await delay(2_000 * scale);
      await proxy.restore();
    },
  },
  {
    name: 'connections half open',
    strike: async ({ proxies }, round) => {
      const proxy = proxies[round % proxies.length]!;
      proxy.stall();
      await delay(5_000 * scale);
      await proxy.cut();
      await proxy.restore();
    },
  },
  {
    name: 'connections slow',
    strike: async ({ proxies }) => {
      for (const proxy of proxies) proxy.delay(100);
      await delay(5_000 * scale);
      for (const proxy of proxies) proxy.delay(0);
    },
  },
  {
    name: 'every connection of the pool waiting',
    strike: async (cluster) => {
      const hold = `do $$ begin lock table secrets in exclusive mode; perform pg_sleep(${3 * scale}); end $$`;
      await cluster.query(hold).catch(() => undefined);
    },
  },
];

/** What can go wrong with the bus, where there is one. */
export const busFaults = (scale: number): readonly Fault[] => [
  {
    name: 'bus down',
    strike: async ({ bus }) => {
      await bus?.cut();
      await delay(5_000 * scale);
      await bus?.restore();
    },
  },
];

/** What can go wrong with the database. */
export const databaseFaults = (postgres: OwnPostgres, scale: number): readonly Fault[] => [
  {
    name: 'power cut of the database',
    strike: async () => {
      await postgres.crash();
      await postgres.restart();
    },
  },
  {
    name: 'database away',
    strike: async () => {
      await postgres.stop();
      await delay(30_000 * scale);
      await postgres.restart();
    },
  },
];

/** For the environment of a replica: its clock is wrong by so many minutes. */
export function wrongClock(minutes: number): Record<string, string> {
  const script = `const D=Date,n=D.now;const off=${minutes * 60_000};globalThis.Date=class extends D{constructor(...a){if(a.length===0)super(n()+off);else super(...a)}static now(){return n()+off}}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
