import { Injectable } from '@nestjs/common';
import { Outgoing } from '../../outgoing/outgoing.js';
import { unavailable } from '../keys/key-documents.js';
import { LoginRefused, ProofUnavailable } from '../logins/checks.js';
import type { Warning } from '../settings/warnings.js';
import type { CallsFor } from './method.js';
import { warningFor } from './source-probe.js';

/** As the cluster names it; part of the facts of a login. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

interface ReviewTarget {
  readonly kubernetesHost: string;
  readonly caCert: string;
  readonly allowedAudience: string;
}

interface ReviewRequest {
  readonly token: string;
  /** Null: the token reviews itself. */
  readonly reviewer: string | null;
  readonly by: CallsFor;
}

const PATH = '/apis/authentication.k8s.io/v1/tokenreviews';
const MAX_REVIEW = 64 * 1_024;
/** Labels of DNS (RFC 1123), with dots in the name of an account. */
const USERNAME =
  /^system:serviceaccount:([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?):([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)$/;

/** Null for the name of a person, a node or anything else. */
export function serviceAccountOf(username: unknown): ServiceAccount | null {
  const [, namespace, name] = (typeof username === 'string' && USERNAME.exec(username)) || [];
  return namespace === undefined || name === undefined ? null : { namespace, name };
}

/** A host, `host:port` or URL as a URL without a slash at its end. */
export function hostUrl(kubernetesHost: string): string {
  const url = /^[a-z]+:\/\//i.test(kubernetesHost) ? kubernetesHost : `https://${kubernetesHost}`;
  return url.replace(/\/+$/, '');
}

type Json = Readonly<Record<string, unknown>>;
const objectIn = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** Asks a cluster whether a token is good (`TokenReview` of authentication.k8s.io/v1). */
@Injectable()
export class TokenReviews {
  constructor(private readonly outgoing: Outgoing) {}

  /** Throws LoginRefused, or ProofUnavailable where the cluster gives no answer to work with. */
  async review(
    target: ReviewTarget,
    { token, reviewer, by }: ReviewRequest,
  ): Promise<ServiceAccount> {
    const { allowedAudience } = target;
    const audiences = allowedAudience === '' ? {} : { audiences: [allowedAudience] };
    const { status, json } = await this.post(
      target,
      reviewer ?? token,
      { token, ...audiences },
      by,
    );
    // The token asks for its own review, and the cluster does not know it: it is not good.
    if (status === 401 && reviewer === null) throw new LoginRefused('signature', 'jwt');
    if (status !== 200 && status !== 201) throw new ProofUnavailable(`status ${status}`);
    const review = objectIn(json);
    if (review.kind !== 'TokenReview' || review.apiVersion !== 'authentication.k8s.io/v1')
      throw new ProofUnavailable('review');
    return accountIn(objectIn(review.status), allowedAudience);
  }

  /** Whether the API server answers at all: a token that is none is reviewed. */
  async probe(target: ReviewTarget, by: CallsFor): Promise<readonly Warning[]> {
    try {
      await this.post(target, 'none', { token: 'none' }, by);
      return [];
    } catch (error) {
      if (error instanceof ProofUnavailable) return [warningFor(error)];
      throw error;
    }
  }

  private post(
    { kubernetesHost, caCert }: ReviewTarget,
    bearer: string,
    spec: object,
    { orgId: organizationId, payer, onAsked }: CallsFor,
  ) {
    const body = JSON.stringify({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec,
    });
    const call = {
      url: new URL(hostUrl(kubernetesHost) + PATH),
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body,
      maxBytes: MAX_REVIEW,
      ...(caCert === '' ? {} : { ca: caCert }),
    } as const;
    return this.outgoing.json(call, { organizationId, payer, onAsked }).catch(unavailable);
  }
}

/** The name that the cluster tells counts, never that of the token. */
function accountIn(
  { authenticated, error, user, audiences }: Json,
  audience: string,
): ServiceAccount {
  const { username, groups } = objectIn(user);
  const account = serviceAccountOf(username);
  if (authenticated !== true || (error !== undefined && error !== '') || !account)
    throw new LoginRefused('signature', 'jwt');
  const group = `system:serviceaccounts:${account.namespace}`;
  if (!Array.isArray(groups) || !groups.includes(group))
    throw new LoginRefused('namespace', 'groups');
  // A cluster that knows no audiences answers without them, and has not looked at them.
  const isMeant = audience === '' || (Array.isArray(audiences) && audiences.includes(audience));
  if (!isMeant) throw new LoginRefused('audience', 'allowedAudience');
  return account;
}
