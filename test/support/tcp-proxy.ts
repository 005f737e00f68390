import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Stands between a server and what it depends on, to take it away. */
export interface TcpProxy {
  /** The target's URL, with the proxy in place of its host. */
  readonly url: string;
  /** From now on nothing passes, and nobody is told. */
  stall(): void;
  /** On the connections that are open now nothing passes any more, and nobody is told. */
  forsake(): void;
  /** What comes from now on passes again; what came meanwhile is lost. */
  resume(): void;
  /** From now on new connections lead there; those that are open stay as they are. */
  lead(target: Target): void;
  /** From now on everything passes so many milliseconds late. */
  delay(milliseconds: number): void;
  /** From now on what one side ends stays open for the other, as until word of it arrives. */
  hideEnds(): void;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  /** Takes connections again, at the same address. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Host and port, or the path of a socket. */
export type Target = { readonly host: string; readonly port: number } | { readonly path: string };

export async function tcpProxy(url: string, first: Target): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  let isHidingEnds = false;
  let lateness = 0;
  let target = first;
  /** Connections of before: nothing of them is passed on any more. */
  const deaf = new WeakSet<object>();
  const server = createServer((near) => {
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      if (isHidingEnds || deaf.has(pair)) return;
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [far, near]] as const) {
      const line = new Line(
        (chunk) => isStalled || deaf.has(pair) || to.destroyed || to.write(chunk),
      );
      from.on('data', (chunk: Buffer) => line.take(chunk, lateness));
      from.on('close', end).on('error', end);
    }
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    await closed;
  };
  return {
    url: throughPort(url, port),
    stall: () => (isStalled = true),
    resume: () => (isStalled = false),
    lead: (next) => (target = next),
    forsake: () => {
      for (const pair of pairs) deaf.add(pair);
    },
    delay: (milliseconds) => (lateness = milliseconds),
    hideEnds: () => (isHidingEnds = true),
    cut,
    restore: () => {
      isStalled = false;
      return listen(server, port);
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}

/** A way to that database that can be cut. */
export async function inFrontOf(url: string): Promise<TcpProxy> {
  const { host, port } = new pg.Client({ connectionString: url });
  return tcpProxy(
    url,
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
}

/** Passes on in order, each in its time. */
class Line {
  private readonly waiting: { readonly chunk: Buffer; readonly due: number }[] = [];

  constructor(private readonly pass: (chunk: Buffer) => void) {}

  take(chunk: Buffer, lateness: number): void {
    this.waiting.push({ chunk, due: performance.now() + lateness });
    if (this.waiting.length === 1) this.move();
  }

  private move(): void {
    for (let first; (first = this.waiting[0]); this.waiting.shift()) {
      const early = first.due - performance.now();
      if (early > 0) {
        setTimeout(() => this.move(), early);
        return;
      }
      this.pass(first.chunk);
    }
  }
}

function throughPort(url: string, port: number): string {
  const through = new URL(url);
  const [, credentials = ''] = /\/\/([^/@]*@)?/.exec(url) ?? [];
  through.searchParams.delete('host');
  return `${through.protocol}//${credentials}127.0.0.1:${port}${through.pathname}${through.search}`;
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
