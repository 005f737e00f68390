import { slices } from '../../access/slices.js';
import type { Ability } from '../../permissions/ability.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import type { Pause } from '../../permissions/work.js';
import type { CertificateRecord } from './certificate.js';
import { nameBeside } from '../host-names.js';
import type { KeyAndValue } from './leaf-request.js';
import type { WantedLeaf } from '../policies/policy-rules.js';

export type CertificateAction = ProjectSubjects['certificates']['actions'][number];

/** What rules are told of one name of a certificate: a rule has to allow each of its names. */
export interface RuleFacts {
  readonly commonName: string;
  readonly altNames: string;
  /** Empty for one that is to be made. */
  readonly serialNumber: string;
  readonly friendlyName: string;
  readonly status: string;
  readonly metadata: readonly KeyAndValue[];
}

interface Described {
  readonly content: Pick<WantedLeaf, 'sans'>;
  readonly commonName: string;
  readonly serialNumber: string;
  /** Absent: none. */
  readonly friendlyName?: string;
  readonly status: string;
  readonly metadata: readonly KeyAndValue[];
}

/** One for each altName; what is not there is an empty text. */
function factsOfAltNames(certificate: Described): RuleFacts[] {
  const { content, commonName, serialNumber, friendlyName = '', status, metadata } = certificate;
  const names = content.sans.length > 0 ? content.sans.map(({ value }) => value) : [''];
  const same = { commonName, serialNumber, friendlyName, status, metadata };
  return names.map((altNames) => ({ ...same, altNames }));
}

/** What rules are told of a certificate. The name that others read in its common name counts as one of its names. */
function certificateFactsOf(certificate: Described): RuleFacts[] {
  const { commonName, content } = certificate;
  const facts = factsOfAltNames(certificate);
  const named = nameBeside(commonName, content.sans);
  if (!named) return facts;
  const asNamed = { ...certificate, commonName: named.value, content: { sans: [named] } };
  return [...facts, ...factsOfAltNames(asNamed)];
}

/** Throws 403 unless the right is held for every name of the certificate. */
export function requireCertificate(
  ability: Ability<ProjectSubjects>,
  action: CertificateAction,
  certificate: Described,
): Promise<void> {
  const facts = certificateFactsOf(certificate);
  return ability.requireAllInSlices(action, 'certificates', facts, slices());
}

/** `turn` is awaited between two names where it is due. */
export async function isAllowedFor(
  ability: Ability<ProjectSubjects>,
  action: CertificateAction,
  certificate: CertificateRecord,
  turn: Pause = slices(),
): Promise<boolean> {
  for (const facts of certificateFactsOf(certificate)) {
    if (turn.isDue()) await turn();
    if (!ability.allows(action, 'certificates', facts)) return false;
  }
  return true;
}

/** Facts that no condition is met by: a right for them is a right whatever the certificate says. */
export const ANY_CERTIFICATE = {
  ...{ commonName: null, altNames: null, serialNumber: null },
  ...{ friendlyName: null, status: null, metadata: null },
};

/** Whether certificates may be read whatever they say, so that a list need not be looked through one by one. */
export const mayReadAll = (ability: Ability<ProjectSubjects>): boolean =>
  ability.allows('read', 'certificates', ANY_CERTIFICATE);
