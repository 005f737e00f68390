import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { OutgoingFailure } from '../../../src/outgoing/failure.js';
import type { CaaRecord, OutgoingNetwork } from '../../../src/outgoing/network.js';
import { aTestAuthority, type TestAuthority } from './certificates.js';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers a call; the sockets of those that never answer are closed with the server. */
export type Answering = (call: ReceivedCall, res: ServerResponse) => void;

export interface FakeHost {
  readonly url: string;
  readonly ca: string;
  /** What it received so far. */
  readonly calls: ReceivedCall[];
  answering: Answering;
  close(): Promise<void>;
}

/** An answer of JSON. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answering =>
  (_call, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A network without the internet: names and addresses that lead to servers of this test, and what was asked of it. */
export class FakeNetwork implements OutgoingNetwork {
  readonly resolved: string[] = [];
  /** `address:port` of every connection that was tried. */
  readonly dialled: string[] = [];
  /** Addresses of each name; an answer may change from one look-up to the next. */
  readonly names = new Map<string, () => readonly string[]>();
  /** Texts of the TXT records of each name. */
  readonly records = new Map<string, readonly string[]>();
  /** CAA records of each name; null: the name server fails. */
  readonly caa = new Map<string, readonly CaaRecord[] | null>();
  private readonly ports = new Map<string, number>();
  private readonly servers: { close(): Promise<void> }[] = [];
  private next = 10;

  private constructor(readonly authority: TestAuthority) {}

  get roots(): string {
    return this.authority.ca;
  }

  static async open(): Promise<FakeNetwork> {
    return new FakeNetwork(await aTestAuthority());
  }

  async resolve(host: string): Promise<readonly string[]> {
    this.resolved.push(host);
    const found = this.names.get(host)?.() ?? [];
    if (found.length === 0) throw new OutgoingFailure('name');
    return found;
  }

  async texts(host: string): Promise<readonly string[]> {
    const found = this.records.get(host);
    if (!found) throw new OutgoingFailure('name');
    return found;
  }

  async authorizations(host: string): Promise<readonly CaaRecord[]> {
    const found = this.caa.get(host);
    if (found === null) throw new OutgoingFailure('name');
    return found ?? [];
  }

  async dial(address: string, port: number): Promise<Socket> {
    this.dialled.push(`${address}:${port}`);
    const local = this.ports.get(`${address}:${port}`);
    if (local === undefined) throw new Error('refused');
    const socket = connect(local, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  /** Makes an address lead to a port of this machine. */
  route(address: string, port: number, local: number): void {
    this.ports.set(`${address}:${port}`, local);
  }

  /** A server at a public address, with a certificate for the name. */
  async host(
    name: string,
    answering: Answering,
    { port = 443, authority = this.authority, certificateFor = name } = {},
  ): Promise<FakeHost> {
    const address = `93.184.216.${this.next++}`;
    const { cert, key } = await authority.issue(certificateFor);
    const calls: ReceivedCall[] = [];
    const fake = { answering };
    const server = createServer({ cert, key }, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const call = { method: req.method!, path: req.url!, headers: req.headers, body };
        calls.push(call);
        fake.answering(call, res);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.names.set(name, () => [address]);
    this.route(address, port, (server.address() as AddressInfo).port);
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    this.servers.push({ close });
    const url = `https://${name}${port === 443 ? '' : `:${port}`}`;
    return Object.assign(fake, { url, ca: authority.ca, calls, close });
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close().catch(() => undefined)));
  }
}
