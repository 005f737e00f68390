import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Stands between a server and what it depends on, to take it away. */
export interface TcpProxy {
  /** The target's URL, with the proxy in place of its host. */
  readonly url: string;
  /** From now on nothing passes, and nobody is told. */
  stall(): void;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  /** Takes connections again, at the same address. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** `target`: host and port, or the path of a socket. */
export async function tcpProxy(
  url: string,
  target: { host: string; port: number } | { path: string },
): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('data', (chunk) => isStalled || to.write(chunk));
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
    cut,
    restore: () => {
      isStalled = false;
      return listen(server, port);
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
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
