import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { onClientError } from './client-error.js';
import { inTurns } from './limits/pipelining.js';
import { newReqId } from './request-context.js';
import { normalizeTarget } from './request-target.js';
import { longListOf, sendSliced } from './sliced-answer.js';
import { cutSlowReaders } from './slow-readers.js';

/** Milliseconds; `reliability-and-security.md` 6.1. A slow sender is cut off; a stream is an answer and may last. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 61_000,
  /** How often the limits above are looked after; Node's own 30 s would add to them. */
  connectionsCheckingInterval: 1_000,
};

/** A peer that neither sends nor takes anything for so long is gone; streams beat every 15 s. */
const SILENCE = 20_000;

/** Streams too are connections, each of some 16 KB; more than these are closed at once. */
const MAX_CONNECTIONS = 20_000;

/** After so many a connection ends, told in its last answer, so that clients spread over replicas again. */
const MAX_REQUESTS = 1_000;

/** Milliseconds that a connection gets, at the end, for the request it was opened for. */
const LINGER = 500;

/** Nest's adapter, on a server of ours. */
export class ServerAdapter extends ExpressAdapter {
  /** `onCut` is told of each peer that is cut off because it does not take its answers; `hashing`: of entity tags. */
  constructor(
    instance: Express,
    private readonly onCut: () => void,
    private readonly hashing: () => { update(part: Buffer): void; etag(): string },
  ) {
    super(instance);
  }

  /** Long lists are written in slices of time. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (longListOf(body) === undefined) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    return sendSliced(response, body as Readonly<Record<string, unknown>>, this.hashing);
  }

  override initHttpServer(): void {
    const app: RequestListener = this.getInstance();
    const listener = inTurns((req, res) => {
      normalizeTarget(req);
      return app(req, res);
    });
    this.httpServer = createHttpServer(listener, this.onCut);
  }

  /**
   * Takes no new connection, answers what comes on those there are, and ends with the last of them. Node's own way
   * would cut off a connection that was accepted just now and whose request is on its way.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server | undefined;
    if (!server?.listening) return;
    closeAfterResponse(server);
    const closed = once(server, 'close');
    await acceptWaiting(server);
    NetServer.prototype.close.call(server);
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      server.closeIdleConnections();
      sweep = setInterval(() => server.closeIdleConnections(), 100);
    }, LINGER);
    await closed;
    clearTimeout(linger);
    clearInterval(sweep);
    // Ends its look after slow connections too, which only this does.
    server.close(() => undefined);
  }
}

/** From now on each answer is the last on its connection: the client goes on over another, elsewhere if it can. */
export function closeAfterResponse(server: Server): void {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
}

/** Milliseconds for that; connections that come faster than they are taken would make it last for ever. */
const ACCEPT_FOR = 1_000;
/** Milliseconds of a turn in which there was next to nothing to do. */
const SHORT_TURN = 0.5;

/**
 * Takes the connections that the system holds ready: it would reset them. There is one in each turn of the loop. Ends
 * right after a turn that brought none and was short, so that hardly any can have come since the loop looked.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const end = performance.now() + ACCEPT_FOR;
  let accepted = 0;
  const count = () => void accepted++;
  server.on('connection', count);
  await turn(); // to the point of the loop where each turn from here on holds one look
  for (let isQuiet = false; !isQuiet && performance.now() < end;) {
    const before = accepted;
    const start = performance.now();
    await turn();
    isQuiet = accepted === before && performance.now() - start < SHORT_TURN;
  }
  server.off('connection', count);
}

function createHttpServer(listener: RequestListener, onCut: () => void): Server {
  // The edge asks for Host itself: Node would answer without a body.
  const server = createServer({ ...LIMITS, requireHostHeader: false }, listener);
  server.timeout = SILENCE;
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS;
  cutSlowReaders(server, onCut);
  // Counted at the edge: Node would drop what lies beyond, and duplicates with it.
  server.maxHeadersCount = 0;
  // `Expect: 100-continue`: the body is asked for after authentication, which refuses with 401 before.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (req, res) => server.emit('request', req, res));
  }
  // Node would hang up without a word.
  server.on('connect', (_req, socket) =>
    onClientError(new Error('CONNECT is for proxies'), socket, newReqId()),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    onClientError(error, socket, newReqId()),
  );
  return server;
}
