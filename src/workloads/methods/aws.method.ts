import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OutgoingFailure } from '../../outgoing/failure.js';
import { Outgoing } from '../../outgoing/outgoing.js';
import { unavailable } from '../keys/key-documents.js';
import { LoginRefused, ProofUnavailable } from '../logins/checks.js';
import { unsafe } from '../settings/bound-tokens.js';
import { TrustSettings } from '../settings/trust-settings.js';
import { type Warning, warning } from '../settings/warnings.js';
import { splitList } from '../tokens/pattern.js';
import {
  arnProblem,
  comparedArn,
  isAllowedArn,
  isTenantWide,
  principalIn,
} from './aws-principal.js';
import { readSignedRequest, signedHost, type SignedRequest, stsTarget } from './aws-request.js';
import type { Attempt, CallsFor, Proof, WorkloadMethod } from './method.js';

export interface AwsSettings {
  readonly stsEndpoint: string;
  readonly allowedPrincipalArns: string;
  readonly allowedAccountIds: string;
}

const MAX_ANSWER = 16 * 1_024;
const MAX_LISTED = 100;
/** Seconds around now in which a request may have been signed. */
const MAX_AGE = 300;
const MAX_AHEAD = 60;
/** Seconds for which a signature is remembered: longer than it could be good. */
const KEPT = 900;
/** Milliseconds for which an STS that was silent counts as silent for everybody. */
const SILENCE = 5_000;
const HOSTS = 100;

/** A signed request to STS, which tells who signed it: we send it on, built anew, to a host of AWS. */
@Injectable()
export class AwsMethod implements WorkloadMethod<AwsSettings> {
  readonly name = 'aws-auth';
  readonly title = 'AWS auth';
  readonly wrapper = 'identityAwsAuth';
  readonly isPaced = true;
  readonly defaults: AwsSettings = {
    stsEndpoint: 'https://sts.amazonaws.com/',
    allowedPrincipalArns: '',
    allowedAccountIds: '',
  };
  /** Until when each host counts as silent. */
  private readonly silent = new LRUCache<string, number>({ max: HOSTS });

  constructor(
    private readonly outgoing: Outgoing,
    private readonly trust: TrustSettings,
  ) {}

  /** By the host that was signed for, which whoever asks names: another region is not silent with it. */
  isSilent({ iamRequestHeaders = '' }: Attempt['sent']): boolean {
    const until = this.silent.get(signedHost(iamRequestHeaders) ?? '');
    return until !== undefined && until > performance.now();
  }

  askedHost({ iamRequestHeaders = '' }: Attempt['sent']): string | null {
    return signedHost(iamRequestHeaders);
  }

  present(settings: AwsSettings): object {
    return { type: 'iam', ...settings };
  }

  refuseOpen({ stsEndpoint, allowedPrincipalArns, allowedAccountIds }: AwsSettings): void {
    if (stsTarget(stsEndpoint) === null) {
      throw unsafe(
        'stsEndpoint',
        'should be https://sts.amazonaws.com/ or https://sts.<region>.amazonaws.com/.',
      );
    }
    const arns = splitList(allowedPrincipalArns);
    const accounts = splitList(allowedAccountIds);
    if (arns.length + accounts.length === 0)
      throw unsafe(
        'allowedPrincipalArns',
        'or allowedAccountIds is required: without both, anybody at AWS would log in.',
      );
    if (arns.length > MAX_LISTED)
      throw unsafe('allowedPrincipalArns', `has more than ${MAX_LISTED} principals.`);
    if (accounts.length > MAX_LISTED)
      throw unsafe('allowedAccountIds', `has more than ${MAX_LISTED} accounts.`);
    for (const arn of arns) {
      const problem = arnProblem(arn);
      if (problem !== null) throw unsafe('allowedPrincipalArns', `${problem}.`);
    }
    if (!accounts.every((account) => /^\d{12}$/.test(account)))
      throw unsafe('allowedAccountIds', 'should be account ids of twelve digits.');
  }

  trustOf({ stsEndpoint }: AwsSettings) {
    return [stsEndpoint];
  }

  warningsOf({ allowedPrincipalArns, allowedAccountIds }: AwsSettings): readonly Warning[] {
    const arns = splitList(allowedPrincipalArns);
    const isWide =
      arns.some(isTenantWide) || (arns.length === 0 && splitList(allowedAccountIds).length > 0);
    return isWide ? [warning('tenant-wide')] : [];
  }

  async prove(attempt: Attempt<AwsSettings>): Promise<Proof> {
    const { settings, checks, sent, now } = attempt;
    const target = stsTarget(settings.stsEndpoint);
    if (!target) throw new LoginRefused('form', 'stsEndpoint');
    const request = readSignedRequest(sent, target);
    const age = now - request.signedAt;
    checks.require(age <= MAX_AGE && age >= -MAX_AHEAD, 'times', {
      field: 'X-Amz-Date',
      expected: `signed within ${MAX_AGE} s`,
      actual: `${Math.floor(age)} s ago`,
      hint: 'Sign the request anew; if that does not help, a clock is off.',
    });
    const principal = principalIn(await checks.waitFor(this.ask(request, attempt)));
    checks.require(true, 'signature', { field: 'Authorization' });
    const { allowedPrincipalArns, allowedAccountIds } = settings;
    const accounts = splitList(allowedAccountIds);
    const arns = splitList(allowedPrincipalArns);
    const { accountId } = principal;
    checks.require(accounts.length === 0 || accounts.includes(accountId), 'account', {
      field: 'allowedAccountIds',
      expected: allowedAccountIds,
      actual: accountId,
    });
    checks.require(arns.length === 0 || isAllowedArn(principal, arns), 'principal', {
      field: 'allowedPrincipalArns',
      expected: allowedPrincipalArns,
      actual: comparedArn(principal),
      hint: 'Of a role the last part of its path is compared; sessions count as their role.',
    });
    const use = {
      text: `aws ${request.credential} ${request.signature}`,
      usedBy: `${attempt.identityId} ${attempt.source}`,
      until: now + KEPT,
    };
    const seen = { sub: principal.arn, claims: { accountId } };
    // Sessions of a role are named anew each time.
    return { facts: { aws: principal }, seen, subject: comparedArn(principal), use };
  }

  /** Returns the JSON of STS. Throws LoginRefused for a signature that it refuses, ProofUnavailable for silence. */
  private async ask({ host, headers, body }: SignedRequest, by: CallsFor): Promise<unknown> {
    const endpoint = this.trust.awsStsEndpoint;
    const url = new URL(endpoint ?? `https://${host}/`);
    const call = {
      url,
      method: 'POST',
      // Where the operator names another place to connect to, the request stays as it was signed.
      headers: { Host: host, ...headers },
      body,
      maxBytes: MAX_ANSWER,
    } as const;
    const { orgId: organizationId, payer, onAsked } = by;
    const policy = { organizationId, payer, onAsked, isOperators: endpoint !== null };
    try {
      const { status, json } = await this.outgoing.json(call, policy);
      if (status === 200) return json;
      if (status >= 400 && status < 500 && status !== 429)
        throw new LoginRefused('signature', 'Authorization');
      throw new ProofUnavailable(`status ${status}`);
    } catch (error) {
      if (error instanceof OutgoingFailure && (error.step === 'form' || error.step === 'size'))
        throw new LoginRefused('signature', 'iamRequestHeaders');
      const isBusy = error instanceof OutgoingFailure && error.step === 'busy';
      // A status answers this one request, whose tenant may have provoked it: only a host that gave no answer is silent for all.
      if (error instanceof OutgoingFailure && !isBusy)
        this.silent.set(host, performance.now() + SILENCE);
      if (error instanceof OutgoingFailure) unavailable(error);
      throw error;
    }
  }
}
