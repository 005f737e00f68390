import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { AddressPolicy } from './address-policy.js';
import { AddressPlaces } from './address-places.js';
import { BoundedConnection, NO_RENEGOTIATION } from './bounded-connection.js';
import { refuseManyHints } from './exchange.js';
import type { Payer } from './fair-shares.js';
import { OutgoingFailure } from './failure.js';
import { ProcessorBudget, type ProcessorShare } from './processor-budget.js';
import type { CaaRecord, OutgoingNetwork } from './network.js';
import { redirectedTo } from './probe-redirects.js';
import { hostOf, isAddress } from './target-url.js';

/** Milliseconds: one probe in all, and one of two kinds of addresses where there are both. */
const PROBE = 10_000;
const FIRST_TRY = 3_000;
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_HEADERS = 8 * 1024;
/** Probes of one address under way in a process. */
const PER_ADDRESS = 5;
const MIN_TLS = 'TLSv1.2';

/** For whom a host is looked at. */
export interface Prober {
  readonly organizationId: string;
  readonly payer: Payer;
}

/** What a host answered, of which no more than so many bytes were read. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** What a host showed in a TLS handshake. */
export interface ProbeHandshake {
  readonly protocol: string | null;
  /** The certificate of the host in DER. */
  readonly certificate: Buffer;
}

/** Ports that are called in place of 80 and 443: for tests of an operator. */
export interface ProbePorts {
  readonly http?: number;
  readonly tls?: number;
}

/**
 * Looks at hosts whose names somebody claims, by their own rules: plain `http` too, redirects followed, certificates not
 * verified, nothing sent but the name and a path. Every address is checked, and the connection goes to that address.
 */
export class Probes {
  private readonly places = new AddressPlaces(PER_ADDRESS);
  private readonly budget = new ProcessorBudget();

  constructor(
    private readonly network: OutgoingNetwork,
    private readonly addresses: AddressPolicy,
    private readonly ports: ProbePorts = {},
  ) {}

  /** Reads at most `maxBytes` of what is there, redirects followed. Throws OutgoingFailure. */
  async read(url: URL, maxBytes: number, prober: Prober): Promise<ProbeAnswer> {
    const signal = AbortSignal.timeout(PROBE);
    const share = this.budget.shareOf(prober.organizationId, prober.payer);
    const seen = new Set<string>();
    for (let next = url; ;) {
      if (seen.has(next.href) || seen.size > MAX_REDIRECTS) throw new OutgoingFailure('redirect');
      seen.add(next.href);
      const answer = await this.readOne(next, maxBytes, { signal, share });
      if (!REDIRECTS.has(answer.status)) return answer;
      next = redirectedTo(next, answer.location);
    }
  }

  /** Completes a handshake for a name, and with one protocol. Throws OutgoingFailure. */
  async handshake(
    host: string,
    { servername, protocol }: { readonly servername: string; readonly protocol: string },
    { organizationId, payer }: Prober,
  ): Promise<ProbeHandshake> {
    const share = this.budget.shareOf(organizationId, payer);
    const signal = AbortSignal.timeout(PROBE);
    return this.connected(host, 443, signal, async (socket) => {
      const tls = await secured(
        socket,
        { servername, ALPNProtocols: [protocol] },
        { signal, share, maxBytes: 0 },
      );
      const certificate = tls.getPeerX509Certificate()?.raw;
      if (!certificate) throw new OutgoingFailure('tls');
      return { protocol: tls.alpnProtocol || null, certificate };
    });
  }

  /** Returns the texts of the TXT records of a name. Throws OutgoingFailure. */
  async texts(name: string): Promise<readonly string[]> {
    const signal = AbortSignal.timeout(PROBE);
    return orLate(signal, this.network.texts(name, signal));
  }

  /**
   * Returns the CAA records that count for a name: its own, or those of the nearest name above that has some (RFC 8659, 3). Throws
   * OutgoingFailure.
   */
  async authorizations(name: string): Promise<readonly CaaRecord[]> {
    const signal = AbortSignal.timeout(PROBE);
    for (let host = name; host !== ''; host = host.split('.').slice(1).join('.')) {
      const found = await orLate(signal, this.network.authorizations(host, signal));
      if (found.length > 0) return found;
    }
    return [];
  }

  private readOne(
    url: URL,
    maxBytes: number,
    { signal, share }: ProbeBounds,
  ): Promise<ProbeAnswer & { readonly location: string | undefined }> {
    const isSecure = url.protocol === 'https:';
    const host = hostOf(url);
    return this.connected(host, isSecure ? 443 : 80, signal, async (socket) => {
      const names = isAddress(host) ? {} : { servername: host };
      const bounds = { signal, share, maxBytes };
      const way = isSecure ? await secured(socket, names, bounds) : plain(socket, bounds);
      const answer = await orLate(signal, asked(way, url, signal));
      try {
        const body = await orLate(signal, beginningOf(answer, maxBytes));
        return { status: answer.statusCode ?? 0, body, location: answer.headers.location };
      } finally {
        answer.destroy();
      }
    });
  }

  /** Does the work on a connection to a checked address, which is closed after it. */
  private async connected<T>(
    host: string,
    port: 80 | 443,
    signal: AbortSignal,
    work: (socket: Socket) => Promise<T>,
  ): Promise<T> {
    const called = (port === 80 ? this.ports.http : this.ports.tls) ?? port;
    const addresses = await this.addressesOf(host, called, signal);
    this.places.take(addresses);
    try {
      const socket = await this.dial(addresses, called, signal);
      const end = () => void socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      try {
        return await work(socket);
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    } finally {
      this.places.giveBack(addresses);
    }
  }

  /** One address of each kind, IPv6 first; those that may not be called are left out. */
  private async addressesOf(host: string, port: number, signal: AbortSignal): Promise<string[]> {
    const found = isAddress(host)
      ? [host]
      : await orLate(signal, this.network.resolve(host, signal));
    const allowed = found.filter((each) => this.addresses.allows(each, port));
    if (allowed.length === 0) throw new OutgoingFailure('address');
    const isSix = (address: string) => address.includes(':');
    const one = [allowed.find(isSix), allowed.find((each) => !isSix(each))];
    return one.filter((each) => each !== undefined);
  }

  private async dial(
    [first, second]: readonly string[],
    port: number,
    signal: AbortSignal,
  ): Promise<Socket> {
    const once = second ? AbortSignal.any([signal, AbortSignal.timeout(FIRST_TRY)]) : signal;
    const socket = await this.dialOne(first!, port, once).catch((error: unknown) => {
      if (!second || signal.aborted) throw error;
      return this.dialOne(second, port, signal);
    });
    // A connection that breaks has nobody else to tell.
    socket.on('error', () => undefined);
    return socket;
  }

  private dialOne(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    const dialling = this.network.dial(address, port, signal).catch(() => {
      throw new OutgoingFailure('connection');
    });
    // One that comes too late is closed.
    void dialling.then(
      (socket) => signal.aborted && socket.destroy(),
      () => undefined,
    );
    return orLate(signal, dialling);
  }
}

/** What one probe may take. */
interface ProbeBounds {
  readonly signal: AbortSignal;
  readonly share: ProcessorShare;
}

/** What one connection of a probe may take. */
interface ConnectionBounds extends ProbeBounds {
  /** Bytes that the body of an answer may have. */
  readonly maxBytes: number;
}

function plain(socket: Socket, { share, maxBytes }: ConnectionBounds): BoundedConnection {
  const bounded = new BoundedConnection(socket, share, { isTls: false });
  bounded.on('error', () => undefined);
  bounded.expectAnswer(MAX_HEADERS + maxBytes);
  return bounded;
}

function secured(
  socket: Socket,
  options: { readonly servername?: string; readonly ALPNProtocols?: string[] },
  { signal, share, maxBytes }: ConnectionBounds,
): Promise<TLSSocket> {
  const bounded = new BoundedConnection(socket, share);
  const securing = new Promise<TLSSocket>((resolve, reject) => {
    const tls = share.charge(() =>
      connectTls({
        ...{ socket: bounded, ...options },
        ...{ minVersion: MIN_TLS, rejectUnauthorized: false, ...NO_RENEGOTIATION },
      }),
    );
    // A TLS socket without a listener would end the process.
    tls.on('error', () => undefined);
    const fail = () => reject(bounded.failure ?? new OutgoingFailure('tls'));
    tls.once('close', fail);
    tls.once('secureConnect', () => {
      tls.off('close', fail);
      bounded.expectAnswer(MAX_HEADERS + maxBytes);
      resolve(tls);
    });
  });
  return orLate(signal, securing);
}

function asked(socket: Duplex, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'User-Agent': 'Strongroom-ACME',
        Accept: '*/*',
        Connection: 'close',
      },
      maxHeaderSize: MAX_HEADERS,
      signal,
    });
    asking.once('error', () => reject(new OutgoingFailure('connection')));
    refuseManyHints(asking, () => reject(new OutgoingFailure('size')));
    asking.once('response', resolve);
    asking.end();
  });
}

/** Reads no further than one byte beyond the bound, by which what is too long is known. */
async function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch {
    throw new OutgoingFailure('connection');
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1);
}

function orLate<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutgoingFailure('time'));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}
