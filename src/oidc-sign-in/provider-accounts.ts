import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsOfPerson, raiseOrganizationEpoch } from '../access/epoch.js';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { type ProviderMember, ProviderMembers } from '../accounts/provider-members.js';
import { EmailDomainsRepository } from '../email-domains/email-domains.repository.js';
import type { RequestContext } from '../http/request-context.js';
import { LinkMakers } from '../invitations/link-makers.js';
import type { AccountToLink } from './login-states.js';
import { NotLetIn } from './not-let-in.js';
import type { OidcConfigurationRow } from './oidc-configurations.repository.js';
import type { ProviderPerson } from './provider-claims.js';

/** The account that signs in, and its place in the organization. */
export interface LetIn {
  readonly userId: string;
  readonly membershipId: string;
  /** Whether the login made the account's link with the provider, or its place. */
  readonly made: readonly ('link' | 'member' | 'acceptance')[];
}

/** Finds or makes the account of a person whom a provider has signed in. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly members: ProviderMembers,
    private readonly domains: EmailDomainsRepository,
    private readonly locked: LockedAccess,
    private readonly makers: LinkMakers,
  ) {}

  /** Throws NotLetIn. */
  async letIn(
    tx: EntityManager,
    configuration: OidcConfigurationRow,
    person: ProviderPerson,
    request: RequestContext,
    toLink?: AccountToLink,
  ): Promise<LetIn> {
    if (toLink) return this.linkOwn(tx, configuration, person, toLink);
    const { orgId } = configuration;
    const linked = await this.findLinked(tx, person);
    // The organization would come before the account and its place: who needs both is asked for without a lock.
    if (linked !== null && (await this.members.isMember(tx, orgId, linked))) {
      const member = await this.members.find(tx, orgId, linked);
      if (!member?.isActive) throw new NotLetIn('deactivated');
      await this.requireLinked(tx, person, linked);
      return { userId: linked, membershipId: member.membershipId, made: [] };
    }
    // What follows changes who is in the organization.
    await this.locked.lockOrganization(tx, orgId);
    // Another sign-in of the same person may have come before.
    const account = linked ?? (await this.findLinked(tx, person));
    return this.admit(tx, configuration, person, { linked: account, request });
  }

  /** Links the account that its person, who is signed in to it, asked to link. Throws NotLetIn. */
  private async linkOwn(
    tx: EntityManager,
    configuration: OidcConfigurationRow,
    person: ProviderPerson,
    { userId, sessionId }: AccountToLink,
  ): Promise<LetIn> {
    await this.locked.lockOrganization(tx, configuration.orgId);
    const member = await this.members.find(tx, configuration.orgId, userId);
    if (!member) throw new NotLetIn('not a member');
    if (!member.isActive || member.status !== 'accepted') throw new NotLetIn('deactivated');
    if (!(await this.members.hasSession(tx, userId, sessionId)))
      throw new NotLetIn('session ended');
    const linked = await this.findLinked(tx, person);
    if (linked !== null && linked !== userId) throw new NotLetIn('linked with another account');
    if (linked === null) await this.link(tx, configuration, person, userId);
    const made = linked === null ? (['link'] as const) : [];
    return { userId, membershipId: member.membershipId, made };
  }

  private async admit(
    tx: EntityManager,
    configuration: OidcConfigurationRow,
    person: ProviderPerson,
    { linked, request }: { readonly linked: string | null; readonly request: RequestContext },
  ): Promise<LetIn> {
    const { orgId, isJitOn } = configuration;
    const known = linked ?? (await this.findByAddress(tx, orgId, person));
    if (known !== null) await raiseEpochsOfPerson(tx, known);
    const member = known === null ? null : await this.members.find(tx, orgId, known);
    if (member?.isActive === false) throw new NotLetIn('deactivated');
    if (linked !== null) await this.requireLinked(tx, person, linked);
    if (known !== null && member?.status === 'invited')
      await this.requireInviter(tx, member.inviterId, { orgId, request }, known);
    if (known !== null && linked === null && member?.status !== 'accepted')
      await this.requireOwner(
        tx,
        configuration,
        { userId: known, isMember: member !== null },
        person,
      );
    const made: 'link'[] = [];
    let userId = known;
    if (!member) {
      if (!isJitOn) throw new NotLetIn('not a member');
      const email = await this.requireOwnAddress(tx, orgId, person);
      userId ??= await this.newAccount(tx, email, person);
    }
    const account = userId!; // known, or made above
    if (linked === null) {
      await this.link(tx, configuration, person, account);
      made.push('link');
    }
    return this.takePlace(tx, configuration, { userId: account, member, made });
  }

  /**
   * Returns the person's membership: the one that they have, that they were invited to, or a new one. Throws
   * NotLetIn.
   */
  private async takePlace(
    tx: EntityManager,
    { orgId, jitRole }: OidcConfigurationRow,
    {
      userId,
      member,
      made,
    }: Omit<LetIn, 'membershipId'> & { readonly member: ProviderMember | null },
  ): Promise<LetIn> {
    if (member?.status === 'accepted') return { userId, membershipId: member.membershipId, made };
    await raiseOrganizationEpoch(tx, orgId);
    if (member) {
      await this.members.accept(tx, member.membershipId);
      return { userId, membershipId: member.membershipId, made: [...made, 'acceptance'] };
    }
    const place = { orgId, userId, role: jitRole, roleId: null };
    const membershipId = await this.accounts.join(tx, place);
    if (membershipId === null) throw new NotLetIn('deactivated');
    return { userId, membershipId, made: [...made, 'member'] };
  }

  /** Throws NotLetIn where the link was taken away before the account was locked. */
  private async requireLinked(
    tx: EntityManager,
    person: ProviderPerson,
    userId: string,
  ): Promise<void> {
    if ((await this.findLinked(tx, person)) !== userId) throw new NotLetIn('link removed');
  }

  private async findLinked(
    tx: EntityManager,
    { issuer, subject }: ProviderPerson,
  ): Promise<string | null> {
    const rows = await tx.query<{ userId: string }[]>(
      `select user_id "userId" from provider_accounts where issuer = $1 and subject = $2`,
      [issuer, subject],
    );
    return rows[0]?.userId ?? null;
  }

  /** The account of the address that the provider vouches for. Throws NotLetIn for any other address. */
  private async findByAddress(
    tx: EntityManager,
    orgId: string,
    person: ProviderPerson,
  ): Promise<string | null> {
    return this.accounts.findId(tx, await this.requireOwnAddress(tx, orgId, person));
  }

  private async requireOwnAddress(
    tx: EntityManager,
    orgId: string,
    { verifiedEmail }: ProviderPerson,
  ): Promise<string> {
    if (verifiedEmail === null) throw new NotLetIn('address not verified');
    const domain = verifiedEmail.slice(verifiedEmail.indexOf('@') + 1);
    if (await this.domains.isOwn(tx, orgId, domain)) return verifiedEmail;
    throw new NotLetIn('domain not verified');
  }

  /**
   * Throws NotLetIn for the account of an address that is not surely of this person: with it others would come in here.
   * Whoever invites an address may have set a password for it. Nobody's is an account that nobody has come in with; an
   * invitation is also for one whose owner has opened a mail.
   */
  private async requireOwner(
    tx: EntityManager,
    { isJitOn }: OidcConfigurationRow,
    { userId, isMember }: { readonly userId: string; readonly isMember: boolean },
    { firstName, lastName }: ProviderPerson,
  ): Promise<void> {
    if (!isMember && !isJitOn) throw new NotLetIn('not a member');
    if (await this.members.isUnclaimed(tx, userId))
      return this.members.claim(tx, userId, firstName, lastName);
    if (!isMember) throw new NotLetIn('not a member');
    if (!(await this.members.isVerified(tx, userId))) throw new NotLetIn('account not verified');
  }

  /** Throws NotLetIn where whoever invited the person has left, or may no longer give what they offered. */
  private async requireInviter(
    tx: EntityManager,
    callerId: string | null,
    maker: Pick<Actor, 'orgId' | 'request'>,
    userId: string,
  ): Promise<void> {
    if (callerId === null) return;
    // The provider vouches for the address, as a mail to it would.
    const place = { orgId: maker.orgId, userId, isMailed: true };
    if (!(await this.makers.stillLet(tx, { ...maker, callerId }, place)))
      throw new NotLetIn('invitation void');
  }

  private async newAccount(
    tx: EntityManager,
    email: string,
    { firstName, lastName }: ProviderPerson,
  ): Promise<string> {
    const id = await this.members.newAccount(tx, { email, firstName, lastName });
    if (id === null) throw new NotLetIn('not a member');
    return id;
  }

  /**
   * Throws NotLetIn where the account belongs to another subject that this client of the provider knows: addresses are
   * given to somebody else when people leave.
   */
  private async link(
    tx: EntityManager,
    { clientId }: OidcConfigurationRow,
    { issuer, subject }: ProviderPerson,
    userId: string,
  ): Promise<void> {
    const rows = await tx.query<unknown[]>(
      `insert into provider_accounts (issuer, subject, client_id, user_id) values ($1, $2, $3, $4)
       on conflict do nothing returning 1`,
      [issuer, subject, clientId, userId],
    );
    if (rows.length === 0) throw new NotLetIn('address of another subject');
  }
}
