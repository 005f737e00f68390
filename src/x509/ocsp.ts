import { createHash } from 'node:crypto';
import {
  BitString,
  Constructed,
  Enumerated,
  fromBER,
  GeneralizedTime,
  OctetString,
  Primitive,
} from 'asn1js';
import {
  BasicOCSPResponse,
  Certificate,
  type CertID,
  Extension,
  OCSPRequest,
  OCSPResponse,
  PublicKeyInfo,
  ResponseBytes,
  ResponseData,
  SingleResponse,
} from 'pkijs';
import { ofForeignBytes, readDer } from './der.js';
import type { CertificateFacts } from './read-certificate.js';
import { REASON_CODES, type RevocationReason } from './revocation-list.js';
import { identifierOf } from './signed.js';
import type { Signer } from './signer.js';
import { X509Problem } from './x509-problem.js';

export const MAX_OCSP_REQUEST = 4_096;
const MAX_ASKED = 20;
/** Twenty questions of eight elements, and what is around them. */
const BOUNDS = { maxBytes: MAX_OCSP_REQUEST, maxElements: 250 };
/** Octets (RFC 9654, 2.1). */
const MAX_NONCE = 128;

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';

/** Digests by which a request names its issuer. */
const DIGESTS: Readonly<Record<string, OcspDigest>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
};

type OcspDigest = 'sha1' | 'sha256';

/** A certificate that is asked about. */
export interface AskedCertificate {
  readonly id: CertID;
  /** Null for a digest that is not taken. */
  readonly digest: OcspDigest | null;
  /** Lower-case hex. */
  readonly issuerNameHash: string;
  readonly issuerKeyHash: string;
  readonly serialNumber: string;
}

export interface OcspQuestion {
  readonly asked: readonly AskedCertificate[];
  readonly nonce: Buffer | null;
}

/** Reads a request (RFC 6960, 4.1). A signature of it is not looked at: nobody is told more for one. Throws X509Problem. */
export const readOcspRequest = (der: Buffer): OcspQuestion =>
  ofForeignBytes('The request is damaged.', () => questionOf(parse(der)));

function questionOf({ tbsRequest }: OCSPRequest): OcspQuestion {
  const { requestList, requestExtensions = [] } = tbsRequest;
  if (requestList.length === 0 || requestList.length > MAX_ASKED)
    throw new X509Problem(`A request asks about 1 to ${MAX_ASKED} certificates.`);
  const unknown = requestExtensions.some(({ extnID, critical }) => critical && extnID !== NONCE);
  if (unknown) throw new X509Problem('The request has a critical extension that is not known.');
  return {
    asked: requestList.map(({ reqCert }) => askedOf(reqCert)),
    nonce: nonceOf(requestExtensions),
  };
}

function parse(der: Buffer): OCSPRequest {
  const schema = readDer(der, BOUNDS);
  try {
    return new OCSPRequest({ schema });
  } catch {
    throw new X509Problem('It is no OCSP request.');
  }
}

const hexOf = (view: Uint8Array): string => Buffer.from(view).toString('hex');

const askedOf = (id: CertID): AskedCertificate => ({
  id,
  digest: DIGESTS[id.hashAlgorithm.algorithmId] ?? null,
  issuerNameHash: hexOf(id.issuerNameHash.valueBlock.valueHexView),
  issuerKeyHash: hexOf(id.issuerKeyHash.valueBlock.valueHexView),
  serialNumber: hexOf(id.serialNumber.valueBlock.valueHexView),
});

function nonceOf(extensions: readonly Extension[]): Buffer | null {
  const found = extensions.filter(({ extnID }) => extnID === NONCE);
  if (found.length > 1) throw new X509Problem('The request has two nonces.');
  const [extension] = found;
  if (!extension) return null;
  const { result, offset } = fromBER(extension.extnValue.valueBlock.valueHexView);
  if (offset === -1 || !(result instanceof OctetString))
    throw new X509Problem('The nonce is no octet string.');
  const nonce = Buffer.from(result.valueBlock.valueHexView);
  if (nonce.length === 0 || nonce.length > MAX_NONCE)
    throw new X509Problem(`A nonce has 1 to ${MAX_NONCE} octets.`);
  return nonce;
}

/** Whether a certificate that is asked about would be one of that issuer, by its name and its key. */
export function isAskedOf(
  { digest, issuerNameHash, issuerKeyHash }: AskedCertificate,
  issuer: CertificateFacts,
): boolean {
  if (digest === null) return false;
  const hash = (bytes: Uint8Array) => createHash(digest).update(bytes).digest('hex');
  const key = PublicKeyInfo.fromBER(issuer.publicKey.export({ type: 'spki', format: 'der' }));
  const name = Buffer.from(issuer.subject.toSchema().toBER());
  return (
    hash(name) === issuerNameHash &&
    hash(key.subjectPublicKey.valueBlock.valueHexView) === issuerKeyHash
  );
}

export type OcspStatus =
  'good' | 'unknown' | { readonly revokedAt: Date; readonly reason: RevocationReason };

export interface OcspAnswer {
  readonly certificates: readonly { readonly id: CertID; readonly status: OcspStatus }[];
  /** Whole seconds. */
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly nonce: Buffer | null;
}

/** Makes an answer (RFC 6960, 4.2) that the issuer of the certificates signs itself, in DER. */
export async function makeOcspResponse(
  { certificates, thisUpdate, nextUpdate, nonce }: OcspAnswer,
  issuer: CertificateFacts,
  signer: Signer,
): Promise<Buffer> {
  const responses = certificates.map(
    ({ id: certID, status }) =>
      new SingleResponse({ certID, certStatus: statusOf(status), thisUpdate, nextUpdate }),
  );
  const data = new ResponseData({ responderID: issuer.subject, producedAt: thisUpdate, responses });
  // Version 1 is the default, and no extensions are none: DER leaves both out.
  Reflect.deleteProperty(data, 'version');
  if (nonce) data.responseExtensions = [ofNonce(nonce)];
  else Reflect.deleteProperty(data, 'responseExtensions');
  const body = Buffer.from(data.toSchema(true).toBER());
  data.tbsView = new Uint8Array(body);
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    signatureAlgorithm: identifierOf(signer.algorithm),
    signature: new BitString({ valueHex: await signer.sign(body) }),
    certs: [Certificate.fromBER(new Uint8Array(issuer.der))],
  });
  const response = new OctetString({ valueHex: basic.toSchema().toBER() });
  const responseBytes = new ResponseBytes({ responseType: BASIC_RESPONSE, response });
  return answerOf(0, responseBytes);
}

/** [0] and [2] are NULLs with a tag of their own; [1] has time and reason (RFC 6960, 4.2.1). */
function statusOf(status: OcspStatus): Primitive | Constructed {
  if (typeof status === 'string')
    return new Primitive({ idBlock: { tagClass: 3, tagNumber: status === 'good' ? 0 : 2 } });
  const { revokedAt, reason } = status;
  const code = REASON_CODES[reason];
  const ofReason = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 0 },
    value: [new Enumerated({ value: code })],
  });
  const time = new GeneralizedTime({ valueDate: wholeSeconds(revokedAt) });
  return new Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [time, ...(code === 0 ? [] : [ofReason])],
  });
}

const ofNonce = (nonce: Buffer): Extension =>
  new Extension({ extnID: NONCE, extnValue: new OctetString({ valueHex: nonce }).toBER() });

const wholeSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/** Answers without a signature (RFC 6960, 4.2.1). */
const FAILURES = { malformedRequest: 1, unauthorized: 6 } as const;

export const ocspFailure = (failure: keyof typeof FAILURES): Buffer => answerOf(FAILURES[failure]);

function answerOf(status: number, responseBytes?: ResponseBytes): Buffer {
  const responseStatus = new Enumerated({ value: status });
  const response = new OCSPResponse({
    responseStatus,
    ...(responseBytes ? { responseBytes } : {}),
  });
  return Buffer.from(response.toSchema().toBER());
}
