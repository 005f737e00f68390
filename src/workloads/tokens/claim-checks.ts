import type { Checks } from '../logins/checks.js';
import { claimAt, textsOf } from './claim-values.js';
import { type MatchSteps, patternTest, splitList } from './pattern.js';
import type { Claims } from './token-form.js';

/** Which tokens of an issuer are this workload's. Lists are comma lists, as clients send them. */
export interface BoundToken {
  readonly boundIssuer: string;
  readonly boundAudiences: string;
  readonly boundSubject: string;
  /** Patterns by the name or path of a claim. */
  readonly boundClaims: Readonly<Record<string, string>>;
  /** Seconds; 0: a day. */
  readonly maxTokenAge: number;
}

/** Seconds by which clocks may differ. */
export const CLOCK_TOLERANCE = 60;
const DAY = 86_400;

export function checkIssuer(checks: Checks, claims: Claims, boundIssuer: string): void {
  const { iss } = claims;
  const simplified = (text: string) => text.replace(/\/$/, '').toLowerCase();
  const hint = () =>
    typeof iss === 'string' && simplified(iss) === simplified(boundIssuer)
      ? 'They differ by a trailing slash or by case: both are compared as they are.'
      : '';
  const expected = boundIssuer;
  checks.require(iss === boundIssuer, 'issuer', { field: 'iss', expected, actual: iss, hint });
}

const GITHUB_DEFAULT = /^https:\/\/github\.com\/[^/]+$/;

/** One of the audiences exactly. Without any, only where the rules of settings let the operator allow it. */
export function checkAudience(
  checks: Checks,
  claims: Claims,
  wanted: readonly string[],
  { isAnyAllowed = false } = {},
): void {
  const { aud } = claims;
  const given: unknown[] = Array.isArray(aud) ? aud : [aud];
  checks.require(
    wanted.length === 0 ? isAnyAllowed : given.some((each) => wanted.includes(each as string)),
    'audience',
    {
      field: 'aud',
      expected: wanted.join(', '),
      actual: aud,
      hint: () =>
        typeof aud === 'string' && GITHUB_DEFAULT.test(aud)
          ? 'This is the audience that GitHub takes where the job names none. Set the audience in the job, or bind this one.'
          : 'The token was made for another service. Ask the issuer for one with this audience; case and slashes count.',
    },
  );
}

/** `now`: the database's clock in seconds. `iat` is asked of everybody whose tokens have to have one. */
export function checkTimes(
  checks: Checks,
  claims: Claims,
  { now, maxAge, longest = maxAge, needsIat = true }: TimeBounds,
): void {
  const { exp, iat, nbf } = claims;
  const isTime = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0;
  const problem = (): string | null => {
    if (!isTime(exp)) return 'exp is missing, or no whole number of seconds.';
    if (exp + CLOCK_TOLERANCE <= now) return `It expired ${Math.floor(now - exp)} s ago.`;
    if (nbf !== undefined && !isTime(nbf)) return 'nbf is no whole number of seconds.';
    if (isTime(nbf) && nbf > now + CLOCK_TOLERANCE)
      return `It is valid only in ${Math.ceil(nbf - now)} s.`;
    if (iat === undefined && !needsIat) return null;
    if (!isTime(iat)) return 'iat is missing, or no whole number of seconds.';
    if (iat > now + CLOCK_TOLERANCE)
      return `It was made ${Math.ceil(iat - now)} s in the future: a clock is off.`;
    if (exp - iat > longest) return `It is valid for more than ${longest} s.`;
    return now - iat > maxAge ? `It is older than ${maxAge} s.` : null;
  };
  const found = problem();
  checks.require(found === null, 'times', {
    field: 'exp',
    expected: `a token of at most ${maxAge} s`,
    actual: { exp, iat, nbf, now: Math.floor(now) },
    hint: found ?? '',
  });
}

export interface TimeBounds {
  readonly now: number;
  /** Seconds since `iat`. */
  readonly maxAge: number;
  /** Seconds from `iat` to `exp`. */
  readonly longest?: number;
  readonly needsIat?: boolean;
}

/** A day, for age and length of a token, unless the setting says otherwise. */
export const timeBoundsOf = (
  { maxTokenAge }: Pick<BoundToken, 'maxTokenAge'>,
  now: number,
): TimeBounds => ({
  now,
  maxAge: maxTokenAge || DAY,
  longest: Math.max(maxTokenAge, DAY),
});

const STAR_HINT =
  'A single * stays within its part: parts end at / and at :. Use ** for any number of parts.';

export function checkSubject(checks: Checks, { sub }: Claims, boundSubject: string): void {
  const patterns = splitList(boundSubject);
  const isGood =
    patterns.length === 0 ||
    (typeof sub === 'string' && patternTest(patterns, checks.matching)(sub));
  const hint = () => nearMiss(patterns, sub, checks.matching);
  checks.require(isGood, 'subject', { field: 'sub', expected: boundSubject, actual: sub, hint });
}

/** Every claim that is bound has to hold, each by any of its patterns. */
export function checkClaims(
  checks: Checks,
  claims: Claims,
  bound: BoundToken['boundClaims'],
): void {
  for (const [path, list] of Object.entries(bound)) {
    const patterns = splitList(list);
    const value = claimAt(claims, path);
    const isGood = textsOf(value).some(patternTest(patterns, checks.matching));
    const hint = () => nearMiss(patterns, value, checks.matching) || forkHint(claims, path);
    checks.require(isGood, 'claims', { field: path, expected: list, actual: value, hint });
  }
}

/** In pipelines of GitLab for merge requests from forks, the claims of the project are the fork's. */
const forkHint = (claims: Claims, path: string): string =>
  path.startsWith('project_') && claims.pipeline_source === 'merge_request_event'
    ? 'In a pipeline of a merge request from a fork, this claim names the fork.'
    : '';

/** Ids behind the names of owner and repository, as subjects of newer repositories of GitHub have them. */
const IDS = /@\d+/g;

/** What would have to be different for a match; '' where nothing small would do. */
function nearMiss(patterns: readonly string[], actual: unknown, steps: MatchSteps): string {
  if (actual === undefined) return 'The token has no such claim.';
  if (typeof actual !== 'string') return '';
  const matches = (change: (pattern: string) => string, text = actual) =>
    patternTest(patterns.map(change), steps)(text);
  if (matches((pattern) => pattern.toLowerCase(), actual.toLowerCase()))
    return 'They differ by case.';
  if (matches((pattern) => pattern.replace(/\/$/, ''), actual.replace(/\/$/, '')))
    return 'They differ by a trailing slash.';
  if (matches((pattern) => pattern, actual.trim())) return 'The claim has white space around it.';
  if (matches((pattern) => pattern, actual.replace(IDS, '')))
    return 'The token has ids behind its names (owner@1/repo@2). Write {owner,owner@1}, or bind the claims with the ids.';
  if (matches((pattern) => pattern.replace(/(?<!\*)\*(?!\*)$/, '**'))) return STAR_HINT;
  return '';
}
