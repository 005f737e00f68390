import { Injectable, Logger } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { type BegunSession, PersonSessions } from '../accounts/person-sessions.js';
import { ProviderMembers } from '../accounts/provider-members.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { type ApiError, unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { OutgoingFailure } from '../outgoing/failure.js';
import { CallbackAddress } from './callback-address.js';
import { type AccountToLink, LOGIN_SECONDS, type PendingLogin } from './login-states.js';
import {
  OidcConfigurationsRepository,
  type UsableConfiguration,
} from './oidc-configurations.repository.js';
import { providerSilent } from './oidc-configurations.service.js';
import { OidcSeals } from './oidc-seals.js';
import { NotLetIn, type WhyNot } from './not-let-in.js';
import { ProviderAccounts } from './provider-accounts.js';
import { personOf, provedAtOf, type ProviderPerson } from './provider-claims.js';
import { ProviderClients } from './provider-clients.js';
import { MetadataProblem, namesTime } from './provider-metadata.js';

const SCOPE = 'openid email profile';
const LOGIN_METHOD = 'oidc';
/** A proof of who somebody is counts as fresh for so many seconds (src/auth/fresh-proof.ts). */
const FRESH_SECONDS = 600;

/** Somebody whom the provider knows, and when they proved it there. */
type ProvedPerson = ProviderPerson & { readonly provedAt: Date };

/** What a login is for. */
interface LoginPurpose {
  readonly isFresh?: boolean;
  readonly port?: number;
  readonly link?: AccountToLink;
}

/** One text for organizations without a provider and for those that are not. */
const notOffered = () =>
  unauthorized('sso-not-offered', 'Nobody signs in to this organization through a provider.');

/** One text, whatever was wrong with the answer of the provider or with the person. */
export const ssoRefused = () =>
  unauthorized(
    'sso-refused',
    'The sign-in through the provider was refused. Begin anew; if it is refused again, ask an administrator.',
  );

/** Signing in through the provider of an organization: authorization code with PKCE, state and nonce. */
@Injectable()
export class OidcLogins {
  private readonly log = new Logger(OidcLogins.name);

  // oxlint-disable-next-line max-params -- the parts of an account that one login touches, and the way to the provider
  constructor(
    private readonly configurations: OidcConfigurationsRepository,
    private readonly clients: ProviderClients,
    private readonly seals: OidcSeals,
    private readonly callback: CallbackAddress,
    private readonly people: ProviderAccounts,
    private readonly accounts: AccountsRepository,
    private readonly members: ProviderMembers,
    private readonly sessions: PersonSessions,
    private readonly personAudit: PersonAudit,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Where the browser goes, and what it keeps meanwhile. Throws 401, always the same, and 504. */
  async begin(
    orgSlug: string,
    { isFresh = false, port, link }: LoginPurpose,
  ): Promise<{ readonly url: string; readonly login: PendingLogin }> {
    const configuration = await this.configurations.findBySlug(orgSlug);
    if (!configuration) throw notOffered();
    const client = await this.clientOf(configuration);
    const { id: configurationId, revision, now } = configuration;
    const verifier = randomPKCECodeVerifier();
    const [state, nonce] = [randomState(), randomNonce()];
    const isTimed = namesTime(client.serverMetadata());
    const url = buildAuthorizationUrl(client, {
      redirect_uri: this.callback.of(configuration),
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // A program's long token is given for a fresh proof as well.
      ...(isTimed && (isFresh || port !== undefined) ? { max_age: String(FRESH_SECONDS) } : {}),
      // Not whoever used the browser before: who links the account shows there who they are.
      ...(link ? { prompt: 'login' } : {}),
    });
    const exp = now + LOGIN_SECONDS;
    const login = {
      ...{ state, nonce, verifier, configurationId, revision, exp },
      ...(port === undefined ? {} : { port }),
      ...(isTimed && isFresh ? { maxAge: FRESH_SECONDS } : {}),
      ...(link ? { link } : {}),
    };
    return { url: url.href, login };
  }

  /** Where the provider signs people out; null where it does not. Throws 401, always the same, and 504. */
  async endUrl(orgSlug: string): Promise<string | null> {
    const configuration = await this.configurations.findBySlug(orgSlug);
    if (!configuration) throw notOffered();
    const client = await this.clientOf(configuration);
    if (client.serverMetadata().end_session_endpoint === undefined) return null;
    const back = this.callback.asked('/login').href;
    return buildEndSessionUrl(client, { post_logout_redirect_uri: back }).href;
  }

  /** Takes the answer of the provider. `asked`: path and query. Throws 401, always the same, and 504. */
  async complete(
    login: PendingLogin,
    asked: string,
    request: RequestContext,
  ): Promise<BegunSession> {
    const { configurationId, revision } = login;
    const found = isUuid(configurationId)
      ? await this.configurations.findUsable(configurationId)
      : null;
    if (found?.revision !== revision) throw ssoRefused();
    const answer = this.callback.asked(asked);
    // The answer to a login came to where the provider of that login was told to send it.
    if (`${answer.origin}${answer.pathname}` !== this.callback.of(found)) throw ssoRefused();
    const person = await this.personOf(found, login, answer);
    try {
      return await this.signIn(found, { person, link: login.link }, request);
    } catch (error) {
      if (!(error instanceof NotLetIn)) throw error;
      await this.recordRefusal(found, person, error.why, request);
      throw ssoRefused();
    }
  }

  private signIn(
    configuration: UsableConfiguration,
    { person, link }: { person: ProvedPerson; link: AccountToLink | undefined },
    request: RequestContext,
  ): Promise<BegunSession> {
    const { orgId } = configuration;
    return this.database.transaction(async (tx) => {
      const { userId, membershipId, made } = await this.people.letIn(
        tx,
        configuration,
        person,
        request,
        link,
      );
      if (!(await this.configurations.hold(tx, configuration)))
        throw new NotLetIn('configuration changed');
      if (!(await this.accounts.noteLogin(tx, membershipId, LOGIN_METHOD)))
        throw new NotLetIn('deactivated');
      const { provedAt } = person;
      const step = { orgId, kind: 'console', loginMethod: LOGIN_METHOD, assurance: 'sso' } as const;
      const session = await this.sessions.begin(tx, { userId, ...step, provedAt }, request);
      const email = await this.members.emailOf(tx, userId);
      const { issuer, subject } = person;
      const more = { kind: step.kind, assurance: step.assurance, issuer, subject, made };
      const event = { action: 'user.login', userId, email, request, more };
      await this.personAudit.record(tx, orgId, event);
      return session;
    });
  }

  /** Exchanges the code, and asks UserInfo where the ID token does not say which address, or whether it is verified. */
  private async personOf(
    configuration: UsableConfiguration,
    { state, nonce, verifier, maxAge, port }: PendingLogin,
    answer: URL,
  ): Promise<ProvedPerson> {
    const client = await this.clientOf(configuration);
    try {
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAge === undefined ? {} : { maxAge }),
      });
      const identity = tokens.claims()!; // an ID token was expected
      const hasInfo = client.serverMetadata().userinfo_endpoint !== undefined;
      const isComplete = ['email', 'email_verified'].every((name) => name in identity);
      const profile =
        !isComplete && hasInfo
          ? await fetchUserInfo(client, tokens.access_token, identity.sub)
          : identity;
      const person = personOf(identity, profile);
      // Some providers ask again where a program waits, and do not say when: then this moment counts.
      const isTimed = port === undefined && namesTime(client.serverMetadata());
      if (person?.issuer === configuration.issuer)
        return { ...person, provedAt: provedAtOf(person, isTimed, configuration.now) };
      throw ssoRefused();
    } catch (error) {
      throw this.refusalOf(configuration, error);
    }
  }

  private async clientOf(configuration: UsableConfiguration): Promise<Configuration> {
    const clientSecret = this.seals.openSecret(configuration, configuration.sealedSecret);
    if (clientSecret === null) throw ssoRefused();
    try {
      return await this.clients.clientOf({ ...configuration, clientSecret });
    } catch (error) {
      throw this.refusalOf(configuration, error);
    }
  }

  /** The log has the kind of failure, and never what the provider wrote. */
  private refusalOf({ orgId }: UsableConfiguration, error: unknown): ApiError {
    const failure = outgoingFailureIn(error);
    const { name, code } = error as { name?: unknown; code?: unknown };
    const kind = failure?.step ?? (typeof code === 'string' ? code : String(name));
    this.log.warn(`A sign-in through the provider of organization ${orgId} failed: ${kind}`);
    const isSilent = failure !== null || error instanceof MetadataProblem;
    return isSilent ? providerSilent(failure?.retryAfter ?? 5) : ssoRefused();
  }

  private async recordRefusal(
    { orgId }: UsableConfiguration,
    { issuer, subject }: ProviderPerson,
    why: WhyNot,
    request: RequestContext,
  ): Promise<void> {
    const record = { action: 'user.sso-refused', target: { issuer, subject, why } };
    await this.database.transaction((tx) => this.audit.recordSystem(tx, orgId, record, request));
  }
}

/** The outgoing call that failed beneath an error of the library; null where none did. */
function outgoingFailureIn(error: unknown): OutgoingFailure | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof OutgoingFailure) return at;
  return null;
}
