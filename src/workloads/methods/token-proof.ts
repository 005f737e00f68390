import type { VerifiedToken } from '../keys/key-sets.js';
import { keyFromPem, signerOf } from '../keys/verification-key.js';
import { Checks, LoginRefused } from '../logins/checks.js';
import { failedStep } from '../logins/explained-failures.js';
import { firstSymbols, claimAt, textOf } from '../tokens/claim-values.js';
import {
  type BoundToken,
  checkAudience,
  checkClaims,
  checkIssuer,
  checkSubject,
  checkTimes,
  CLOCK_TOLERANCE,
  timeBoundsOf,
} from '../tokens/claim-checks.js';
import { splitList } from '../tokens/pattern.js';
import type { Claims, UnverifiedToken } from '../tokens/token-form.js';
import type { Attempt, Proof, ProofUse } from './method.js';

export interface SingleUse {
  readonly singleUse: boolean;
}

/** Everything that can be told without the keys, before anything goes out. */
export function checkLocally(
  { checks, now }: Attempt,
  { claims }: UnverifiedToken,
  bound: BoundToken,
): void {
  if (bound.boundIssuer !== '') checkIssuer(checks, claims, bound.boundIssuer);
  // Rows without any pass `refuseOpenTokens` only where the operator allows it.
  checkAudience(checks, claims, splitList(bound.boundAudiences), { isAnyAllowed: true });
  checkTimes(checks, claims, timeBoundsOf(bound, now));
  checkSubject(checks, claims, bound.boundSubject);
  checkClaims(checks, claims, bound.boundClaims);
}

/** Runs the check of the signature. For `explain` its refusal is one more step, and null comes back. */
export async function checkSignature(
  checks: Checks,
  verify: () => Promise<VerifiedToken>,
): Promise<VerifiedToken | null> {
  try {
    const verified = await verify();
    checks.require(true, 'signature', { field: 'jwt' });
    return verified;
  } catch (error) {
    if (!(error instanceof LoginRefused) || !checks.isExplained) throw error;
    checks.steps.push(failedStep(error));
    return null;
  }
}

/** Looks for one of the keys that are stored with a row. Throws LoginRefused where none of them signed the token. */
export async function verifyByStored(
  { text, algorithm }: UnverifiedToken,
  publicKeys: readonly string[],
): Promise<VerifiedToken> {
  const keys = publicKeys.map(keyFromPem).filter((key) => key !== null);
  const signer = await signerOf(text, algorithm, keys);
  if (!signer) throw new LoginRefused('signature', 'jwt');
  return { signer, areKeysFresh: false };
}

const MAX_FACT = 256;
const MAX_FACTS = 2_048;

/** Claims that are told in the access token, by the names of the setting; scalars alone. */
export function mappedClaims(claims: Claims, mapping: Readonly<Record<string, string>>): object {
  const found: Record<string, string> = {};
  let length = 0;
  for (const [name, path] of Object.entries(mapping)) {
    const text = textOf(claimAt(claims, path));
    if (text === null || text.length > MAX_FACT) continue;
    length += name.length + text.length;
    if (length <= MAX_FACTS) found[name] = text;
  }
  return found;
}

/** The claims of a token that are shown as those of the last login. */
export function seenOf(claims: Claims, names: readonly string[]): object {
  const shown = ['iss', 'sub', 'aud', 'jti', 'iat', 'exp'].filter((name) =>
    Object.hasOwn(claims, name),
  );
  const cut = (value: unknown) =>
    typeof value === 'string' ? firstSymbols(value, MAX_FACT) : value;
  const standard = Object.fromEntries(shown.map((name) => [name, cut(claims[name])]));
  const bound = names.map((name) => [name, cut(claimAt(claims, name))] as const);
  return {
    ...standard,
    claims: Object.fromEntries(bound.filter(([, value]) => value !== undefined)),
  };
}

/** Comes before anything goes out. Throws LoginRefused for a token that counts once and has no `jti` to know it by. */
export function requireTokenId({ checks }: Attempt, { jti }: Claims): void {
  checks.require(typeof jti === 'string' && jti !== '', 'replay', {
    field: 'jti',
    hint: 'The setting singleUse needs tokens with an id (jti).',
  });
}

/**
 * The use of a token that counts once in an organization, at all rows that know the key which signed it. Another key may
 * sign for the same issuer, whoever put it there: what it signs spends nothing of this one's.
 */
const useOf = (
  { orgId }: Attempt,
  { iss, jti, exp }: Claims,
  { signer }: VerifiedToken,
): ProofUse => ({
  text: JSON.stringify([orgId, signer.thumbprint(), iss, jti]),
  usedBy: null,
  until: Number(exp) + CLOCK_TOLERANCE,
});

/** What was proved by a token, with the use of one that counts once. */
export const proofOf = (
  attempt: Attempt<object & Partial<SingleUse>>,
  claims: Claims,
  verified: VerifiedToken | null,
  { facts, seen }: Pick<Proof, 'facts' | 'seen'>,
): Proof => {
  const isOnce = attempt.settings.singleUse === true && verified !== null;
  const use = isOnce ? { use: useOf(attempt, claims, verified) } : {};
  return { facts, seen, areKeysFresh: verified?.areKeysFresh ?? false, ...use };
};
