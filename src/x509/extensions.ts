import { createHash, type KeyObject } from 'node:crypto';
import { BitString, OctetString } from 'asn1js';
import ipaddr from 'ipaddr.js';
import {
  AccessDescription,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  GeneralName,
  GeneralSubtree,
  InfoAccess,
  NameConstraints,
  PublicKeyInfo,
} from 'pkijs';
import { X509Problem } from './x509-problem.js';

export const OIDS = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  authorityInformationAccess: '1.3.6.1.5.5.7.1.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
} as const;

/** Numbers of the kinds of GeneralName (RFC 5280, 4.2.1.6). */
const EMAIL = 1;
const DNS = 2;
const URI = 6;
const IP = 7;

/** What is not there stands for no path length. */
export const NO_PATH_LENGTH = -1;

/** Names below which an authority may, or may not, issue. An IP entry is a range such as `10.0.0.0/8`. */
export interface ConstrainedNames {
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
  readonly email?: readonly string[];
  readonly uri?: readonly string[];
}

export interface Constraints {
  readonly permitted?: ConstrainedNames;
  readonly excluded?: ConstrainedNames;
}

interface Encodable {
  toSchema(): { toBER(): ArrayBuffer };
}

const extension = (extnID: string, value: Encodable, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: value.toSchema().toBER() });

/** The first 160 bits of the SHA-256 of the key (RFC 7093, 2, method 1). */
export function keyIdentifierOf(publicKey: KeyObject): Buffer {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const { subjectPublicKey } = PublicKeyInfo.fromBER(der);
  const bits = subjectPublicKey.valueBlock.valueHexView;
  return createHash('sha256').update(bits).digest().subarray(0, 20);
}

export const ofBasicConstraints = (maxPathLength: number): Extension => {
  const bound = maxPathLength === NO_PATH_LENGTH ? {} : { pathLenConstraint: maxPathLength };
  return extension(OIDS.basicConstraints, new BasicConstraints({ cA: true, ...bound }), true);
};

/** keyCertSign and cRLSign: bits 5 and 6. */
export function ofAuthorityKeyUsage(): Extension {
  const bits = new BitString({ valueHex: Uint8Array.of(0b0000_0110), unusedBits: 1 });
  const extnValue = bits.toBER();
  return new Extension({ extnID: OIDS.keyUsage, critical: true, extnValue });
}

export const ofSubjectKey = (identifier: Buffer): Extension =>
  new Extension({
    extnID: OIDS.subjectKeyIdentifier,
    extnValue: new OctetString({ valueHex: identifier }).toBER(),
  });

export const ofAuthorityKey = (identifier: Buffer): Extension => {
  const keyIdentifier = new OctetString({ valueHex: identifier });
  return extension(OIDS.authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier }));
};

const uri = (value: string): GeneralName => new GeneralName({ type: URI, value });

/** Where the certificate of the issuer is. */
export const ofIssuerAddress = (url: string): Extension => {
  const access = new AccessDescription({
    accessMethod: OIDS.caIssuers,
    accessLocation: uri(url),
  });
  const accessDescriptions = [access];
  return extension(OIDS.authorityInformationAccess, new InfoAccess({ accessDescriptions }));
};

/** Where the list of revoked certificates is: one point, whose names all lead to the same list. */
export const ofRevocationLists = (urls: readonly string[]): Extension => {
  const point = new DistributionPoint({ distributionPoint: urls.map(uri) });
  const points = new CRLDistributionPoints({ distributionPoints: [point] });
  return extension(OIDS.crlDistributionPoints, points);
};

/** Throws X509Problem where a range of addresses is none. */
export function ofNameConstraints({ permitted, excluded }: Constraints): Extension {
  const permittedSubtrees = subtrees(permitted);
  const excludedSubtrees = subtrees(excluded);
  const constraints = new NameConstraints({
    ...(permittedSubtrees.length > 0 ? { permittedSubtrees } : {}),
    ...(excludedSubtrees.length > 0 ? { excludedSubtrees } : {}),
  });
  return extension(OIDS.nameConstraints, constraints, true);
}

export const areConstraintsEmpty = ({ permitted, excluded }: Constraints): boolean =>
  subtrees(permitted).length + subtrees(excluded).length === 0;

function subtrees({ dns = [], ip = [], email = [], uri: uris = [] }: ConstrainedNames = {}) {
  const names = [
    ...dns.map((value) => new GeneralName({ type: DNS, value })),
    ...email.map((value) => new GeneralName({ type: EMAIL, value })),
    ...uris.map(uri),
    ...ip.map((range) => new GeneralName({ type: IP, value: rangeOctets(range) })),
  ];
  return names.map((base) => new GeneralSubtree({ base, minimum: 0 }));
}

/** The first address of a range, then its mask. */
function rangeOctets(range: string): OctetString {
  if (!ipaddr.isValidCIDR(range))
    throw new X509Problem(`${range} is no range of addresses such as 10.0.0.0/8.`);
  const [address, bits] = ipaddr.parseCIDR(range);
  const bytes = address.toByteArray();
  const mask = bytes.map(
    (_, index) => (0xff00 >> Math.min(8, Math.max(0, bits - 8 * index))) & 0xff,
  );
  const first = bytes.map((byte, index) => byte & mask[index]!); // as long
  return new OctetString({ valueHex: Uint8Array.from([...first, ...mask]) });
}
