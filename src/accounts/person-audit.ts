import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../audit/audit.js';
import type { RequestContext } from '../http/request-context.js';

/** What a person did about their own sign-in. */
export interface PersonEvent {
  /** `user.<verb>`. */
  readonly action: string;
  readonly userId: string;
  readonly email: string;
  readonly request: RequestContext;
  /** Ids and words, never a secret. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Organizations that one change is told in. */
const MAX_ORGANIZATIONS = 100;

/**
 * Records what people do about their own sign-in: unlike the logins of machines they are few, and auditors ask for them
 * first.
 */
@Injectable()
export class PersonAudit {
  constructor(private readonly audit: Audit) {}

  /** In one organization. */
  async record(tx: EntityManager, orgId: string, event: PersonEvent): Promise<void> {
    const { action, userId, email, request, more } = event;
    const record = { action, target: { userId, email, ...more } };
    await this.audit.recordPerson(tx, { orgId, id: userId, name: email }, record, request);
  }

  /** In all organizations of the person. */
  async recordEverywhere(tx: EntityManager, event: PersonEvent): Promise<void> {
    const rows = await tx.query<{ orgId: string }[]>(
      `select org_id "orgId" from organization_memberships
       where user_id = $1 and status = 'accepted' order by org_id limit ${MAX_ORGANIZATIONS}`,
      [event.userId],
    );
    for (const { orgId } of rows) await this.record(tx, orgId, event);
  }
}
