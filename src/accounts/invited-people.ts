import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { newId } from '../database/uuid.js';
import { PublicAddress } from '../http/public-address.js';
import { BoundedCounts, invitationBounds } from './bounded-counts.js';
import { invitationMail } from './mail-texts.js';
import { Mailer } from './mailer.js';
import { OneTimeTokens } from './one-time-tokens.js';

/** A place in an organization that a person has not taken yet. */
export interface InvitedPlace {
  readonly membershipId: string;
  readonly userId: string;
  /** Canonical. */
  readonly email: string;
}

/** A place and the link by which it is taken. */
export interface Invitation extends InvitedPlace {
  readonly link: string;
}

/** Ids that tell no time: who invites must not see that an account was there before. */
const ADD_ACCOUNTS = `
  insert into users (id, email)
  select gen_random_uuid(), email from unnest($1::text[]) email order by email
  on conflict on constraint uq_users_email do nothing`;

/** Who has a place already, whether taken, only offered or deactivated, keeps it as it is. */
const ADD_PLACES = `
  with places as (
    insert into organization_memberships (id, org_id, user_id, role, role_id, status)
    select given.id, $1, u.id, $4, $5, 'invited'
    from unnest($2::uuid[], $3::text[]) given (id, email) join users u on u.email = given.email
    order by u.id
    for key share of u
    on conflict on constraint uq_organization_memberships_user do nothing
    returning id, user_id)
  select p.id "membershipId", p.user_id "userId", u.email
  from places p join users u on u.id = p.user_id order by u.email`;

/** Who made the link that counts answers for it. */
const NAME_INVITER = `
  update organization_memberships set inviter_kind = $2, inviter_id = $3 where id = any ($1)`;

/** Invites people to an organization, by address. By hand: one statement of each kind, however many they are. */
@Injectable()
export class InvitedPeople {
  constructor(
    private readonly counts: BoundedCounts,
    private readonly oneTime: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly address: PublicAddress,
  ) {}

  /**
   * Offers a place with the role to each address that has none, under the lock of the organization. The caller has weighed
   * the role. Throws 429 beyond the invitations of an hour.
   */
  async invite(
    tx: EntityManager,
    actor: Actor,
    emails: readonly string[],
    { role, roleId }: { readonly role: string; readonly roleId: string | null },
  ): Promise<Invitation[]> {
    await tx.query(ADD_ACCOUNTS, [emails]);
    const values = [actor.orgId, emails.map(newId), emails, role, roleId];
    return this.offer(tx, actor, await tx.query<InvitedPlace[]>(ADD_PLACES, values));
  }

  /** Whether links go to the addresses themselves; where not, whoever makes one hands it on. */
  get isMailed(): boolean {
    return this.mailer.isOn;
  }

  /** Makes links to places; earlier ones are void. Throws 429 beyond the invitations of an hour. */
  async offer(
    tx: EntityManager,
    { orgId, kind, callerId }: Actor,
    places: readonly InvitedPlace[],
  ): Promise<Invitation[]> {
    if (places.length === 0) return [];
    const emails = places.map(({ email }) => email);
    const { isMailed } = this;
    await this.counts.spend(tx, 'too-many-mails', invitationBounds(orgId, emails, isMailed));
    const ids = places.map(({ membershipId }) => membershipId);
    await tx.query(NAME_INVITER, [ids, kind, callerId]);
    await this.oneTime.dropAcceptances(tx, ids);
    const codes = await this.oneTime.makeAll(
      tx,
      places.map(({ membershipId: scopeId, userId, email }) => {
        return { purpose: 'invitation', scopeId, userId, email, isMailed };
      }),
    );
    return places.map((place, i) => {
      const inFragment = { code: codes[i]!, email: place.email, organizationId: orgId };
      const fragment = new URLSearchParams(inFragment).toString();
      return { ...place, link: `${this.address.origin}/accept#${fragment}` };
    });
  }

  /** Sends the links by mail, once they are committed; returns those that nobody was sent, for their maker to hand on. */
  deliver(
    invitations: readonly Invitation[],
    from: { readonly organization: string; readonly inviter: string },
  ): readonly Invitation[] {
    if (!this.mailer.isOn) return invitations;
    for (const { email, link } of invitations) this.mailer.send(email, invitationMail(link, from));
    return [];
  }
}
