import { Injectable } from '@nestjs/common';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { isUuid, newId } from '../../database/uuid.js';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import { currentWork } from '../../http/limits/admission.js';
import { source } from '../../http/limits/rate-limiter.js';
import type { RequestContext } from '../../http/request-context.js';
import { type IssuedTokenView, TokenIssuer } from '../../identities/tokens/token-issuer.js';
import type { WorkloadLoginDto } from '../methods/token-login.js';
import type { Attempt, Proof, WorkloadMethod } from '../methods/method.js';
import { payerOf } from '../payers.js';
import { TrustSettings } from '../settings/trust-settings.js';
import { WorkloadReport } from '../workload-report.js';
import { Checks, LoginRefused, ProofUnavailable } from './checks.js';
import { FailureNotes } from './failure-notes.js';
import { issuerSilent, loginRefused } from './login-refusals.js';
import { LoginPace } from './login-pace.js';
import { NewSubjects, subjectKeyOf } from './new-subjects.js';
import { proofDigests } from './proof-digest.js';
import { shownLogin } from './shown-login.js';
import { type WorkloadCredential, WorkloadLoginsRepository } from './workload-logins.repository.js';

type SentProof = Attempt['sent'];

/**
 * The login of every method: look up, local checks, proof, rules, token. Whatever is wrong, the answer is the same.
 * Logins write no audit entry, as those of universal auth.
 */
@Injectable()
export class WorkloadLogins {
  // oxlint-disable-next-line max-params -- what a login asks, takes and tells
  constructor(
    private readonly logins: WorkloadLoginsRepository,
    private readonly issuer: TokenIssuer,
    private readonly trust: TrustSettings,
    private readonly keys: ServerKeys,
    private readonly pace: LoginPace,
    private readonly failures: FailureNotes,
    private readonly report: WorkloadReport,
    private readonly subjects: NewSubjects,
  ) {}

  /** Throws 401, always the same; 504 where an issuer, cluster or cloud is silent; 429. */
  async login(
    method: WorkloadMethod,
    dto: WorkloadLoginDto,
    request: RequestContext,
  ): Promise<IssuedTokenView> {
    const turn = await this.pace.begin(method, sentBy(dto), request.address);
    const checks = new Checks();
    let hasFailed = true;
    try {
      const issued = await this.inTurn(method, dto, request, checks);
      hasFailed = false;
      return issued;
    } catch (error) {
      if (!(error instanceof LoginRefused)) throw error;
      throw (await turn.isLate(checks.waits)) ? issuerSilent() : loginRefused();
    } finally {
      await turn.end(hasFailed);
    }
  }

  /** Throws LoginRefused, 504 and 429, and notes why. */
  private async inTurn(
    method: WorkloadMethod,
    dto: WorkloadLoginDto,
    request: RequestContext,
    checks: Checks,
  ): Promise<IssuedTokenView> {
    const id = isUuid(dto.identityId) ? dto.identityId : null;
    const { credential, now } = await this.logins.find(id, method.name);
    const { reqId, address } = request;
    const identityId = credential?.identityId ?? null;
    const login = { reqId, method: method.name, address, identityId };
    try {
      if (!credential) throw new LoginRefused('form', 'identityId');
      const issued = await this.issue(method, { credential, dto, request, now, checks });
      this.report.issued(method.name);
      return issued;
    } catch (error) {
      if (error instanceof ProofUnavailable) {
        this.report.unavailable(login, error.step);
        if (credential) this.failures.add(credential.id, request.address, 'unavailable');
        throw error.isBusy ? tooManyRequests(error.retryAfter) : issuerSilent();
      }
      if (!(error instanceof LoginRefused)) throw error;
      this.report.refused(login, error.check, error.field);
      if (credential) this.failures.add(credential.id, request.address, error.check);
      throw error;
    }
  }

  private async issue(
    method: WorkloadMethod,
    { credential, dto, request, now, checks }: LoginFrame,
  ): Promise<IssuedTokenView> {
    const { organizationSlug } = dto;
    if (!isAllowed(credential.trustedIps, request.address))
      throw new LoginRefused('address', 'accessTokenTrustedIps');
    if (organizationSlug && organizationSlug !== credential.orgSlug)
      throw new LoginRefused('organization');
    // Rows of an older or restored database pass the checks of today, or are closed.
    try {
      method.refuseOpen(credential.settings, this.trust);
    } catch (error) {
      if (error instanceof ApiError) throw new LoginRefused('form', 'settings');
      throw error;
    }
    // The proof may wait for somebody else; no place at work is held meanwhile.
    currentWork()?.leave();
    const proof = await method.prove(attemptOf(credential, { dto, request, now, checks }));
    return this.spend(method, credential, proof, request);
  }

  private async spend(
    method: WorkloadMethod,
    credential: WorkloadCredential,
    proof: Proof,
    request: RequestContext,
  ): Promise<IssuedTokenView> {
    const { facts, seen, use, areKeysFresh = false } = proof;
    const { address, client } = request;
    const jti = newId();
    const digestsOf = (text: string) => proofDigests(this.keys, text);
    const taken = await this.logins.spend({
      id: credential.id,
      revision: credential.revision,
      seen: shownLogin({ address, client, method: method.name, tokenId: jti, ...seen }),
      digests: use ? digestsOf(use.text) : [],
      usedBy: use && use.usedBy !== null ? digestsOf(use.usedBy) : [],
      until: use?.until ?? 0,
      subjectKey: subjectKeyOf(credential.id, proof),
      areKeysFresh,
    });
    if (!taken) throw new LoginRefused('replay');
    if (taken.isNewSubject) await this.subjects.record(method.name, credential, proof, request);
    const { identityId, identityName, orgId, accessTokenNumUsesLimit: usesLimit } = credential;
    const terms = {
      ttl: credential.accessTokenTtl,
      maxTtl: credential.accessTokenMaxTtl,
      period: 0,
      usesLimit,
    };
    const { serial, trustEpoch, now } = taken;
    const holder = { jti, identityId, identityName, orgId, authMethod: method.name };
    const origin = { credentialId: credential.id, serial, trustEpoch, identityAuth: facts };
    return this.issuer.issue({ ...holder, ...origin }, terms, now);
  }
}

/** The body of a login by its fields, which are texts in every method. */
const sentBy = (dto: WorkloadLoginDto): SentProof => dto as unknown as SentProof;

interface LoginFrame {
  readonly credential: WorkloadCredential;
  readonly dto: WorkloadLoginDto;
  readonly request: RequestContext;
  readonly now: number;
  readonly checks: Checks;
}

/** The attempt of a login, or of its explanation. */
export function attemptOf(
  credential: WorkloadCredential,
  { dto, request, now, checks }: Omit<LoginFrame, 'credential'>,
): Attempt {
  const { identityId, orgId, id, settings, sealedToken } = credential;
  const row = { identityId, orgId, authId: id, settings, sealedToken };
  const from = source(request.address);
  const onAsked = (milliseconds: number) => void (checks.waits.asked += milliseconds);
  const by = { payer: payerOf(credential), onAsked };
  return { ...row, ...by, sent: sentBy(dto), checks, now, source: from };
}
