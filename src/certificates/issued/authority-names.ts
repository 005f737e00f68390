import { X509Certificate } from 'node:crypto';
import { foldLetters } from '../../permissions/certificate-names.js';
import type { Subject, SubjectPart } from '../../x509/names.js';
import type { SubjectType, WantedLeaf } from '../policies/policy-rules.js';

const PART_TYPES: Readonly<Record<SubjectPart, SubjectType>> = {
  country: 'country',
  province: 'state',
  locality: 'locality',
  organization: 'organization',
  ou: 'organizational_unit',
  commonName: 'common_name',
};

/** As they stand in what Node says of a subject. */
const SHORT_TYPES: Readonly<Record<string, string>> = {
  ...{ DC: 'domain_component', C: 'country', ST: 'state', L: 'locality' },
  ...{ O: 'organization', OU: 'organizational_unit', CN: 'common_name' },
};

/** A name as verifiers compare it (RFC 5280, 7.1): without case and without more than one space; in any order. */
const comparable = (parts: readonly (readonly [type: string, value: string])[]): string =>
  JSON.stringify(parts.map(([type, value]) => `${type}=${folded(value)}`).sort());

const folded = (value: string): string =>
  foldLetters(value.normalize('NFKC').toLowerCase())
    // What cannot be seen, which verifiers leave out (RFC 4518, 2.2).
    .replace(/\p{Cf}/gu, '')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const ofAuthority = (subject: Subject): string =>
  comparable(
    Object.entries(PART_TYPES).flatMap(([part, type]) => {
      const value = subject[part as SubjectPart];
      return value ? [[type, value] as const] : [];
    }),
  );

function ofCertificate(der: Buffer): string {
  const lines = new X509Certificate(der).subject.split('\n').filter((line) => line.includes('='));
  return comparable(
    lines.map((line) => {
      const at = line.indexOf('=');
      const type = line.slice(0, at);
      return [SHORT_TYPES[type] ?? type, line.slice(at + 1)] as const;
    }),
  );
}

/**
 * Whether a certificate would bear the name of an authority: of its project, or from outside and above it. Verifiers look for
 * whoever signed a revocation list by name, so that its holder could sign lists in the authority's name where no usage forbids it.
 */
export function bearsAuthorityName(
  subject: WantedLeaf['subject'],
  authorities: readonly Subject[],
  outside: readonly Buffer[],
): boolean {
  if (subject.length === 0) return false;
  const name = comparable(subject.map(({ type, value }) => [type, value] as const));
  return [...authorities.map(ofAuthority), ...outside.map(ofCertificate)].includes(name);
}
