import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { pacingUnread } from './body/unread-body.js';
import { onClientError } from './client-error.js';
import { newReqId } from './request-context.js';
import { normalizeTarget } from './edge.middleware.js';
import { TurnQueue } from './limits/turn-queue.js';
import { longListOf, sendSliced } from './sliced-answer.js';
import { cutSlowReaders } from './slow-readers.js';

/** Milliseconds; A slow sender is cut off; a stream is an answer and may last. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 61_000,
  /** How often the limits above are looked after; Node's own 30 s would add to them. */
  connectionsCheckingInterval: 1_000,
};

/** A peer that neither sends nor takes anything for so long is gone; streams beat every 15 s. */
const SILENCE = 20_000;

/** Connections that may wait to be accepted: with Node's 511, the system cuts off some of a thousand that come at once. */
const BACKLOG = 4_096;

/** Streams too are connections, each of some 16 KB; more than these are closed at once. */
const MAX_CONNECTIONS = 20_000;

/** A connection ends after so many requests, so that clients spread over replicas again; its last answer says so. */
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
    const begin: RequestListener = (req, res) => {
      normalizeTarget(req);
      return app(req, res);
    };
    const listener = pacingUnread(inTurns(fewATurn(begin)));
    this.httpServer = createHttpServer(listener, this.onCut);
  }

  /** As Nest calls it: where to listen, and whom to tell. */
  override listen(port: number | string, ...args: unknown[]): Server {
    const host = typeof args[0] === 'string' ? args[0] : undefined;
    const callback = args.at(-1) as (() => void) | undefined;
    return (this.httpServer as Server).listen(Number(port), host, BACKLOG, callback);
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

/** Makes each answer from now on the last of its connection: the client goes on over another, elsewhere if it can. */
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

/** Requests that one connection may have sent without having taken their answers. */
const MAX_PIPELINED = 256;

/** The requests of one connection. */
interface Pipeline {
  readonly unanswered: Set<ServerResponse>;
  readonly waiting: Parameters<RequestListener>[];
}

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Begins requests that come together on one connection one in each turn of the event loop, so that others have theirs
 * in between: Node would begin them all at once. A client that sends more than 256 ahead is cut off.
 */
function inTurns(listener: RequestListener): RequestListener {
  const begin = (socket: Socket, waiting: Pipeline['waiting']) => {
    const next = waiting.shift();
    if (next && !socket.destroyed) listener(...next);
    if (waiting.length > 0) setImmediate(begin, socket, waiting);
  };
  return (req, res) => {
    const { socket } = req;
    let pipeline = pipelines.get(socket);
    if (!pipeline) pipelines.set(socket, (pipeline = { unanswered: new Set(), waiting: [] }));
    const { unanswered, waiting } = pipeline;
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
    if (unanswered.size === 1) return listener(req, res);
    if (unanswered.size > MAX_PIPELINED) {
      waiting.length = 0;
      socket.destroy();
      return;
    }
    if (waiting.push([req, res]) === 1) setImmediate(begin, socket, waiting);
  };
}

/** What an orchestrator asks while hundreds of others wait for their turn. */
const PROBES: ReadonlySet<unknown> = new Set(['/api/health/live', '/api/health/ready']);

/**
 * Begins a few requests in each turn of the event loop, in the order in which they came. Whoever signed in on its
 * connection before does not wait behind connections that are new, of which anybody may open hundreds.
 */
export function fewATurn(listener: RequestListener): RequestListener {
  const [probes, ofKnown, ofNew] = [1, 3, 1].map((ms) => new TurnQueue(ms)) as Three<TurnQueue>;
  const known = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    res.once('finish', () => 'user' in req && known.add(socket)); // the guard leaves the caller there
    const queue = PROBES.has(req.url) ? probes : known.has(socket) ? ofKnown : ofNew;
    queue.run(() => void (socket.destroyed || listener(req, res)));
  };
}

type Three<T> = [T, T, T];

/** Answers what Node's HTTP parser refuses. Behind an answer that has begun, another would be taken for part of it. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { unanswered = [] } = pipelines.get(socket as Socket) ?? {};
  if ([...unanswered].some((res) => res.headersSent)) socket.destroy();
  else onClientError(error, socket, newReqId());
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
    refuseConnection(new Error('CONNECT is for proxies'), socket),
  );
  server.on('clientError', refuseConnection);
  return server;
}
