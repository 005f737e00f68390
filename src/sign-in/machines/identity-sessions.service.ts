import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { IdentityAuthorizer } from '../../identities/identity-authorizer.js';
import { IdentitySessions } from './identity-sessions.js';
import type { ListedSession } from './identity-sessions.sql.js';

/** Lists and ends the sessions of an identity: for the identity itself, and for whoever may see and end its credentials. */
@Injectable()
export class SessionsOfIdentities {
  constructor(
    private readonly sessions: IdentitySessions,
    private readonly authorizer: IdentityAuthorizer,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  async list(actor: Actor, identityId: string): Promise<ListedSession[]> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const { id } = authorization.target;
    if (id !== actor.callerId) authorization.require('get-token');
    return this.sessions.list(id);
  }

  /** Ends one, or all for null. Throws 404 for one that is not there, or has ended. */
  async end(actor: Actor, identityId: string, sessionId: string | null): Promise<string[]> {
    return this.database.transaction(async (tx) => {
      const one = sessionId === null ? null : toUuid(sessionId);
      const isItself = toUuid(identityId) === actor.callerId;
      // An identity that ends its own locks nothing but them: two that end each other would wait for each other.
      const authorization = isItself
        ? null
        : await this.authorizer.forChange(tx, actor, identityId, 'delete-token');
      const id = authorization?.target.id ?? actor.callerId;
      if (one !== null && !(await this.sessions.has(tx, id, one))) throw notFound();
      authorization?.require('delete-token');
      const ended = await this.sessions.end(tx, id, one);
      if (ended.length === 0) return ended;
      const target = { identityId: id, sessionIds: ended };
      await this.audit.record(tx, actor, { action: 'identity.console-sessions-end', target });
      return ended;
    });
  }
}
