import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_CODES, type ErrorCode, helpLink } from '../errors/error-codes.js';
import { ERROR_STATUS } from '../errors/error-names.js';

const KINDS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
};

/** Answers what Node's HTTP parser refuses, in the shared shape, and ends the connection. */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex, reqId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const kind =
    error.code !== undefined && Object.hasOwn(KINDS, error.code) ? KINDS[error.code] : null;
  const [code, message] = kind ?? ['malformed-request', 'The request is not valid HTTP.'];
  const [name] = ERROR_CODES[code];
  const statusCode = ERROR_STATUS[name];
  const body = JSON.stringify({ reqId, statusCode, error: name, message });
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Link: ${helpLink(code)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
