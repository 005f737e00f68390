import type { KeyObject } from 'node:crypto';
import { badRequest } from '../../errors/api-error.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { CERTIFICATE, readOnePem, readPem } from '../../x509/pem.js';
import {
  type CertificateFacts,
  isIssuedBy,
  isSameKey,
  readCertificate,
} from '../../x509/read-certificate.js';
import { orUnusable } from './authority-rules.js';

export interface ImportedChain {
  readonly certificate: CertificateFacts;
  /** What certifies it, in order, the root last. */
  readonly above: readonly CertificateFacts[];
  /** What the whole chain leaves to it; -1 for no bound. */
  readonly maxPathLength: number;
}

/** A certificate that was signed elsewhere, and those that came with it, in order. */
export interface SentCertificates {
  readonly certificate: CertificateFacts;
  readonly given: readonly CertificateFacts[];
}

/** Reads what was sent, others being served in between. Throws 400. */
export async function readSent(sent: {
  readonly certificate: string;
  readonly certificateChain: string;
}): Promise<SentCertificates> {
  const certificate = orUnusable('certificate', () =>
    readCertificate(readOnePem(sent.certificate, CERTIFICATE)),
  );
  return { certificate, given: await readChain('certificateChain', sent.certificateChain) };
}

/** Reads the certificates of a field, others being served in between. Throws 400. */
export function readChain(field: string, pem: string): Promise<CertificateFacts[]> {
  const chain = orUnusable(field, () => readPem(pem, CERTIFICATE));
  return new TimeSlices().map(chain, (der) => orUnusable(field, () => readCertificate(der)));
}

/**
 * The certificate for a key of ours, and what certifies it up to its root. Each link is held by its signature, not by
 * names alone. Throws 400.
 */
export function chainOfSent(
  { certificate, given }: SentCertificates,
  key: KeyObject,
  now: Date,
): ImportedChain {
  if (!isSameKey(certificate.publicKey, key))
    throw unusable('certificate: it is not for the key of this authority.');
  requireAuthority('certificate', certificate, now);
  // Some append the chain to the certificate itself.
  const others = given.filter(({ der }) => !der.equals(certificate.der));
  const above = linksAbove('certificateChain', certificate, others, now);
  const last = above.at(-1);
  if (!last || !isIssuedBy(last, last))
    throw unusable('certificateChain: it has to end with a root, which signed itself.');
  return { certificate, above, maxPathLength: boundOf(certificate, above) };
}

/** Each certificate above takes one from the length of the path for every one below it. */
function boundOf(certificate: CertificateFacts, above: readonly CertificateFacts[]): number {
  const bounds = [certificate, ...above].flatMap(({ maxPathLength }, place) =>
    maxPathLength === NO_PATH_LENGTH ? [] : [maxPathLength - place],
  );
  return bounds.length === 0 ? NO_PATH_LENGTH : Math.min(...bounds);
}

/** Holds each link of a chain by its signature, not by names alone. Throws 400. */
// oxlint-disable-next-line max-params -- where it came from, what is certified, by whom, and when
export function linksAbove(
  field: string,
  certificate: CertificateFacts,
  others: readonly CertificateFacts[],
  now: Date,
): CertificateFacts[] {
  const above: CertificateFacts[] = [];
  let last = certificate;
  for (const next of others) {
    requireAuthority(field, next, now);
    if (!isIssuedBy(last, next))
      throw unusable(`${field}: a certificate is not signed by the one that follows it.`);
    // The authority itself counts as well.
    if (next.maxPathLength !== NO_PATH_LENGTH && next.maxPathLength < above.length + 1)
      throw unusable(`${field}: it is longer than one of its certificates allows.`);
    above.push(next);
    last = next;
  }
  return above;
}

function requireAuthority(field: string, facts: CertificateFacts, now: Date): void {
  const { isAuthority, signsCertificates, signsLists, notBefore, notAfter } = facts;
  if (!isAuthority || !signsCertificates || !signsLists)
    throw unusable(
      `${field}: it needs cA in its basic constraints, and keyCertSign and cRLSign in its key usage.`,
    );
  if (notAfter <= now || notBefore >= notAfter) throw unusable(`${field}: it has expired.`);
}

const unusable = (reason: string) => badRequest('certificate-unusable', reason);
