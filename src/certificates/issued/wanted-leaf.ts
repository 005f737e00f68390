import { badRequest } from '../../errors/api-error.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import {
  type ExtendedKeyUsage,
  type KeyUsage,
  type PolicyRules,
  type SubjectType,
  type ValueRule,
  type WantedLeaf,
} from '../policies/policy-rules.js';
import type { ProfileDefaults } from '../profiles/profile.js';
import { leafNamesOf } from './leaf-names.js';
import type { LeafAttributes, LeafRequest, SigningRequestFacts } from './leaf-request.js';

const DAY = 86_400_000;
const EARLIER = 60_000;
/** What the key of an authority is for. */
export const AUTHORITY_USAGES = ['key_cert_sign', 'crl_sign'] as const;

/** What signatures of an authority with that key are called. */
export const SIGNATURES: Readonly<Record<KeyAlgorithm, string>> = {
  RSA_2048: 'RSA-SHA256',
  RSA_3072: 'RSA-SHA256',
  RSA_4096: 'RSA-SHA256',
  EC_prime256v1: 'ECDSA-SHA256',
  EC_secp384r1: 'ECDSA-SHA384',
  EC_secp521r1: 'ECDSA-SHA512',
  Ed25519: 'Ed25519',
  'ML-DSA-44': 'ML-DSA-44',
  'ML-DSA-65': 'ML-DSA-65',
  'ML-DSA-87': 'ML-DSA-87',
};

/** What stands behind a request. */
export interface LeafSetting {
  readonly defaults: ProfileDefaults;
  readonly rules: PolicyRules;
  /** The algorithm of the authority's key. */
  readonly issuer: KeyAlgorithm;
  readonly now: Date;
  /** When the certificate of the authority begins; null while it has none. */
  readonly authorityFrom: Date | null;
}

/** A certificate begins a minute before it is made, for clocks that are behind, and never before its authority. */
export function beginningOf({
  now,
  authorityFrom,
}: Pick<LeafSetting, 'now' | 'authorityFrom'>): Date {
  const time = Math.max(now.getTime() - EARLIER, authorityFrom?.getTime() ?? 0);
  return wholeSeconds(time);
}

/**
 * All that a certificate would say. Key and names come from the signing request where there is one; what an attribute does not
 * say, the defaults do. Throws 400 for contradictions and for what no certificate can say.
 */
export function wantedLeaf(request: LeafRequest, setting: LeafSetting): WantedLeaf {
  const { attributes, signed } = request;
  const { defaults, issuer } = setting;
  const keyAlgorithm = keyAlgorithmOf(attributes, signed, defaults);
  const signatureAlgorithm = attributes.signatureAlgorithm ?? defaults.signatureAlgorithm;
  if (signatureAlgorithm !== undefined && signatureAlgorithm !== SIGNATURES[issuer])
    throw badRequest(
      'contradictory-fields',
      `signatureAlgorithm: the authority of the profile signs with ${SIGNATURES[issuer]}.`,
    );
  const constraints = either(attributes.basicConstraints, defaults.basicConstraints) ?? {};
  const isAuthority = constraints.isCA === true;
  const wanted: WantedLeaf = {
    subject: subjectOf(attributes, signed, defaults),
    sans: sansOf(attributes, signed),
    ...usagesOf(attributes, setting, { keyAlgorithm, isAuthority }),
    ...{ keyAlgorithm, signatureAlgorithm: SIGNATURES[issuer] },
    ...validityOf(attributes, setting),
    ...{ isAuthority, maxPathLength: constraints.pathLength ?? NO_PATH_LENGTH },
  };
  requireSense(wanted, constraints.pathLength);
  return wanted;
}

/** Absent is as the profile says; null is nothing. */
const either = <T>(sent: T | null | undefined, fallback: T | undefined): T | undefined =>
  sent === undefined ? fallback : (sent ?? undefined);

function keyAlgorithmOf(
  { keyAlgorithm: sent }: LeafAttributes,
  signed: SigningRequestFacts | null,
  defaults: ProfileDefaults,
): KeyAlgorithm {
  if (!signed) return either(sent, defaults.keyAlgorithm) ?? 'RSA_2048';
  if (sent && sent !== signed.keyAlgorithm) throw contradiction('keyAlgorithm');
  return signed.keyAlgorithm;
}

function sansOf(
  { altNames }: LeafAttributes,
  signed: SigningRequestFacts | null,
): WantedLeaf['sans'] {
  const sent = leafNamesOf(altNames ?? []);
  const requested = leafNamesOf(signed?.altNames ?? []);
  if (requested.length === 0) return sent;
  const textsOf = (names: WantedLeaf['sans']) => names.map((each) => JSON.stringify(each)).sort();
  const isSame = textsOf(sent).join() === textsOf(requested).join();
  if (sent.length > 0 && !isSame) throw contradiction('altNames');
  return requested;
}

function subjectOf(
  attributes: LeafAttributes,
  signed: SigningRequestFacts | null,
  defaults: ProfileDefaults,
): WantedLeaf['subject'] {
  const sentName = attributes.commonName || null;
  const requested = signed?.commonName ?? null;
  if (sentName && requested && sentName !== requested) throw contradiction('commonName');
  const commonName = requested ?? either(attributes.commonName, defaults.commonName);
  const components = either(attributes.domainComponents, defaults.domainComponents) ?? [];
  const parts: [SubjectType, string | undefined][] = [
    ...components.map((each): [SubjectType, string] => ['domain_component', each]),
    ['country', either(attributes.country, defaults.country)],
    ['state', either(attributes.state, defaults.state)],
    ['locality', either(attributes.locality, defaults.locality)],
    ['organization', either(attributes.organization, defaults.organization)],
    ['organizational_unit', either(attributes.organizationalUnit, defaults.organizationalUnit)],
    ['common_name', commonName],
  ];
  return parts.flatMap(([type, value]) => (value ? [{ type, value }] : []));
}

/** Usages that nobody named follow from the key, within what the policy allows and with what it requires. */
function usagesOf(
  attributes: LeafAttributes,
  { defaults, rules }: LeafSetting,
  { keyAlgorithm, isAuthority }: Pick<WantedLeaf, 'keyAlgorithm' | 'isAuthority'>,
): Pick<WantedLeaf, 'keyUsages' | 'extendedKeyUsages'> {
  const isRsa = keyAlgorithm.startsWith('RSA');
  const usual: KeyUsage[] = ['digital_signature', ...(isRsa ? ['key_encipherment' as const] : [])];
  const purposes: ExtendedKeyUsage[] = isAuthority ? [] : ['server_auth'];
  return {
    keyUsages:
      either(attributes.keyUsages, defaults.keyUsages) ??
      within(rules.keyUsages, isAuthority ? AUTHORITY_USAGES : usual),
    extendedKeyUsages:
      either(attributes.extendedKeyUsages, defaults.extendedKeyUsages) ??
      within(rules.extendedKeyUsages, purposes),
  };
}

function within<T extends string>(rule: ValueRule | undefined, usual: readonly T[]): readonly T[] {
  if (!rule) return usual;
  const { allowed = [], required = [], denied = [] } = rule;
  const known = [...allowed, ...required];
  const kept = usual.filter((each) => known.includes(each) && !denied.includes(each));
  return [...new Set([...(required as readonly T[]), ...kept])];
}

/** In whole seconds; both ends count, so that a life of an hour ends after 3599 seconds (RFC 5280, 4.1.2.5). */
function validityOf(
  { ttl, notBefore: sent, notAfter: end }: LeafAttributes,
  setting: LeafSetting,
): Pick<WantedLeaf, 'notBefore' | 'notAfter'> {
  const { defaults } = setting;
  const notBefore = sent === undefined ? beginningOf(setting) : wholeSeconds(Date.parse(sent));
  if (end !== undefined) return { notBefore, notAfter: wholeSeconds(Date.parse(end)) };
  const life = ttl ?? (defaults.ttlDays === undefined ? null : defaults.ttlDays * DAY);
  if (life === null)
    throw badRequest('missing-field', 'ttl or notAfter: the profile says not how long it lives.');
  return { notBefore, notAfter: wholeSeconds(notBefore.getTime() + life - 1_000) };
}

/** Whether others would take it for its issuer: it signs certificates, lists, or answers about revocation (RFC 6960, 4.2.2.2). */
export const speaksForIssuer = (
  wanted: Pick<WantedLeaf, 'isAuthority' | 'keyUsages' | 'extendedKeyUsages'>,
): boolean =>
  wanted.isAuthority ||
  AUTHORITY_USAGES.some((usage) => wanted.keyUsages.includes(usage)) ||
  wanted.extendedKeyUsages.includes('ocsp_signing');

const wholeSeconds = (time: number): Date => new Date(Math.floor(time / 1_000) * 1_000);

function requireSense(wanted: WantedLeaf, pathLength: number | undefined): void {
  const { subject, sans, isAuthority, keyUsages } = wanted;
  const country = subject.find(({ type }) => type === 'country')?.value ?? 'CH';
  if (subject.length === 0 && (isAuthority || sans.length === 0))
    throw unusable('commonName: a certificate needs a name, in its subject or its altNames.');
  if (!/^[A-Z]{2}$/.test(country)) throw unusable('country: two capital letters name a country.');
  // In IA5String.
  if (
    subject.some(({ type, value }) => type === 'domain_component' && !/^[\x20-\x7e]+$/.test(value))
  )
    throw unusable('domainComponents: they are written in ASCII.');
  if (!isAuthority && pathLength !== undefined)
    throw unusable('basicConstraints: only an authority has a path length.');
  if (isAuthority !== keyUsages.includes('key_cert_sign'))
    throw unusable('keyUsages: authorities have key_cert_sign, and nobody else has.');
}

const unusable = (reason: string) => badRequest('certificate-unusable', reason);

const contradiction = (field: string) =>
  badRequest('contradictory-fields', `${field} says something else than the signing request.`);
