import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorName } from '../errors/api-error.js';

const KINDS: Readonly<Record<string, readonly [ErrorName, string]>> = {
  HPE_HEADER_OVERFLOW: ['RequestHeaderFieldsTooLarge', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['RequestTimeout', 'The request did not arrive in time.'],
};

/** Answers what Node's HTTP parser refuses, in the shared shape, and ends the connection. */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex, reqId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const kind =
    error.code !== undefined && Object.hasOwn(KINDS, error.code) ? KINDS[error.code] : null;
  const [name, message] = kind ?? ['BadRequest', 'The request is not valid HTTP.'];
  const statusCode = ERROR_STATUS[name];
  const body = JSON.stringify({ reqId, statusCode, error: name, message });
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
