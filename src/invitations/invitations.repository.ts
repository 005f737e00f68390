import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { maySignIn } from '../accounts/accounts.repository.js';
import type { InvitedPlace } from '../accounts/invited-people.js';

/** A place that is offered, and what is known of the account that it is offered to. */
export interface OfferedPlace extends InvitedPlace {
  readonly orgId: string;
  readonly organization: string;
  /** Who made the link that counts; null where somebody else made the place, and no link. */
  readonly inviterId: string | null;
  /** Whether the account signs in already, to another organization or as administrator of the instance. */
  readonly isUsable: boolean;
  /** Whether somebody made the account theirs before: by a password, a proved address or a place elsewhere, whatever became of it. */
  readonly isTaken: boolean;
}

/** A person's place in an organization, whatever its state. */
export interface PlaceState extends InvitedPlace {
  readonly isInvited: boolean;
}

const OFFERED = `
  select m.id "membershipId", m.user_id "userId", m.org_id "orgId", o.name organization, u.email,
    m.inviter_id "inviterId",
    ${maySignIn('u')} "isUsable",
    u.super_admin or u.is_email_verified or u.password_hash is not null or exists (
      select from organization_memberships e
      where e.user_id = u.id and e.id <> m.id and e.status = 'accepted') "isTaken"
  from organization_memberships m
  join organizations o on o.id = m.org_id
  join users u on u.id = m.user_id
  where m.id = $1 and m.status = 'invited' and m.is_active`;

const STATE = `
  select m.id "membershipId", m.user_id "userId", u.email,
    m.status = 'invited' and m.is_active "isInvited"
  from organization_memberships m join users u on u.id = m.user_id
  where m.org_id = $1 and m.id = $2`;

@Injectable()
export class InvitationsRepository {
  /** Null for a place that is taken, deactivated, or gone. */
  async findOffered(tx: EntityManager, membershipId: string): Promise<OfferedPlace | null> {
    const rows = await tx.query<OfferedPlace[]>(OFFERED, [membershipId]);
    return rows[0] ?? null;
  }

  /** Null for what is no place in the organization. */
  async findPlace(
    tx: EntityManager,
    orgId: string,
    membershipId: string,
  ): Promise<PlaceState | null> {
    const rows = await tx.query<PlaceState[]>(STATE, [orgId, membershipId]);
    return rows[0] ?? null;
  }

  async nameOf(tx: EntityManager, orgId: string): Promise<string> {
    const rows = await tx.query<{ name: string }[]>(
      'select name from organizations where id = $1',
      [orgId],
    );
    return rows[0]!.name; // the caller has locked it
  }
}
