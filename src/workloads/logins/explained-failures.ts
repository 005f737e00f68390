import { type CheckStep, LoginRefused, ProofUnavailable } from './checks.js';
import { USUAL_HINTS } from './usual-hints.js';

/** What to look at, by check and field, where a login cannot go on without it. */
const HINTS: Readonly<Record<string, string>> = {
  'form jwt':
    'No token that is taken: three parts in base64url, signed by an algorithm of RS, PS, ES or EdDSA, in JSON without repeated names.',
  'form settings': 'Settings of an older version that would let anybody in. Send them anew.',
  'form tokenReviewerJwt': 'The stored reviewer token does not open any more. Send it anew.',
  'signature jwt':
    'None of the keys made the signature; or the cluster does not vouch for the token.',
  'signature kid':
    'The issuer has no key with this id just now. Its keys are asked for anew every half a minute.',
  'signature Authorization':
    'STS refused the signature: another key, or a request that was changed.',
  'signature iamRequestHeaders': 'STS gave no answer of its usual form.',
  'subject sub':
    'No token of a service account: sub should be system:serviceaccount:<namespace>:<name>.',
  'namespace groups': 'The cluster does not name the group of the namespace.',
  'audience allowedAudience':
    'The cluster did not review the token for this audience. It should be asked for with the token (serviceAccountToken.audience).',
  'issuer boundIssuer': 'The metadata names another issuer than boundIssuer.',
};

/** By the step of the outgoing call. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  address: 'The operator has not opened the address (OUTGOING_ALLOWED_NETWORKS).',
  name: 'Its name has no address.',
  connection: 'It takes no connection.',
  tls: 'Its certificate does not fit: set the certificates of its authority (caCert).',
  time: 'It did not answer in time.',
  size: 'Its answer is too long.',
  form: 'Its answer is no JSON.',
  busy: 'Too many calls to it are under way.',
  pause: 'It was silent just now, and is asked again within seconds.',
  metadata: 'Its metadata lacks issuer or jwks_uri.',
  keys: 'Its key set holds no key that is taken.',
  review: 'Its answer is no TokenReview.',
};

/** The step at which a login could not go on. Whatever else was thrown is thrown on. */
export function failedStep(error: unknown): CheckStep {
  const usual = { ok: false, expected: '', actual: '' };
  if (error instanceof LoginRefused) {
    const { check, field } = error;
    const usualHint = check === 'form' ? aboutRequest(field) : USUAL_HINTS[check];
    return { check, field, ...usual, hint: HINTS[`${check} ${field}`] ?? usualHint };
  }
  if (!(error instanceof ProofUnavailable)) throw error;
  const { step } = error;
  const hint = UNAVAILABLE[step] ?? `It answered with the ${step}.`;
  return {
    check: 'signature',
    field: '',
    ...usual,
    hint: `What checks the login gave no usable answer. ${hint}`,
  };
}

/** The forms that are left are those of the parts of a signed request. */
const aboutRequest = (field: string): string =>
  `Should be a GetCallerIdentity request that was signed for this STS; look at ${field}.`;
