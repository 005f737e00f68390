import type { Ability } from '../../permissions/ability.js';
import type { Rule } from '../../permissions/rule.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import type { CertificateRecord } from './certificate.js';
import { isHost, isWildcard } from '../host-names.js';
import type { KeyAndValue } from './leaf-request.js';
import { namesUnder } from './wildcard-names.js';
import type { WantedLeaf } from '../policies/policy-rules.js';

export type CertificateAction = ProjectSubjects['certificates']['actions'][number];

/** What rules are told of one name of a certificate: a rule has to allow each of its names. */
export interface RuleFacts {
  /** Null, as of an altName, for a name under a wildcard that is not known. */
  readonly commonName: string | null;
  readonly altNames: string | null;
  /** Null while it is not known yet. */
  readonly serialNumber: string | null;
  readonly friendlyName: string;
  readonly status: string;
  readonly metadata: readonly KeyAndValue[];
}

interface Described {
  readonly content: Pick<WantedLeaf, 'sans'>;
  readonly commonName: string;
  readonly serialNumber: string | null;
  readonly status: string;
  readonly metadata: readonly KeyAndValue[];
}

/** One for each name; what is not there is an empty text. */
export function certificateFactsOf(certificate: Described): RuleFacts[] {
  const { content, commonName, serialNumber, status, metadata } = certificate;
  const names = content.sans.length > 0 ? content.sans.map(({ value }) => value) : [''];
  const same = { commonName, serialNumber, friendlyName: '', status, metadata };
  return names.map((altNames) => ({ ...same, altNames }));
}

/**
 * The facts of a certificate that is to be made. The host that its common name names is among them, for those who look there:
 * in lower case, as all names are compared, and as one of its names. One label alone, such as the name of a machine, is looked at
 * as a host only where no altName is one (RFC 6125, 6.4.4). A wildcard stands for each name under it of which the rules speak.
 */
function newFactsOf(certificate: Described, rules: readonly Rule[]): RuleFacts[] {
  const { commonName, content } = certificate;
  const facts = certificateFactsOf(certificate);
  const isLookedAt =
    commonName.includes('.') || !content.sans.some(({ type }) => type === 'dns_name');
  if (isHost(commonName) && isLookedAt) {
    const host = commonName.toLowerCase();
    const sans = [...content.sans, { type: 'dns_name' as const, value: host }];
    facts.push(...certificateFactsOf({ ...certificate, commonName: host, content: { sans } }));
  }
  return [...facts, ...factsUnder(facts, rules)];
}

/** What wildcards, as altNames or as the common name, stand for. */
function factsUnder(facts: readonly RuleFacts[], rules: readonly Rule[]): RuleFacts[] {
  const names = facts.flatMap(({ altNames, commonName }) => [altNames ?? '', commonName ?? '']);
  const under = namesUnder(new Set(names.filter(isWildcard)), rules);
  const underOne = (name: string | null) => under.get(name ?? '') ?? [];
  return facts.flatMap((each) => [
    ...underOne(each.altNames).map((altNames) => ({ ...each, altNames })),
    ...underOne(each.commonName).map((commonName) => ({ ...each, commonName })),
  ]);
}

/** Throws 403 unless the right is held for every name of the certificate. */
export function requireCertificate(
  ability: Ability<ProjectSubjects>,
  action: CertificateAction,
  certificate: Described,
): void {
  const facts =
    action === 'create' ? newFactsOf(certificate, ability.rules) : certificateFactsOf(certificate);
  ability.requireAll(action, 'certificates', facts);
}

export const isAllowedFor = (
  ability: Ability<ProjectSubjects>,
  action: CertificateAction,
  certificate: CertificateRecord,
): boolean =>
  certificateFactsOf(certificate).every((facts) => ability.allows(action, 'certificates', facts));

/** Facts that no condition is met by: a right for them is a right whatever the certificate says. */
export const ANY_CERTIFICATE = {
  ...{ commonName: null, altNames: null, serialNumber: null },
  ...{ friendlyName: null, status: null, metadata: null },
};

/** Whether certificates may be read whatever they say, so that a list need not be looked through one by one. */
export const mayReadAll = (ability: Ability<ProjectSubjects>): boolean =>
  ability.allows('read', 'certificates', ANY_CERTIFICATE);
