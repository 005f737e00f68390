import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ApiError, badRequest, invalid } from '../errors/api-error.js';
import { parseJsonBody, RESERVED } from './json-body.js';

const LIMIT = 1024 * 1024;
const BODY_LIMIT = Symbol('bodyLimit');
const FORM_BODY = Symbol('formBody');

/** Bytes a route's body may have; 1 MiB without. */
export const BodyLimit = (bytes: number) => SetMetadata(BODY_LIMIT, bytes);
/** The route also takes application/x-www-form-urlencoded. */
export const FormBody = () => SetMetadata(FORM_BODY, true);

/**
 * Reads the body. A guard, not middleware, so that it runs after authentication: a body sent
 * without a valid token is never read (decision 27d).
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const handler = context.getHandler();
    const limit = this.reflector.get<number | undefined>(BODY_LIMIT, handler) ?? LIMIT;
    const takesForms = this.reflector.get<boolean | undefined>(FORM_BODY, handler) ?? false;
    refuseUnread(req, limit);
    // Whoever asked before sending is told to go on only now.
    if (req.headers.expect !== undefined) http.getResponse<Response>().writeContinue();
    const bytes = await readBody(req, limit);
    req.body = bytes.length === 0 ? {} : parse(req, bytes, takesForms);
    replaceQuery(req);
    return true;
  }
}

function parse(req: Request, bytes: Buffer, takesForms: boolean): unknown {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset.trim())) throw unsupported();
  if (takesForms && type.trim() === 'application/x-www-form-urlencoded') return parseForm(bytes);
  if (!/^application\/([a-z0-9.+-]+\+)?json$/.test(type.trim())) throw unsupported();
  const body = parseJsonBody(bytes);
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body;
  throw invalid([{ code: 'invalid_type', path: [], message: 'The body should be a JSON object' }]);
}

const unsupported = () =>
  new ApiError('UnsupportedMediaType', 'The body should be application/json in UTF-8.');

/** A parameter given twice is refused (RFC 6749 3.2). */
function parseForm(bytes: Buffer): Record<string, string> {
  const text = bytes.toString('latin1');
  if (!isUtf8Encoded(text)) throw badRequest('The body is not percent-encoded UTF-8.');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw badRequest('A parameter is given more than once.');
    form.set(name, value);
  }
  return Object.fromEntries(form);
}

/** Whether decoding alters nothing: escapes are complete, and what they stand for is UTF-8. */
function isUtf8Encoded(text: string): boolean {
  try {
    return /^[\x21-\x7e]*$/.test(text) && decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}

/** What can be refused before the first byte is read. Compressed bodies are among it. */
function refuseUnread(req: Request, limit: number): void {
  const encoding = req.headers['content-encoding']?.toLowerCase();
  if (encoding !== undefined && encoding !== 'identity') throw unsupported();
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Never holds more than the limit, whatever the length announced. */
async function readBody(req: Request, limit: number): Promise<Buffer> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
  if (Number(length) === 0 && coding === undefined) return EMPTY;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Left whole, or the answer would find the connection destroyed.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badRequest('The body ended before it was complete.');
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

const EMPTY = Buffer.alloc(0);

const tooLarge = (limit: number) =>
  new ApiError('PayloadTooLarge', `The body may have at most ${limit} bytes.`);

/**
 * An empty string in a query is absent (decision 11); some clients send a GET's parameters as a body.
 * Keys such as `id[$ne]` belong to query dialects that we do not speak.
 */
function replaceQuery(req: Request): void {
  if (!isUtf8Encoded(req.originalUrl.split('?').slice(1).join('?'))) {
    throw badRequest('The query is not percent-encoded UTF-8.');
  }
  const query: Record<string, unknown> = req.method === 'GET' ? { ...(req.body as object) } : {};
  for (const [name, value] of Object.entries(req.query)) {
    if (name.includes('[') || RESERVED.has(name)) {
      const message = 'Not a parameter: brackets have no meaning here, and some names are reserved';
      throw invalid([{ code: 'unrecognized_keys', path: [name.slice(0, 64)], message }]);
    }
    if (value !== '') query[name] = value;
  }
  Object.defineProperty(req, 'query', { value: query, configurable: true });
}
