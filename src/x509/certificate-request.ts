import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { CertificationRequest, type RelativeDistinguishedNames } from 'pkijs';
import { publicKeyInfo } from './authority-certificate.js';
import { ofForeignBytes, readDer } from './der.js';
import { altNamesOf, commonNameOf, type RequestedName } from './request-names.js';
import { requireNamedCurve, requireSoundKey } from './sound-keys.js';
import type { Signer } from './signer.js';
import { signed } from './signed.js';
import { X509Problem } from './x509-problem.js';

/** A hundred names, each one element, and what is around them. */
const BOUNDS = { maxBytes: 16_384, maxElements: 300 };

/** What is taken from a request. Its extensions are not: what is issued follows from settings. */
export interface RequestFacts {
  readonly publicKey: KeyObject;
  readonly subject: RelativeDistinguishedNames;
  /** Null where its subject has none. */
  readonly commonName: string | null;
  /** The names that it asks for, in their order. */
  readonly altNames: readonly RequestedName[];
}

/** The digests of signatures on requests; SHA-1 and MD5 are not among them. */
const DIGESTS: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
  '2.16.840.1.101.3.4.3.17': null,
  '2.16.840.1.101.3.4.3.18': null,
  '2.16.840.1.101.3.4.3.19': null,
};

/** Reads a request (PKCS #10) and checks that its sender has the key. Throws X509Problem. */
export const readRequest = (der: Buffer): RequestFacts =>
  ofForeignBytes('The request is damaged.', () => factsOf(parse(der)));

function factsOf(request: CertificationRequest): RequestFacts {
  const publicKey = publicKeyOf(request);
  requireSoundKey(publicKey);
  const digest = DIGESTS[request.signatureAlgorithm.algorithmId];
  if (digest === undefined)
    throw new X509Problem(
      'The request is signed with an algorithm that is not taken, such as SHA-1.',
    );
  const { valueHexView: signature, unusedBits } = request.signatureValue.valueBlock;
  if (unusedBits !== 0 || !isSigned(digest, request.tbsView, publicKey, signature))
    throw new X509Problem('The signature of the request is not by its key.');
  const { subject } = request;
  return { publicKey, subject, commonName: commonNameOf(subject), altNames: altNamesOf(request) };
}

function isSigned(
  digest: string | null,
  body: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
): boolean {
  try {
    return verify(digest, body, publicKey, signature);
  } catch {
    return false;
  }
}

function parse(der: Buffer): CertificationRequest {
  const schema = readDer(der, BOUNDS);
  try {
    return new CertificationRequest({ schema });
  } catch {
    throw new X509Problem('It is no certificate signing request.');
  }
}

function publicKeyOf({ subjectPublicKeyInfo: info }: CertificationRequest): KeyObject {
  requireNamedCurve(info);
  try {
    const key = Buffer.from(info.toSchema().toBER());
    return createPublicKey({ key, format: 'der', type: 'spki' });
  } catch {
    throw new X509Problem('The key of the request cannot be read.');
  }
}

/** A request for a certificate of an authority, for whoever signs it outside. */
export function makeRequest(subject: RelativeDistinguishedNames, signer: Signer): Promise<Buffer> {
  const subjectPublicKeyInfo = publicKeyInfo(signer.publicKey);
  const request = new CertificationRequest({ version: 0, subject, subjectPublicKeyInfo });
  request.attributes = [];
  return signed(request, signer);
}
