import { ApiError } from '../errors/api-error.js';

/** SQL: whether the person of the session `s` proved less than ten minutes ago who they are. */
export const IS_FRESH = `s.proved_at > now() - interval '10 minutes'`;

/** Throws 403 unless the person proved a moment ago who they are: an open console may be in other hands. */
export function requireFreshProof({ isFresh }: { readonly isFresh: boolean }): void {
  if (isFresh) return;
  const reason =
    'Prove again who you are: POST /api/v1/auth/reauthenticate with your password or a code, or GET /api/v1/sso/oidc/login with freshProof=true, where your provider signs you in; then repeat the request.';
  throw new ApiError('fresh-proof-needed', reason, { reauthenticate: true });
}
