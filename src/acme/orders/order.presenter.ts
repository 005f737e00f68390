import type { AcmeAuthorizationView, AcmeChallengeView, AcmeOrderView } from '../views.js';
import type { AcmePlace } from '../addresses.js';
import type { SignedMessage } from '../jws/signed-requests.js';
import type { AuthorizationRecord, ChallengeRecord, OrderRecord } from './order.js';

const whole = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

export function presentOrder(
  { place: { base }, enrollment }: Pick<SignedMessage, 'place' | 'enrollment'>,
  order: OrderRecord,
): AcmeOrderView {
  const { id, status, identifiers, notBefore, notAfter, error, authorizationIds } = order;
  const url = `${base}/orders/${id}`;
  return {
    ...{ status, expires: whole(order.expiresAt), identifiers, profile: enrollment.slug },
    ...(notBefore ? { notBefore: whole(notBefore) } : {}),
    ...(notAfter ? { notAfter: whole(notAfter) } : {}),
    authorizations: authorizationIds.map((each) => `${base}/authorizations/${each}`),
    finalize: `${url}/finalize`,
    ...(order.certificateId ? { certificate: `${url}/certificate` } : {}),
    ...(error ? { error } : {}),
    ...(order.replaces ? { replaces: order.replaces } : {}),
  };
}

/** A valid one shows the challenge that proved it alone (RFC 8555, 7.1.4). */
export function presentAuthorization(
  place: AcmePlace,
  authorization: AuthorizationRecord,
): AcmeAuthorizationView {
  const { type, value, status, isWildcard, expiresAt, challenges } = authorization;
  const shown =
    status === 'valid' ? challenges.filter((each) => each.status === 'valid') : challenges;
  return {
    ...{ identifier: { type, value }, status, expires: whole(expiresAt) },
    challenges: shown.map((each) => presentChallenge(place, authorization, each)),
    ...(isWildcard ? { wildcard: true } : {}),
  };
}

export function presentChallenge(
  { base }: AcmePlace,
  { id: authorizationId }: Pick<AuthorizationRecord, 'id'>,
  { id, type, status, token, validatedAt, error }: ChallengeRecord,
): AcmeChallengeView {
  return {
    ...{ type, url: `${base}/authorizations/${authorizationId}/challenges/${id}`, status, token },
    ...(validatedAt ? { validated: whole(new Date(validatedAt)) } : {}),
    ...(error ? { error } : {}),
  };
}
