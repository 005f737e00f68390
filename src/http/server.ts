import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { onClientError } from './client-error.js';
import { newReqId } from './request-context.js';

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

/** Nest's adapter, on a server of ours. */
export class ServerAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const listener: RequestListener = this.getInstance();
    this.httpServer = createHttpServer(listener);
  }
}

function createHttpServer(listener: RequestListener): Server {
  // The edge asks for Host itself: Node would answer without a body.
  const server = createServer({ ...LIMITS, requireHostHeader: false }, listener);
  server.timeout = SILENCE;
  // Counted at the edge: Node would drop what lies beyond, and duplicates with it.
  server.maxHeadersCount = 0;
  // `Expect: 100-continue`: the body is asked for after authentication (decision 27d).
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (req, res) => server.emit('request', req, res));
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    onClientError(error, socket, newReqId()),
  );
  return server;
}
