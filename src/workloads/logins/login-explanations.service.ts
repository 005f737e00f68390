import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { isAllowed, type Network } from '../../auth/ip-allow-list.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database } from '../../database/database.js';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import { authMethodNotFound } from '../../errors/missing.js';
import { currentWork } from '../../http/limits/admission.js';
import { RATE_WINDOW, RateLimiter } from '../../http/limits/rate-limiter.js';
import { IdentityAuthorizer } from '../../identities/identity-authorizer.js';
import type { Attempt, Proof, WorkloadMethod } from '../methods/method.js';
import type { WorkloadLoginDto } from '../methods/token-login.js';
import { TrustSettings } from '../settings/trust-settings.js';
import { parseToken } from '../tokens/token-form.js';
import { warningsOf } from '../workload-auth.presenter.js';
import { Checks, LoginRefused } from './checks.js';
import { failedStep } from './explained-failures.js';
import type { LoginExplanationView } from './login-explanation.view.js';
import { proofDigests } from './proof-digest.js';
import { type WorkloadCredential, WorkloadLoginsRepository } from './workload-logins.repository.js';
import { attemptOf } from './workload-logins.service.js';

/** Explanations a minute for one caller: each may ask an issuer, a cluster or a cloud. */
const MAX_EXPLAINED = 10;

/**
 * Goes through a login and tells those who manage the identity what every check expected and what came. It makes no
 * token, and counts and uses up nothing of a login.
 */
@Injectable()
export class LoginExplanations {
  // oxlint-disable-next-line max-params -- what a login asks, and who may be told
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly logins: WorkloadLoginsRepository,
    private readonly trust: TrustSettings,
    private readonly keys: ServerKeys,
    private readonly limiter: RateLimiter,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 404, 403 without `edit-auth`, 429. What is wrong with the login itself is in the answer. */
  async explain(
    method: WorkloadMethod,
    actor: Actor,
    dto: WorkloadLoginDto,
  ): Promise<LoginExplanationView> {
    // As for a change: a stored reviewer token is used, and what the target proves is told.
    const authorization = await this.database.transaction((tx) =>
      this.authorizer.forChange(tx, actor, dto.identityId, 'edit-auth'),
    );
    const { credential, now } = await this.logins.find(authorization.target.id, method.name);
    if (!credential) throw authMethodNotFound(method.title);
    authorization.require('edit-auth');
    await this.count(actor);
    const checks = new Checks(true);
    const { request } = actor;
    const attempt = attemptOf(credential, { dto, request, now, checks });
    this.checkRow(method, credential, { actor, dto, checks });
    // The proof may wait for somebody else; no place at work is held meanwhile.
    currentWork()?.leave();
    const proof = await this.prove(method, attempt);
    const allowed = proof !== null && checks.isPassed;
    await this.record(method, actor, credential, allowed);
    const { accessTokenTtl: ttl, accessTokenMaxTtl: maxTTL } = credential;
    return {
      allowed,
      steps: checks.steps,
      token: shownToken(attempt.sent.jwt),
      wouldIssue: allowed ? { ttl, maxTTL, facts: proof.facts } : null,
      warnings: warningsOf(method, credential),
    };
  }

  /** What is checked before any proof. */
  private checkRow(
    method: WorkloadMethod,
    { trustedIps, orgSlug, settings }: WorkloadCredential,
    { actor, dto, checks }: { actor: Actor; dto: WorkloadLoginDto; checks: Checks },
  ): void {
    const { address } = actor.request;
    checks.require(isAllowed(trustedIps, address), 'address', {
      field: 'accessTokenTrustedIps',
      expected: trustedIps.map(networkText).join(','),
      actual: address,
      hint: 'This is the address of this request. At a login that of the job counts.',
    });
    const { organizationSlug: slug } = dto;
    if (slug)
      checks.require(slug === orgSlug, 'organization', {
        field: 'organizationSlug',
        expected: orgSlug,
        actual: slug,
      });
    try {
      method.refuseOpen(settings, this.trust);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      checks.steps.push(failedStep(new LoginRefused('form', 'settings')));
    }
  }

  /** Null where the login cannot go on; why is the last of the steps. */
  private async prove(method: WorkloadMethod, attempt: Attempt): Promise<Proof | null> {
    const { checks } = attempt;
    try {
      const proof = await method.prove(attempt);
      if (proof.use) {
        const isUsed = await this.logins.isUsed(proofDigests(this.keys, proof.use.text));
        checks.require(!isUsed, 'replay', {
          field: attempt.sent.jwt === undefined ? 'Signature' : 'jti',
          expected: 'a proof that did not log in before',
          hint: 'signature-used: it logged in already. Get another token, or sign again a second later.',
        });
      }
      return proof;
    } catch (error) {
      checks.steps.push(failedStep(error));
      return null;
    }
  }

  private async count({ callerId }: Actor): Promise<void> {
    if (this.limiter.isOff) return;
    const key = `workload:explain ${callerId}`;
    const { hits, seconds } = await this.limiter.storage.add(key, RATE_WINDOW);
    if (hits > MAX_EXPLAINED) throw tooManyRequests(seconds);
  }

  private record(
    { name }: WorkloadMethod,
    actor: Actor,
    { identityId, id: workloadAuthId }: WorkloadCredential,
    allowed: boolean,
  ): Promise<void> {
    const target = { identityId, workloadAuthId, allowed };
    return this.database.transaction((tx) =>
      this.audit.record(tx, actor, { action: `${name}.explain`, target }),
    );
  }
}

const networkText = ({ ipAddress, prefix }: Network): string =>
  prefix === undefined ? ipAddress : `${ipAddress}/${prefix}`;

/** Without the signature and `jti`, so that an explanation is no proof of anything. */
function shownToken(jwt: string | undefined): LoginExplanationView['token'] {
  if (jwt === undefined) return null;
  try {
    const { header, claims } = parseToken(jwt);
    const { jti: _, ...shown } = claims;
    return { header, claims: shown };
  } catch {
    return null;
  }
}
