import { badRequest } from '../../errors/api-error.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { readCertificate } from '../../x509/read-certificate.js';
import { X509Problem } from '../../x509/x509-problem.js';
import type { AuthorityCertificateRecord, AuthorityRecord, ChainLink } from './authority.js';

const MAX_YEARS = 30;
const MAX_CERTIFICATES = 100;

/** What a certificate of an authority is asked to be. */
export interface WantedCertificate {
  /** As it was sent; now, if it was not. */
  readonly notBefore?: string;
  readonly notAfter: string;
  readonly maxPathLength: number;
}

/** Dates of a certificate, in whole seconds. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const wholeSeconds = (time: number): Date => new Date(Math.floor(time / 1_000) * 1_000);

/** Throws 400 where the end is not after the beginning and in the future, or beyond 30 years. */
export function validityOf(wanted: WantedCertificate, now: Date): Validity {
  const { notBefore: sent = now.toISOString(), notAfter: end } = wanted;
  const [notBefore, notAfter] = [wholeSeconds(Date.parse(sent)), wholeSeconds(Date.parse(end))];
  if (notAfter <= notBefore || notAfter <= now)
    throw outOfBounds('notAfter has to be after notBefore, and in the future.');
  const latest = new Date(notBefore);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS);
  if (notAfter > latest || notBefore.getUTCFullYear() < 1970)
    throw outOfBounds(
      `A certificate authority lives for ${MAX_YEARS} years at most, from 1970 on.`,
    );
  return { notBefore, notAfter };
}

/** Throws 400 where a child would begin before its parent, or outlive it. */
export function requireWithin(validity: Validity, parent: AuthorityCertificateRecord): void {
  if (validity.notAfter > parent.notAfter)
    throw outOfBounds(
      `notAfter is beyond the end of the parent: ${parent.notAfter.toISOString()} is the latest possible.`,
    );
  if (validity.notBefore < parent.notBefore)
    throw outOfBounds(
      `notBefore is before the beginning of the parent: ${parent.notBefore.toISOString()} is the earliest possible.`,
    );
}

/** Throws 400 unless the path length of a child is below that of its parent (RFC 5280, 4.2.1.9). */
export function requireShorterPath(wanted: number, parent: AuthorityCertificateRecord): void {
  const { maxPathLength: bound } = parent;
  if (bound === NO_PATH_LENGTH) return;
  if (bound === 0)
    throw pathTooLong('The parent has a path length of 0: it signs no other authority.');
  if (wanted === NO_PATH_LENGTH || wanted >= bound)
    throw pathTooLong(`maxPathLength has to be from 0 to ${bound - 1}, below that of the parent.`);
}

/** Throws 400 unless the authority may sign now: it has a certificate, and nothing above it is over or revoked. */
export function requireSigning(
  authority: AuthorityRecord,
  chain: readonly ChainLink[],
  now: Date,
): AuthorityCertificateRecord {
  const { certificate, name } = authority;
  if (!certificate) throw cannotSign(`${name} waits for its certificate, and signs nothing.`);
  if (authority.isDisabled) throw cannotSign(`${name} is disabled, and signs nothing.`);
  if (chain.some(({ revokedAt }) => revokedAt !== null))
    throw cannotSign(`${name}, or what certifies it, is revoked: it signs nothing.`);
  const outside = (chain.at(-1)?.outsideChain ?? []).map(readCertificate);
  if ([...chain, ...outside].some(({ notAfter }) => notAfter <= now))
    throw cannotSign(`The certificate of ${name}, or of what certifies it, has expired.`);
  return certificate;
}

/** Throws 400 where an authority has had as many certificates as one may. */
export function requireRoom(version: number): void {
  if (version > MAX_CERTIFICATES)
    throw badRequest('limit-reached', `An authority has ${MAX_CERTIFICATES} certificates at most.`);
}

export const outOfBounds = (reason: string) => badRequest('certificate-out-of-bounds', reason);

const pathTooLong = (reason: string) => badRequest('certificate-out-of-bounds', reason);

export const cannotSign = (reason: string) => badRequest('authority-cannot-sign', reason);

/** Does something with what a caller sent; what X.509 refuses of it is 400. */
export function orUnusable<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof X509Problem)) throw error;
    throw badRequest('certificate-unusable', `${field}: ${error.message}`);
  }
}

/** The certificates above one: those of this server, then those from outside. */
export const chainAbove = (chain: readonly ChainLink[]): Buffer[] => [
  ...chain.slice(1).map(({ der }) => der),
  ...(chain.at(-1)?.outsideChain ?? []),
];
