import { badRequest } from '../../errors/api-error.js';
import type { BoundToken } from '../tokens/claim-checks.js';
import {
  hasWildcards,
  listProblem,
  literalHead,
  patternProblem,
  readingCost,
  splitList,
} from '../tokens/pattern.js';
import type { TrustOptions } from '../methods/method.js';
import { sharedIssuer } from './shared-issuers.js';
import { type Warning, warning, type WarningCode } from './warnings.js';

const MAX_AUDIENCES = 20;
const MAX_ALTERNATIVES = 50;
/** What all patterns of a row may take to read: every login does. Thirty lists of 1,024 characters take half of it. */
const MAX_READING = 65_536;

/** Refuses a setting by the name of its field. */
export const unsafe = (field: string, reason: string) =>
  badRequest('unsafe-trust', `${field} ${reason}`, { field });

/** Throws 400 for what would accept tokens that were made for others (rules of issuers' tokens). */
export function refuseOpenTokens(settings: BoundToken, { allowsNoAudience }: TrustOptions): void {
  const { boundAudiences, boundSubject, boundClaims } = settings;
  const audiences = splitList(boundAudiences);
  if (audiences.length === 0 && !allowsNoAudience) {
    throw unsafe(
      'boundAudiences',
      'is required: without it a token that was made for another service would log in.',
    );
  }
  if (audiences.length > MAX_AUDIENCES)
    throw unsafe('boundAudiences', `has more than ${MAX_AUDIENCES} audiences.`);
  const wild = audiences.find(hasWildcards);
  if (wild !== undefined)
    throw unsafe('boundAudiences', 'is compared exactly and takes no wildcards.');
  const lists = [boundSubject, ...Object.values(boundClaims)].map(splitList);
  if (lists.reduce((sum, list) => sum + readingCost(list), 0) > MAX_READING)
    throw unsafe(
      'boundClaims',
      'and boundSubject hold too much text: braces count by what they stand for, wildcards four times.',
    );
  refusePatterns('boundSubject', boundSubject);
  for (const [name, list] of Object.entries(boundClaims))
    refusePatterns(`boundClaims.${name}`, list);
  const isBound = splitList(boundSubject).length > 0 || Object.keys(boundClaims).length > 0;
  if (!isBound)
    throw unsafe(
      'boundSubject',
      'or boundClaims is required: without both, every token of the issuer would log in.',
    );
  refuseOtherTenants(settings);
}

function refusePatterns(field: string, list: string): void {
  const patterns = splitList(list);
  if (patterns.length > MAX_ALTERNATIVES)
    throw unsafe(field, `has more than ${MAX_ALTERNATIVES} alternatives.`);
  for (const pattern of patterns) {
    const problem = patternProblem(pattern);
    if (problem !== null) throw unsafe(field, `${problem}: ${pattern.slice(0, 100)}`);
  }
  const problem = listProblem(patterns);
  if (problem !== null) throw unsafe(field, `${problem}, braces counted by what they stand for.`);
}

/** At an issuer of everybody's jobs a row has to name its owner. */
function refuseOtherTenants({ boundIssuer, boundSubject, boundClaims }: BoundToken): void {
  const subjects = splitList(boundSubject);
  const shared = sharedIssuer(boundIssuer, subjects);
  if (!shared) return;
  const { head, proven = {} } = shared;
  const isOfOne = (subject: string) =>
    head === null ? !hasWildcards(subject) : head.test(literalHead(subject));
  const inWords = (claim: string) =>
    proven[claim] === undefined ? claim : `${claim} (with ${proven[claim]} bound to true)`;
  const namesOwner = subjects.length > 0 && subjects.every(isOfOne);
  const isProven = (claim: string) =>
    proven[claim] === undefined || boundClaims[proven[claim]] === 'true';
  const bindsOwner = shared.claims.some((claim) => isExact(boundClaims, claim) && isProven(claim));
  if (namesOwner || bindsOwner) return;
  throw unsafe(
    'boundSubject',
    'has to name an owner before its first wildcard, since this issuer makes tokens for everybody. ' +
      `Or bind one of these claims exactly: ${shared.claims.map(inWords).join(', ')}.`,
  );
}

function isExact(boundClaims: BoundToken['boundClaims'], claim: string): boolean {
  if (!Object.hasOwn(boundClaims, claim)) return false;
  const patterns = splitList(boundClaims[claim]!);
  return patterns.length > 0 && patterns.every((pattern) => !hasWildcards(pattern));
}

/** Whether fewer than two parts of a pattern are certain before its first wildcard. */
function isWide(pattern: string): boolean {
  const parts = pattern.split(/[/:]/).filter(Boolean);
  const first = parts.findIndex((part) => /[*?]/.test(part));
  return first === 0 || first === 1;
}

export function tokenWarnings(settings: BoundToken): Warning[] {
  const { boundAudiences, boundSubject, boundIssuer, boundClaims } = settings;
  const subjects = splitList(boundSubject);
  const shared = sharedIssuer(boundIssuer, subjects);
  const isBound = (claim: string) => isExact(boundClaims, claim);
  const names = Object.entries(shared?.names ?? {});
  const namesInSubject = shared !== null && subjects.length > 0;
  const hasId = names.some(([, id]) => isBound(id));
  const found: readonly (readonly [WarningCode, boolean])[] = [
    ['no-audience', splitList(boundAudiences).length === 0],
    ['any-issuer', boundIssuer === ''],
    ['wide-subject', subjects.some(isWide)],
    ['star-stops', subjects.some((each) => /(?<!\*)\*(?!\*)$/.test(each))],
    [
      'mutable-name',
      !hasId && names.length > 0 && (namesInSubject || names.some(([name]) => isBound(name))),
    ],
    [
      'fork-claims',
      !hasId && (shared?.forks ?? []).some((claim) => Object.hasOwn(boundClaims, claim)),
    ],
  ];
  return found.filter(([, holds]) => holds).map(([code]) => warning(code));
}
