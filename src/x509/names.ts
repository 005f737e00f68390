import { PrintableString, Sequence, Set, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, RelativeDistinguishedNames } from 'pkijs';

/** The parts of a subject, in the order in which they are written. An absent or empty part is left out. */
export const SUBJECT_PARTS = [
  ['country', '2.5.4.6', 'C'],
  ['province', '2.5.4.8', 'ST'],
  ['locality', '2.5.4.7', 'L'],
  ['organization', '2.5.4.10', 'O'],
  ['ou', '2.5.4.11', 'OU'],
  ['commonName', '2.5.4.3', 'CN'],
] as const;

export type SubjectPart = (typeof SUBJECT_PARTS)[number][0];

export type Subject = Readonly<Partial<Record<SubjectPart, string>>>;

/** A name of typed values: no text of it becomes structure. */
export function distinguishedName(subject: Subject): RelativeDistinguishedNames {
  const typesAndValues = SUBJECT_PARTS.flatMap(([part, type]) => {
    const value = subject[part];
    if (!value) return [];
    const text = part === 'country' ? new PrintableString({ value }) : new Utf8String({ value });
    return [new AttributeTypeAndValue({ type, value: text })];
  });
  return nameOfParts(typesAndValues);
}

/** A name whose parts follow one another. The library by itself would put them all into one set, as if they were one part. */
export function nameOfParts(parts: readonly AttributeTypeAndValue[]): RelativeDistinguishedNames {
  const value = parts.map((part) => new Set({ value: [part.toSchema()] }));
  return RelativeDistinguishedNames.fromBER(new Sequence({ value }).toBER());
}

/** A name as people read it, with RFC 4514's escapes. */
export const subjectText = (subject: Subject): string =>
  SUBJECT_PARTS.flatMap(([part, , short]) => {
    const value = subject[part];
    return value ? [`${short}=${value.replace(/[\\,+"<>;=]/g, '\\$&')}`] : [];
  }).join(', ');
