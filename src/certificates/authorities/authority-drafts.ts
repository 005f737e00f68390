import { badRequest } from '../../errors/api-error.js';
import { areConstraintsEmpty, type Constraints } from '../../x509/extensions.js';
import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import { type Subject, SUBJECT_PARTS } from '../../x509/names.js';
import { requireReadable } from '../subject-texts.js';
import type { AuthorityChanges } from './authorities.repository.js';
import { orUnusable, type WantedCertificate } from './authority-rules.js';
import type { AuthorityRecord, AuthorityType } from './authority.js';

/** An authority that is to be made. */
export interface AuthorityDraft {
  readonly name: string;
  readonly type: AuthorityType;
  readonly friendlyName: string;
  readonly subject: Subject;
  readonly keyAlgorithm: KeyAlgorithm;
  readonly nameConstraints: Constraints | null;
  readonly mirrorUrls: readonly string[];
  readonly isDisabled: boolean;
  readonly isOcspEnabled: boolean;
  /** Who signs its certificate, where it gets one at once. */
  readonly parentId: string | null;
  readonly wanted: WantedCertificate | null;
}

/** What a request would like to be so; what it does not name stays. */
export interface AuthorityEdit extends AuthorityChanges {
  readonly type?: AuthorityType;
  readonly subject?: Subject;
  readonly keyAlgorithm?: KeyAlgorithm;
  readonly nameConstraints?: Constraints | null;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly maxPathLength?: number;
  readonly parentId?: string;
}

/** Throws 400 for what no authority can be. */
export function requireSound(draft: AuthorityDraft): void {
  const { type, subject, nameConstraints, parentId, wanted } = draft;
  for (const [part, value] of Object.entries(subject)) requireReadable(part, value);
  if (type === 'root' && parentId !== null)
    throw contradiction('parentCaId: a root signs its own certificate.');
  if (type === 'root' && nameConstraints)
    throw contradiction('nameConstraints: they stand in certificates of intermediates alone.');
  if (type === 'intermediate' && (parentId === null) !== (wanted === null))
    throw contradiction('parentCaId and notAfter go together: or ask for its certificate later.');
  if (nameConstraints && orUnusable('nameConstraints', () => areConstraintsEmpty(nameConstraints)))
    throw badRequest('certificate-unusable', 'nameConstraints: it names nothing.');
}

const contradiction = (reason: string) => badRequest('contradictory-fields', reason);

/** What of an authority an edit changes. Throws 400 for another type, subject, algorithm or other constraints. */
export function changesOf(edit: AuthorityEdit, authority: AuthorityRecord): AuthorityChanges {
  const fixed = [
    ['type', edit.type, authority.type],
    ['keyAlgorithm', edit.keyAlgorithm, authority.keyAlgorithm],
    ...SUBJECT_PARTS.map(
      ([part]) => [part, edit.subject?.[part], authority.subject[part] ?? ''] as const,
    ),
  ] as const;
  for (const [field, sent, present] of fixed)
    if (sent !== undefined && sent !== present) throw unchangeable(field);
  const { nameConstraints } = edit;
  if (nameConstraints !== undefined && !isSame(nameConstraints, authority.nameConstraints))
    throw unchangeable('nameConstraints');
  const { name, friendlyName, mirrorUrls, isDisabled, isOcspEnabled } = edit;
  const settings = { name, friendlyName, mirrorUrls, isDisabled, isOcspEnabled };
  const wanted = Object.entries(settings);
  const present = authority as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    wanted.filter(([field, value]) => value !== undefined && !isSame(value, present[field])),
  );
}

/** Throws 400 where dates, path length or parent are not those of the present certificate: that takes a renewal. */
export function requireSameCertificate(
  edit: AuthorityEdit,
  { certificate }: AuthorityRecord,
): void {
  const isSameTime = (sent: string | undefined, present: Date | undefined): boolean =>
    sent === undefined ||
    (present !== undefined && Math.abs(Date.parse(sent) - present.getTime()) < 1_000);
  const { notBefore, notAfter, maxPathLength, parentId } = edit;
  if (!isSameTime(notBefore, certificate?.notBefore)) throw takesRenewal('notBefore');
  if (!isSameTime(notAfter, certificate?.notAfter)) throw takesRenewal('notAfter');
  if (maxPathLength !== undefined && maxPathLength !== certificate?.maxPathLength)
    throw takesRenewal('maxPathLength');
  if (parentId !== undefined && parentId !== certificate?.issuerId)
    throw takesRenewal('parentCaId');
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

const unchangeable = (field: string) =>
  badRequest('authority-unchangeable', `${field} of a certificate authority cannot change.`);

const takesRenewal = (field: string) =>
  badRequest(
    'authority-unchangeable',
    `${field} stands in the certificate: make or renew that to change it.`,
  );
