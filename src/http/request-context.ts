import { isIP } from 'node:net';
import type { Request } from 'express';
import { customAlphabet } from 'nanoid';

/** A request as the edge knows it, before anything that the client claims is believed. */
export interface RequestContext {
  readonly reqId: string;
  readonly address: string;
  /** User-Agent, cut to 200 characters. */
  readonly client: string | null;
  /** Whether credentials that somebody weaker made may be revoked for the request to succeed. */
  readonly revokesWeakerCredentials?: boolean;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const randomText = customAlphabet(ALPHABET, 14);

/** `req-` and 14 letters or digits; always ours, never the client's. */
export const newReqId = (): string => `req-${randomText()}`;

const CONTEXT = Symbol('requestContext');
type Carrier = Request & { [CONTEXT]?: RequestContext };

/** Returns the context of a request, made at the first call. */
export function requestContext(req: Request): RequestContext {
  const carrier = req as Carrier;
  carrier[CONTEXT] ??= {
    reqId: newReqId(),
    address: plainAddress(req.ip),
    client: req.headers['user-agent']?.slice(0, 200) ?? null,
    revokesWeakerCredentials: req.headers['x-revoke-weaker-credentials'] === 'true',
  };
  return carrier[CONTEXT];
}

/** `::ffff:1.2.3.4` is 1.2.3.4; a zone index says nothing here. What is no address lies in no network. */
function plainAddress(ip: string | undefined): string {
  const address = (ip ?? '').replace(/%.*$/, '');
  if (isIP(address) === 0) return 'unknown';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** The path as it was asked for, wherever in the router this is called; a proxy may name the host before it. */
export const pathOf = (req: Request): string =>
  req.originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
