import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonSessions } from '../accounts/person-sessions.js';
import { SecondFactors } from '../accounts/second-factors.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { Database } from '../database/database.js';
import { badRequest, forbidden } from '../errors/api-error.js';
import { OrgMemberAuthorizer } from './org-member-authorizer.js';
import type { OrgMemberRecord } from './org-members.presenter.js';

const ELSEWHERE = `
  select from organization_memberships
  where user_id = $1 and org_id <> $2 and status = 'accepted' limit 1`;

/** Turns off the second factor of somebody who lost it. */
@Injectable()
export class OrgMemberSecondFactor {
  constructor(
    private readonly authorizer: OrgMemberAuthorizer,
    private readonly factors: SecondFactors,
    private readonly sessions: PersonSessions,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * All sessions of the person end. Throws 403 for somebody stronger, without a fresh proof, and for an account that is a
   * member of other organizations, which would be weaker for it; 400 where there is none.
   */
  async remove(actor: Actor, orgId: string, id: string): Promise<OrgMemberRecord> {
    await this.authorizer.require(actor, orgId, [id], 'edit');
    if (actor.kind === 'user') requireFreshProof(actor);
    return this.database.transaction(async (tx) => {
      await this.authorizer.lockAccount(tx, actor, id);
      const locked = await this.authorizer.lock(tx, actor, [id], 'edit');
      await this.authorizer.requireNotStronger(tx, actor, locked);
      const member = locked.members[0]!; // `lock` throws for none
      const { userId } = member;
      // Whoever only invited an account neither weakens it nor learns where else it is a member.
      if (member.status !== 'accepted') throw noSecondFactor();
      if (!actor.isInstanceAdmin) await requireAlone(tx, userId, orgId);
      if (!(await this.factors.remove(tx, userId))) throw noSecondFactor();
      await this.sessions.endAll(tx, userId, null);
      const target = { userId, membershipId: id };
      await this.audit.record(tx, actor, { action: 'org-member.second-factor-off', target });
      return member;
    });
  }
}

const noSecondFactor = () =>
  badRequest('no-second-factor', 'The person has no second factor, or has not accepted yet.');

async function requireAlone(tx: EntityManager, userId: string, orgId: string): Promise<void> {
  const elsewhere = await tx.query<unknown[]>(ELSEWHERE, [userId, orgId]);
  if (elsewhere.length === 0) return;
  throw forbidden(
    'account-elsewhere',
    'The account is not of this organization alone: the operator turns its second factor off with admin:recover --user.',
  );
}
