import { Injectable, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { unauthorized } from '../errors/api-error.js';
import { type AccessClaims, toClaims } from './access-token.js';
import { ServerKeys } from './server-keys.js';

/** The one stream that a ticket opens. */
export interface StreamGrant {
  readonly projectId: string;
  /** What the stream is about, as JSON. */
  readonly register: string;
}

/** A ticket whose signature was found good. */
export interface StreamTicket {
  /** The claims of the token that it was made with. */
  readonly claims: AccessClaims;
  readonly grant: StreamGrant;
  /** Seconds since 1970. */
  readonly exp: number;
}

export const TICKET_SECONDS = 900;

/** A signature of its own kind, so that a ticket is no access token, nor the other way round. */
const TYPE = 'stream-ticket+jwt';
const ISSUER = 'strongroom';
const AUDIENCE = 'strongroom-event-stream';

export const TAKES_TICKET = Symbol('takesTicket');

/** Lets a ticket in the query stand for the access token. */
export const TakesTicket = () => SetMetadata(TAKES_TICKET, true);

/** One text for all that can be wrong. */
export const ticketRefused = () =>
  unauthorized(
    'ticket-invalid',
    'The ticket is invalid or expired, or its access token is no longer valid. Ask for another ticket.',
  );

/** The ticket of a request without the header `Authorization`; null where there is none. Throws 401 for several. */
export function ticketOf({ headers, url }: Request): string | null {
  if (headers.authorization !== undefined || !url.includes('ticket=')) return null;
  const tickets = new URL(url, 'http://localhost').searchParams.getAll('ticket');
  if (tickets.length > 1) throw ticketRefused();
  return tickets[0] || null;
}

/** Tickets for browsers, whose EventSource sends no headers: signed (HS256), with no row behind them. */
@Injectable()
export class StreamTickets {
  constructor(private readonly keys: ServerKeys) {}

  /** `exp` in seconds since 1970. */
  sign({ claims, grant, exp }: StreamTicket): string {
    const payload = { token: claims, ...grant, exp, iss: ISSUER, aud: AUDIENCE };
    return jwt.sign(payload, this.keys.streamTickets, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: TYPE },
      noTimestamp: true,
    });
  }

  /** Checks signature and form. Expiry is judged with the session, by the database's clock. Throws 401. */
  verify(ticket: string): StreamTicket {
    try {
      const { header, payload } = jwt.verify(ticket, this.keys.streamTickets, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        ignoreExpiration: true,
        complete: true,
      });
      if (header.typ !== TYPE || typeof payload === 'string') throw ticketRefused();
      const { token, projectId, register, exp } = payload as unknown as StreamGrant & {
        readonly token: jwt.JwtPayload;
        readonly exp: number;
      };
      const claims = toClaims({ header: { typ: 'at+jwt' }, payload: token });
      return { claims, grant: { projectId, register }, exp };
    } catch {
      throw ticketRefused();
    }
  }
}
