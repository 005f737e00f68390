import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { JSON_BOUNDS, parseJsonBody } from '../http/body/json-body.js';
import { BoundedConnection, NO_RENEGOTIATION } from './bounded-connection.js';
import { OutgoingFailure } from './failure.js';
import type { ProcessorShare } from './processor-budget.js';
import { hostOf, isAddress } from './target-url.js';

/** One call. The URL is `https` and was checked. */
export interface OutgoingCall {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Certificates (PEM) that count in place of the system's roots. */
  readonly ca?: string;
  /** Bytes that the answer may have. */
  readonly maxBytes: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** What a successful answer (2xx) holds. Of any other one no byte is read: undefined. */
  readonly json: unknown;
  readonly cacheControl: string;
}

const MAX_HEADERS = 16 * 1024;
/** Answers before the one that counts (1xx). */
const MAX_HINTS = 10;
/** Pieces of a body, as its chunks or the records of TLS cut it. */
const MAX_PIECES = 2_000;
const MIN_TLS = 'TLSv1.2';
/** A key set of a hundred keys with their certificates is far below. */
const BOUNDS = { ...JSON_BOUNDS, depth: 16, members: 10_000, nodes: 10_000 };

/** TLS, and the connection below it, which knows whether it ended for its bounds. */
export interface SecuredConnection {
  readonly tls: TLSSocket;
  readonly bounded: BoundedConnection;
}

/** TLS over a connection that stands: the certificate has to be that of the URL's host, whatever the address was. */
export function secure(
  socket: Socket,
  { url, ca, maxBytes }: Pick<OutgoingCall, 'url' | 'ca' | 'maxBytes'>,
  share: ProcessorShare,
): Promise<SecuredConnection> {
  const host = hostOf(url);
  const bounded = new BoundedConnection(socket, share);
  return new Promise((resolve, reject) => {
    // Certificates of an own authority are read here.
    const tls = share.charge(() =>
      connectTls({
        socket: bounded,
        host,
        ...(isAddress(host) ? {} : { servername: host }),
        ...(ca === undefined ? {} : { ca }),
        minVersion: MIN_TLS,
        ...NO_RENEGOTIATION,
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
      }),
    );
    // A TLS socket without a listener would end the process.
    tls.on('error', () => undefined);
    const fail = () => reject(bounded.failure ?? new OutgoingFailure('tls'));
    tls.once('close', fail);
    tls.once('secureConnect', () => {
      tls.off('close', fail);
      bounded.expectAnswer(MAX_HEADERS + maxBytes);
      resolve({ tls, bounded });
    });
  });
}

/** Sends the request and reads the answer, over a connection that serves for nothing else. Follows no redirect. */
export async function exchange(
  { tls, bounded }: SecuredConnection,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  try {
    return await answerOf(tls, call, signal);
  } catch (error) {
    throw bounded.failure ?? error;
  }
}

async function answerOf(
  tls: TLSSocket,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const answer = await send(tls, call, signal);
  try {
    const status = answer.statusCode ?? 0;
    const cacheControl = answer.headers['cache-control'] ?? '';
    if (status < 200 || status > 299) return { status, json: undefined, cacheControl };
    requireJson(answer);
    return { status, json: await readJson(answer, call.maxBytes), cacheControl };
  } finally {
    answer.destroy();
  }
}

function send(tls: TLSSocket, call: OutgoingCall, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method = 'GET', headers = {}, body } = call;
  return new Promise((resolve, reject) => {
    const sending = httpRequest({
      createConnection: () => tls,
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'User-Agent': 'Strongroom',
        Accept: 'application/json',
        Connection: 'close',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      maxHeaderSize: MAX_HEADERS,
      signal,
    });
    sending.once('error', (error: NodeJS.ErrnoException) =>
      reject(new OutgoingFailure(error.code === 'HPE_HEADER_OVERFLOW' ? 'size' : 'connection')),
    );
    refuseManyHints(sending, () => reject(new OutgoingFailure('size')));
    sending.once('response', resolve);
    // As after an answer that changes the protocol (101).
    sending.once('close', () => reject(new OutgoingFailure('connection')));
    sending.end(body);
  });
}

/** Ends a request for which too many answers come before its own (1xx). */
export function refuseManyHints(sending: ClientRequest, refuse: () => void): void {
  let hints = 0;
  sending.on('information', () => {
    if (++hints !== MAX_HINTS + 1) return;
    refuse();
    sending.destroy();
  });
}

function requireJson({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const encoding = headers['content-encoding'] ?? 'identity';
  const isJson = /^application\/([a-z0-9.-]+\+)?json$/.test(type);
  if (!isJson || encoding !== 'identity') throw new OutgoingFailure('form');
}

async function readJson(answer: IncomingMessage, maxBytes: number): Promise<unknown> {
  const body = await bodyOf(answer, maxBytes);
  try {
    return await parseJsonBody(body, BOUNDS);
  } catch {
    throw new OutgoingFailure('form');
  }
}

/** Each piece is counted as it comes: an iterator would see many as one. */
function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    answer.on('data', (piece: Buffer) => {
      length += piece.length;
      pieces.push(piece);
      if (length <= maxBytes && pieces.length <= MAX_PIECES) return;
      reject(new OutgoingFailure('size'));
      answer.removeAllListeners('data').destroy();
    });
    answer.once('error', () => reject(new OutgoingFailure('connection')));
    answer.once('close', () => {
      if (answer.complete) resolve(Buffer.concat(pieces));
      else reject(new OutgoingFailure('connection'));
    });
  });
}
