import { badRequest } from '../../errors/api-error.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { algorithmOfKey } from '../../x509/key-algorithms.js';
import { CERTIFICATE, readOnePem } from '../../x509/pem.js';
import { isSelfSigned } from '../../x509/read-certificate.js';
import { type ForeignLeaf, readLeaf } from '../../x509/read-leaf.js';
import { linksAbove, readChain } from '../authorities/imported-chain.js';
import { orUnusable } from '../authorities/authority-rules.js';
import { requireReadable } from '../subject-texts.js';
import type { LeafText } from './certificate.js';
import { leafNamesOf } from './leaf-names.js';

/** Reads a certificate that others issued. Throws 400 for what is none, and for names that some read in another way. */
export function foreignLeafOf(pem: string, friendlyName: string): ForeignLeaf {
  const leaf = orUnusable('certificatePem', () => readLeaf(readOnePem(pem, CERTIFICATE)));
  if (leaf.commonName !== '') requireReadable('commonName', leaf.commonName);
  for (const { type, value } of leaf.subjectParts)
    if (type !== 'common_name') requireReadable(type, value);
  requireReadable('friendlyName', friendlyName);
  return { ...leaf, altNames: leafNamesOf(leaf.altNames) };
}

/** What rules are asked about, and what the row says. */
export function importedText(leaf: ForeignLeaf) {
  const { commonName, serialNumber, isAuthority, maxPathLength, signedWith } = leaf;
  const content: LeafText = {
    ...{ subject: leaf.subjectParts, sans: leaf.altNames },
    ...{ keyUsages: leaf.usages, extendedKeyUsages: leaf.extendedUsages },
    keyAlgorithm: algorithmOfKey(leaf.publicKey)!, // a sound key is of a known kind
    signatureAlgorithm: signedWith ?? '',
    ...{ isAuthority, maxPathLength: isAuthority ? maxPathLength : NO_PATH_LENGTH },
  };
  return { commonName, serialNumber, content, status: 'active' };
}

/** Throws 400 for an authority, for one that has expired, and for a signature that is not taken. */
export function requireImportable(leaf: ForeignLeaf, now: Date): void {
  if (leaf.isAuthority || leaf.signsCertificates || leaf.signsLists)
    throw unusable(
      'certificatePem: it is that of an authority, whose key no route would show. Authorities are made here, or certified by the CSR that GET /api/v1/cert-manager/ca/internal/{authorityId}/csr gives.',
    );
  if (leaf.notAfter <= now || leaf.notBefore >= leaf.notAfter)
    throw unusable('certificatePem: it has expired.');
  if (!leaf.signedWith)
    throw unusable('certificatePem: it is signed with an algorithm that is not taken, as SHA-1.');
}

/**
 * The chain of a certificate, its issuer first; it may end below its root, as those of public authorities do. Throws 400 where
 * a certificate is not signed by the next.
 */
export async function chainAboveLeaf(
  leaf: ForeignLeaf,
  pem: string,
  now: Date,
): Promise<readonly Buffer[]> {
  const given = await readChain('chainPem', pem);
  // Some begin the chain with the certificate itself.
  const others = given.filter(({ der }) => !der.equals(leaf.der));
  const above = linksAbove('chainPem', leaf, others, now);
  if (above.length === 0 && !isSelfSigned(leaf))
    throw unusable('chainPem: it has to begin with the certificate of the issuer.');
  const isTaken = above.every((each) => each.signedWith !== null || isSelfSigned(each));
  if (!isTaken)
    throw unusable('chainPem: one is signed with an algorithm that is not taken, as SHA-1.');
  return above.map(({ der }) => der);
}

const unusable = (reason: string) => badRequest('certificate-unusable', reason);
