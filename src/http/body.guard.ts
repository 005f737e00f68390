import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError, badRequest, invalid } from '../errors/api-error.js';
import { parseJsonBody } from './json-body.js';

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
    const req = context.switchToHttp().getRequest<Request>();
    const handler = context.getHandler();
    const limit = this.reflector.get<number | undefined>(BODY_LIMIT, handler) ?? LIMIT;
    const takesForms = this.reflector.get<boolean | undefined>(FORM_BODY, handler) ?? false;
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
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  const parameters = new URLSearchParams(bytes.toString('utf8'));
  for (const [name, value] of parameters) {
    if (Object.hasOwn(form, name)) throw badRequest('A parameter is given more than once.');
    form[name] = value;
  }
  return { ...form };
}

/** Never holds more than the limit, whatever the length announced. Compressed bodies are refused. */
async function readBody(req: Request, limit: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupported();
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced === 0 && req.headers['transfer-encoding'] === undefined) return EMPTY;
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
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
  new ApiError('PayloadTooLarge', `The body may have at most ${limit} bytes.`, undefined, {
    Connection: 'close',
  });

/**
 * An empty string in a query is absent (decision 11); some clients send a GET's parameters as a body.
 * Keys such as `id[$ne]` belong to query dialects that we do not speak.
 */
function replaceQuery(req: Request): void {
  const query: Record<string, unknown> = req.method === 'GET' ? { ...(req.body as object) } : {};
  for (const [name, value] of Object.entries(req.query)) {
    if (name.includes('[') || !name.isWellFormed()) {
      const message = 'Not a parameter: brackets have no meaning here';
      throw invalid([{ code: 'unrecognized_keys', path: [name.slice(0, 64)], message }]);
    }
    if (value !== '') query[name] = value;
  }
  Object.defineProperty(req, 'query', { value: query, configurable: true });
}
