import type { RequestContext } from '../http/request-context.js';
import type { AccessClaims } from './access-token.js';
import type { PrefetchedProject } from './prefetched-project.js';
import type { StreamGrant } from './stream-tickets.js';

/** Who is calling: a machine identity with a live token, as the database knew it at this request. */
export interface Actor {
  readonly identityId: string;
  readonly name: string;
  readonly orgId: string;
  /** Predefined organization role, or `custom` with `orgRoleId`. */
  readonly orgRole: string;
  readonly orgRoleId: string | null;
  readonly orgEpoch: string;
  readonly isInstanceAdmin: boolean;
  readonly tokenId: string;
  /** What the token says of the credential behind it. */
  readonly claims: AccessClaims;
  readonly expiresAt: Date;
  readonly request: RequestContext;
  /** The project that the request seemed to name, if it was looked for. */
  readonly asked?: PrefetchedProject;
  /** Where a ticket stood for the token: the one stream that it opens. */
  readonly grant?: StreamGrant;
}

declare global {
  // eslint-disable-next-line typescript/no-namespace -- the one way to name a field of Express's request
  namespace Express {
    /** Set by the JWT guard as `req.user`; absent on public routes. */
    // eslint-disable-next-line typescript/no-empty-object-type -- passport declares the field with this type
    interface User extends Actor {}

    interface Request {
      /** What a token says that passport verified for this request. */
      accessClaims?: AccessClaims;
    }
  }
}
