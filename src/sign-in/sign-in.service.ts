import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SsoBypass } from '../access/sso-bypass.js';
import { AccountsRepository, type PersonsOrganization } from '../accounts/accounts.repository.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { type BegunSession, PersonSessions } from '../accounts/person-sessions.js';
import { PersonTokens } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { Database } from '../database/database.js';
import type { SessionKind } from '../database/entities/session.entity.js';
import { badRequest, forbidden } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { type PasswordProof, PasswordProofs } from './password-proofs.js';

/** A token, and the session that a refresh token for browsers is made of. */
export interface SignedIn {
  readonly token: string;
  readonly session: BegunSession;
}

/** What choosing an organization leads to. */
export type Choice =
  ({ readonly isMfaDue: false } & SignedIn) | { readonly isMfaDue: true; readonly token: string };

const LOGIN_METHOD = 'email';

/** The way from a password to a token of an organization. Each step is a session of its own. */
@Injectable()
export class SignIn {
  // oxlint-disable-next-line max-params -- the parts of an account that one login touches
  constructor(
    private readonly proofs: PasswordProofs,
    private readonly accounts: AccountsRepository,
    private readonly sessions: PersonSessions,
    private readonly tokens: PersonTokens,
    private readonly audit: PersonAudit,
    private readonly bypass: SsoBypass,
    private readonly database: Database,
  ) {}

  /** Throws 401, always the same, and 503 while too many wait. */
  login(proof: PasswordProof, kind: SessionKind, request: RequestContext): Promise<SignedIn> {
    return this.proofs.prove(proof, request, async (tx, { userId }) => {
      const step = { orgId: null, assurance: 'password', loginMethod: LOGIN_METHOD } as const;
      return this.signed(await this.sessions.begin(tx, { userId, kind, ...step }, request));
    });
  }

  /** Whom the provider of an organization signed in sees that one alone. */
  async organizations({ userId, assurance, orgId }: Person): Promise<PersonsOrganization[]> {
    const all = await this.accounts.organizations(userId);
    return assurance === 'sso' ? all.filter(({ id }) => id === orgId) : all;
  }

  /**
   * Throws 403 for an organization that the person is not in: as a stranger, invited, or deactivated, but only after the
   * second step where there is one; 400 for one that demands its provider.
   */
  async choose(person: Person, organizationId: string, kind = person.kind): Promise<Choice> {
    const organization = await this.accounts.organization(person.userId, organizationId);
    if (!organization) {
      // The second step opens places that are only offered, too, so it is asked for before anything is said.
      if (isSecondStepDue(person)) return { isMfaDue: true, token: await this.mfaToken(person) };
      throw notInOrganization();
    }
    // A provider says who somebody is in its own organization, and opens no other one.
    if (person.assurance === 'sso' && person.orgId !== organization.id) throw notInOrganization();
    const bypassesSso = organization.authEnforced && person.assurance !== 'sso';
    if (bypassesSso) await this.requireBypass(person, organization);
    const isMfaDue =
      isSecondStepDue(person) || (person.assurance === 'password' && organization.enforceMfa);
    if (isMfaDue) return { isMfaDue, token: await this.mfaToken(person, organizationId) };
    return this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      await this.noteLogin(tx, person, organization, bypassesSso);
      const { assurance, provedAt } = person;
      const next = { orgId: organization.id, assurance, provedAt, kind, bypassesSso };
      const session = await this.sessions.replace(tx, person, next);
      return { isMfaDue: false, ...this.signed(session) };
    });
  }

  private async requireBypass({ userId }: Person, { id }: PersonsOrganization): Promise<void> {
    const isAllowed = await this.database.transaction((tx) =>
      this.bypass.isAllowed(tx, id, userId),
    );
    if (isAllowed) return;
    throw badRequest(
      'sso-enforced',
      'This organization is entered through its provider alone: sign in with it, at /login or GET /api/v1/sso/oidc/login.',
    );
  }

  signed(session: BegunSession): SignedIn {
    return { session, token: this.tokens.access(session, session.now) };
  }

  /** Without an organization that the person is in, the token names none: none is told of wrong codes. */
  private async mfaToken(person: Person, organizationId?: string): Promise<string> {
    const now = await this.sessions.now();
    return this.tokens.mfa(person, organizationId, now);
  }

  /** Throws 403 where the membership ended meanwhile. */
  private async noteLogin(
    tx: EntityManager,
    { userId, email, loginMethod, assurance, request, kind }: Person,
    { id, membershipId }: PersonsOrganization,
    bypassesSso: boolean,
  ): Promise<void> {
    const isMember = await this.accounts.noteLogin(tx, membershipId, loginMethod);
    if (!isMember) throw notInOrganization();
    const more = { kind, assurance, ...(bypassesSso ? { bypassesSso } : {}) };
    await this.audit.record(tx, id, { action: 'user.login', userId, email, request, more });
  }
}

const isSecondStepDue = ({ assurance, hasSecondFactor }: Person): boolean =>
  assurance === 'password' && hasSecondFactor;

const notInOrganization = () =>
  forbidden('not-your-organization', 'You are no active member of this organization.');
