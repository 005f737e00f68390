import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { JSON_BOUNDS, parseJsonBody } from '../http/body/json-body.js';
import { BoundedConnection, NO_RENEGOTIATION } from './bounded-connection.js';
import { OutgoingFailure } from './failure.js';
import type { HandshakeShare } from './handshake-budget.js';
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
  share: HandshakeShare,
): Promise<SecuredConnection> {
  const host = hostOf(url);
  const bounded = new BoundedConnection(socket, share);
  return new Promise((resolve, reject) => {
    const tls = connectTls({
      socket: bounded,
      host,
      ...(isAddress(host) ? {} : { servername: host }),
      ...(ca === undefined ? {} : { ca }),
      minVersion: MIN_TLS,
      ...NO_RENEGOTIATION,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
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
    sending.once('response', resolve);
    // As after an answer that changes the protocol (101).
    sending.once('close', () => reject(new OutgoingFailure('connection')));
    sending.end(body);
  });
}

function requireJson({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const encoding = headers['content-encoding'] ?? 'identity';
  const isJson = /^application\/([a-z0-9.-]+\+)?json$/.test(type);
  if (!isJson || encoding !== 'identity') throw new OutgoingFailure('form');
}

async function readJson(answer: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new OutgoingFailure('size');
    chunks.push(chunk);
  }
  if (!answer.complete) throw new OutgoingFailure('connection');
  try {
    return await parseJsonBody(Buffer.concat(chunks), BOUNDS);
  } catch {
    throw new OutgoingFailure('form');
  }
}
