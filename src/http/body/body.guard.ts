import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError, badRequest, invalid } from '../../errors/api-error.js';
import { quoted } from '../../errors/nearest.js';
import { FairQueue } from '../limits/fair-queue.js';
import { BodyMemory, lengthOf, readBody, type Sender, tooLarge } from './body-memory.js';
import { isUtf8Encoded, parseForm } from './form-body.js';
import { JSON_BOUNDS, type JsonBounds, parseJsonBody } from './json-body.js';
import { RESERVED } from './json-walk.js';
import { source } from '../limits/rate-limiter.js';
import { requestContext } from '../request-context.js';

const LIMIT = 1024 * 1024;
/** Bytes of a body without a token: a login sends a few short texts, and anybody may send one. */
const PUBLIC_LIMIT = 16 * 1024;
/** Fewer keys than values: keys cost most to parse. */
const USUAL_BOUNDS: JsonBounds = { ...JSON_BOUNDS, members: 25_000 };
const PUBLIC_BOUNDS: JsonBounds = { ...JSON_BOUNDS, members: 100, nodes: 200 };
const BODY_LIMIT = Symbol('bodyLimit');
const FORM_BODY = Symbol('formBody');
const BYTES_BODY = Symbol('bytesBody');

/** Bytes a route's body may have; without, 1 MiB, and 16 KiB where the route is public. */
export const BodyLimit = (bytes: number) => SetMetadata(BODY_LIMIT, bytes);
/** The route also takes application/x-www-form-urlencoded. */
export const FormBody = () =>
  applyDecorators(
    SetMetadata(FORM_BODY, true),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
  );

/** The route takes bodies of that media type alone, and has their bytes as `body.bytes`. */
export const BytesBody = (type: string) => SetMetadata(BYTES_BODY, type);

/** As the JWT guard leaves it: without a user, the route is public. */
type Caller = { readonly callerId: string; readonly orgId: string } | undefined;

/** What a route accepts as its body. */
interface BodyRules {
  readonly limit: number;
  readonly bounds: JsonBounds;
  readonly takesForms: boolean;
  /** The media type of bodies that are no text; null for JSON. */
  readonly bytesType: string | null;
}

/** Bodies beyond 1 MiB are parsed one at a time, callers by turns. What waits is bounded by its `BodyMemory`. */
const ONE_PARSED = { total: 1, perGroup: 1, perCaller: 1, perContended: Infinity };
const WITHOUT_END = {
  total: Infinity,
  perGroup: Infinity,
  perCaller: Infinity,
  bytes: Infinity,
  patience: 2 ** 31 - 1,
};

/**
 * Reads the body. A guard, not middleware, so that it runs after authentication: a body sent
 * without a valid token is never read.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly large = new FairQueue(ONE_PARSED, WITHOUT_END);

  constructor(
    private readonly reflector: Reflector,
    private readonly memory: BodyMemory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    const rules = this.rulesFor(context, req.user as Caller);
    refuseUnread(req, rules.limit);
    req.body = lengthOf(req) === 0 ? emptyBody(req, res) : await this.read(req, res, rules);
    replaceQuery(req);
    return true;
  }

  private rulesFor(context: ExecutionContext, caller: Caller): BodyRules {
    const handler = context.getHandler();
    const usual = caller ? LIMIT : PUBLIC_LIMIT;
    const limit = this.reflector.get<number | undefined>(BODY_LIMIT, handler) ?? usual;
    const bounds = limit > LIMIT ? JSON_BOUNDS : USUAL_BOUNDS;
    return {
      limit,
      bounds: caller ? bounds : PUBLIC_BOUNDS,
      takesForms: this.reflector.get<boolean | undefined>(FORM_BODY, handler) ?? false,
      bytesType: this.reflector.get<string | undefined>(BYTES_BODY, handler) ?? null,
    };
  }

  private async read(req: Request, res: Response, rules: BodyRules): Promise<unknown> {
    const sender = senderOf(req);
    const room = this.memory.open(sender, lengthOf(req) ?? 0);
    onAnswer(res, () => room.release());
    askForBody(req, res);
    const bytes = await readBody(req, rules.limit, room);
    if (bytes.length === 0) return {};
    if (bytes.length <= LIMIT) return parse(req, bytes, rules);
    return this.inTurn(sender, () => parse(req, bytes, rules));
  }

  private async inTurn<T>({ caller, group }: Sender, work: () => Promise<T>): Promise<T> {
    const claimant = { caller, group, contended: null, bytes: 0 };
    if (!this.large.tryEnter(claimant)) await this.large.enter(claimant, () => undefined);
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.large.leave(claimant, performance.now() - start);
    }
  }
}

function emptyBody(req: Request, res: Response): object {
  askForBody(req, res);
  return {};
}

/** Answers `Expect: 100-continue`: until now the body was not asked for. */
function askForBody(req: Request, res: Response): void {
  if (req.headers.expect !== undefined) res.writeContinue();
}

function senderOf(req: Request): Sender {
  const user = req.user as Caller;
  if (user) return { caller: user.callerId, group: user.orgId, isKnown: true };
  const address = source(requestContext(req).address);
  return { caller: address, group: address, isKnown: false };
}

/** Calls `done` when the answer begins or the connection ends. A stream begins its answer and lasts. */
function onAnswer(res: Response, done: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = (...args: unknown[]) => {
    done();
    return writeHead(...args);
  };
  res.once('close', done);
}

async function parse(req: Request, bytes: Buffer, rules: BodyRules): Promise<unknown> {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (rules.bytesType !== null) {
    if (type.trim() === rules.bytesType) return { bytes };
    throw unsupportedBytes(rules.bytesType, sent(type.trim()));
  }
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset.trim())) {
    throw unsupported(`the ${quoted(charset.trim())}`);
  }
  const isForm = type.trim() === 'application/x-www-form-urlencoded';
  // What curl sends with -d and without a header.
  if (isForm && bytes[0] === OPENING_BRACE) throw unsupported('JSON as a form');
  if (rules.takesForms && isForm) return parseForm(bytes);
  if (!/^application\/([a-z0-9.+-]+\+)?json$/.test(type.trim()))
    throw unsupported(sent(type.trim()));
  const body = await parseJsonBody(bytes, rules.bounds);
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body;
  throw invalid([{ code: 'invalid_type', path: [], message: 'The body should be a JSON object' }]);
}

/** No form begins with it: it would be percent-encoded. */
const OPENING_BRACE = 0x7b;

const unsupported = (what: string) =>
  new ApiError(
    'unsupported-media-type',
    `The body should be application/json in UTF-8; you sent ${what}. ` +
      "Add -H 'Content-Type: application/json', and send the body as it is.",
  );

const unsupportedBytes = (type: string, what: string) =>
  new ApiError('unsupported-media-type', `The body should be ${type}; you sent ${what}.`);

const sent = (type: string) =>
  type === '' ? 'no Content-Type' : `the Content-Type ${quoted(type)}`;

/** Refuses what is too long or compressed before its first byte is read. */
function refuseUnread(req: Request, limit: number): void {
  const encoding = req.headers['content-encoding']?.toLowerCase();
  if (encoding !== undefined && encoding !== 'identity') {
    throw unsupported(`the Content-Encoding ${quoted(encoding)}`);
  }
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * An empty string in a query is absent; some clients send a GET's parameters as a body.
 * Keys such as `id[$ne]` belong to query dialects that we do not speak.
 */
function replaceQuery(req: Request): void {
  if (!isUtf8Encoded(req.originalUrl.split('?').slice(1).join('?'))) {
    throw badRequest('malformed-request', 'The query is not percent-encoded UTF-8.');
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
