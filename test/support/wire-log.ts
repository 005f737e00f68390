import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** What went to PostgreSQL on the wire, as it saw it. */
export interface WireLog {
  /** The database's URL through here. */
  readonly url: string;
  /** How often an answer was waited for. */
  readonly roundTrips: number;
  /** Texts that were sent to be executed once, beginnings and ends of transactions included. */
  readonly unprepared: readonly string[];
  /** Names of prepared statements that were executed, in their order. */
  readonly executed: readonly string[];
  /** Begins anew. */
  reset(): void;
  close(): Promise<void>;
}

/** Stands before the database of that URL and reads along what is sent there. */
export async function wireLogOf(url: string): Promise<WireLog> {
  const { host, port } = new pg.Client({ connectionString: url });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const log = { roundTrips: 0, unprepared: [] as string[], executed: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    const messages = new Messages((type, body) => note(log, type, body));
    near.on('data', (chunk: Buffer) => {
      messages.take(chunk);
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => near.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  const [, credentials = ''] = /\/\/([^/@]*@)?/.exec(url) ?? [];
  through.searchParams.delete('host');
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reset = () => Object.assign(log, { roundTrips: 0, unprepared: [], executed: [] });
  return Object.assign(log, {
    url: `${through.protocol}//${credentials}${own}${through.pathname}${through.search}`,
    reset,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}

type Log = { roundTrips: number; unprepared: string[]; executed: string[] };

/** The messages of the frontend, by their first byte. */
function note(log: Log, type: string, body: Buffer): void {
  if (type === 'S' || type === 'Q') log.roundTrips++;
  if (type === 'Q') log.unprepared.push(textIn(body, 0));
  if (type === 'P' && body[0] === 0) log.unprepared.push(textIn(body, 1));
  // A portal, then the statement that is bound to it.
  if (type === 'B') {
    const name = textIn(body, body.indexOf(0) + 1);
    if (name !== '') log.executed.push(name);
  }
}

const textIn = (body: Buffer, from: number): string =>
  body.toString('utf8', from, body.indexOf(0, from));

/** Cuts a stream into messages. The first one, which starts the session, has no type. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);
  private hasStarted = false;

  constructor(private readonly onMessage: (type: string, body: Buffer) => void) {}

  take(chunk: Buffer): void {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const before = this.hasStarted ? 1 : 0;
      if (this.rest.length < before + 4) return;
      const end = before + this.rest.readInt32BE(before);
      if (this.rest.length < end) return;
      if (this.hasStarted)
        this.onMessage(String.fromCharCode(this.rest[0]!), this.rest.subarray(before + 4, end));
      this.hasStarted = true;
      this.rest = this.rest.subarray(end);
    }
  }
}
