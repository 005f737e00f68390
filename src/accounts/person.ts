import type { SessionAssurance, SessionKind } from '../database/entities/session.entity.js';
import type { RequestContext } from '../http/request-context.js';

/** A person with a live session, as the database knew them at this request. */
export interface Person {
  readonly userId: string;
  /** Canonical. */
  readonly email: string;
  readonly sessionId: string;
  /** Null until an organization is chosen. */
  readonly orgId: string | null;
  readonly kind: SessionKind;
  readonly loginMethod: string;
  readonly assurance: SessionAssurance;
  /** Whether the session is there without the provider that its organization demands. */
  readonly bypassesSso: boolean;
  /** When the person last proved who they are. */
  readonly provedAt: Date;
  /** Whether that is less than ten minutes ago, by the database's clock. */
  readonly isFresh: boolean;
  /** Whether the account has a second factor. */
  readonly hasSecondFactor: boolean;
  readonly expiresAt: Date;
  readonly request: RequestContext;
}
