import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { tcpProxy, type TcpProxy } from '../test/support/tcp-proxy.js';
import { Replica } from './replica.js';
import { makeScene, type Scene } from './scene.js';

export interface ClusterOptions {
  readonly databaseUrl: string;
  readonly replicas: number;
  /** URL of a Redis for all replicas, which they reach through a proxy. */
  readonly busUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The built server, where this file does not run from `dist`. */
  readonly script?: string;
}

/** Replicas over one database, each behind a proxy of its own to it, and an account to work with. */
export class Cluster {
  private constructor(
    readonly databaseUrl: string,
    readonly replicas: readonly Replica[],
    readonly proxies: readonly TcpProxy[],
    readonly scene: Scene,
    readonly bus: TcpProxy | undefined,
  ) {}

  /** The database must be empty, but for the schema. */
  static async start({
    databaseUrl,
    replicas,
    busUrl,
    env = {},
    script,
  }: ClusterOptions): Promise<Cluster> {
    const keys = {
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      AUTH_SECRET: randomBytes(48).toString('base64'),
    };
    const bus = busUrl === undefined ? undefined : await tcpProxy(busUrl, addressOf(busUrl, 6379));
    const settings = {
      RATE_LIMITS: 'off',
      ...keys,
      ...(bus ? { REDIS_URL: bus.url } : {}),
      ...env,
    };
    const proxies: TcpProxy[] = [];
    const started: Replica[] = [];
    for (let index = 0; index < replicas; index++) {
      const proxy = await tcpProxy(databaseUrl, addressOf(databaseUrl, 5432));
      proxies.push(proxy);
      started.push(await Replica.start({ ...settings, DATABASE_URL: proxy.url }, script));
    }
    const scene = await makeScene(started[0]!.url);
    return new Cluster(databaseUrl, started, proxies, scene, bus);
  }

  url(turn: number): string {
    return this.replicas[turn % this.replicas.length]!.url;
  }

  /** A statement on the database itself, past every proxy. */
  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the backends of all replicas, or of a share of them. */
  async terminateBackends(share = 1): Promise<void> {
    await this.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and random() < $1`,
      [share],
    ).catch(() => undefined);
  }

  async end(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
    await Promise.all([...this.proxies, this.bus].map((proxy) => proxy?.close()));
  }
}

/** Where the server listens: a socket's path, or host and port. */
function addressOf(url: string, usual: number): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url);
  const directory = searchParams.get('host');
  if (directory?.startsWith('/')) return { path: `${directory}/.s.PGSQL.${port || usual}` };
  return { host: hostname, port: Number(port || usual) };
}
