import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsOfPerson, raiseOrganizationEpoch } from '../access/epoch.js';
import { LockedAccess } from '../access/locked-access.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { OneTimeTokens, type TakenToken } from '../accounts/one-time-tokens.js';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { requireGoodPassword } from '../accounts/password-rules.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { type BegunSession, PersonSessions } from '../accounts/person-sessions.js';
import type { Person } from '../accounts/person.js';
import { Database } from '../database/database.js';
import type { SessionKind } from '../database/entities/session.entity.js';
import { badRequest, unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { InvitationsRepository, type OfferedPlace } from './invitations.repository.js';
import { LinkMakers } from './link-makers.js';

/** A link as it was opened. */
export interface OpenedLink {
  readonly email: string;
  readonly orgId: string;
  readonly code: string;
}

export interface NewAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** One text for every link that is not good, whatever is wrong with it. */
const invitationRefused = () =>
  badRequest(
    'invitation-refused',
    'The invitation is wrong, was used, its time is over, or who made it may not give by now what it would. Ask an ' +
      'administrator of the organization to send it again.',
  );

const tokenUsed = () =>
  unauthorized('link-used', 'The token of the invitation was used, or its time is over.');

/**
 * How people take the places that they were offered. Who has a link may set the password of the account only if the link
 * was mailed to its address and nobody signs in with it yet, or if nobody ever made the account theirs: an administrator
 * who hands links on would otherwise take over the accounts of others, also of those who have left.
 */
@Injectable()
export class Acceptance {
  // oxlint-disable-next-line max-params -- the parts of an account that is completed
  constructor(
    private readonly places: InvitationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly oneTime: OneTimeTokens,
    private readonly hashes: PasswordHashes,
    private readonly sessions: PersonSessions,
    private readonly makers: LinkMakers,
    private readonly locked: LockedAccess,
    private readonly database: Database,
    private readonly audit: PersonAudit,
  ) {}

  /**
   * Takes the place for the person who is signed in, or a token that completes the account, which is returned. Who is
   * `signedIn` is asked only with a good link. Throws 400 for a link that is not good, or is another person's; 401 where its
   * person has an account and is not signed in.
   */
  async open(
    { email, orgId, code }: OpenedLink,
    signedIn: () => Promise<Person | null>,
    request: RequestContext,
  ): Promise<string | null> {
    const found = await this.oneTime.find(this.database.manager, 'invitation', code);
    if (found?.email !== email) throw invitationRefused();
    const person = await signedIn();
    return this.database.transaction(async (tx) => {
      const place = await this.lockPlace(tx, found);
      if (place?.orgId !== orgId || place.email !== email) throw invitationRefused();
      if (person !== null && person.userId !== place.userId) throw invitationRefused();
      if (person !== null) await this.sessions.hold(tx, person);
      await this.requireMaker(tx, place, found, request);
      const isCompleted = mayComplete(place, found);
      if (!isCompleted && person === null) throw signInFirst();
      const taken = await this.oneTime.take(tx, 'invitation', code);
      if (!taken) throw invitationRefused();
      if (isCompleted) return this.oneTime.make(tx, { ...taken, purpose: 'acceptance' });
      await this.accept(tx, place, request);
      return null;
    });
  }

  /** Sets names and password, and takes the place. Throws 401 for a token that is none, 422 for a password, 400. */
  async complete(
    token: string,
    account: NewAccount,
    kind: SessionKind,
    request: RequestContext,
  ): Promise<BegunSession> {
    const { email, password } = account;
    const holder = await this.findAcceptance(this.database.manager, token, email);
    const offered = await this.places.findOffered(this.database.manager, holder.scopeId);
    if (!offered) throw invitationRefused();
    requireGoodPassword(password, { email, organizations: [offered.organization] });
    const passwordHash = await this.hashes.hash(password);
    return this.database.transaction(async (tx) => {
      const place = await this.lockPlace(tx, holder);
      const taken = await this.oneTime.take(tx, 'acceptance', token);
      if (!taken) throw tokenUsed();
      if (!place || !mayComplete(place, taken)) throw invitationRefused();
      await this.requireMaker(tx, place, taken, request);
      const { userId } = place;
      await this.accounts.setPassword(tx, userId, passwordHash);
      await this.accounts.setNames(tx, userId, account.firstName, account.lastName);
      if (taken.isMailed) await this.accounts.verifyEmail(tx, userId);
      await this.oneTime.drop(tx, userId);
      await this.sessions.endAll(tx, userId, null);
      await this.accept(tx, place, request);
      const step = { orgId: null, assurance: 'password', loginMethod: 'email' } as const;
      return this.sessions.begin(tx, { userId, kind, ...step }, request);
    });
  }

  private async findAcceptance(
    tx: EntityManager,
    token: string,
    email: string,
  ): Promise<TakenToken> {
    const holder = await this.oneTime.find(tx, 'acceptance', token);
    if (!holder) throw tokenUsed();
    if (holder.email !== email) throw invitationRefused();
    return holder;
  }

  /** Throws 400 where who made the link could not make it any more: they left, lost rights, or others gave the person more. */
  private async requireMaker(
    tx: EntityManager,
    { orgId, userId, inviterId }: OfferedPlace,
    { isMailed }: TakenToken,
    request: RequestContext,
  ): Promise<void> {
    const maker = inviterId === null ? null : { orgId, callerId: inviterId, request };
    if (!maker || !(await this.makers.stillLet(tx, maker, { orgId, userId, isMailed })))
      throw invitationRefused();
  }

  /** The place as it stands under the lock of the organization and its projects, which come before rows of the person. */
  private async lockPlace(
    tx: EntityManager,
    { scopeId }: TakenToken,
  ): Promise<OfferedPlace | null> {
    const offered = await this.places.findOffered(tx, scopeId);
    if (!offered) return null;
    await this.locked.lockOrganization(tx, offered.orgId);
    await raiseEpochsOfPerson(tx, offered.userId);
    await this.accounts.lock(tx, offered.userId);
    return this.places.findOffered(tx, scopeId);
  }

  /** The person holds from now on what they were offered, in the role of today. */
  private async accept(
    tx: EntityManager,
    { orgId, userId, membershipId, email }: OfferedPlace,
    request: RequestContext,
  ): Promise<void> {
    await this.accounts.acceptPlace(tx, membershipId);
    await raiseOrganizationEpoch(tx, orgId);
    const more = { membershipId };
    const event = { action: 'user.invitation-accepted', userId, email, request, more };
    await this.audit.record(tx, orgId, event);
  }
}

/** Whether who has the link may set the password of the account. */
const mayComplete = (
  { isUsable, isTaken }: OfferedPlace,
  { isMailed }: Pick<TakenToken, 'isMailed'>,
): boolean => (isMailed ? !isUsable : !isTaken);

const signInFirst = () =>
  unauthorized(
    'invitation-sign-in',
    'You have an account: sign in as who is invited, and send the token with the code of the link.',
  );
