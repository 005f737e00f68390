import { fromBER, Sequence, Set } from 'asn1js';
import type { RelativeDistinguishedNames } from 'pkijs';
import { type LeafSubjectPart, SUBJECT_OIDS } from './leaf-certificate.js';
import { textOfValue } from './request-names.js';
import { X509Problem } from './x509-problem.js';

const PARTS = new Map(
  Object.entries(SUBJECT_OIDS).map(([part, oid]) => [oid as string, part as LeafSubjectPart]),
);
const MAX_PARTS = 20;

const text = (max: number) => new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${max}}$`, 'u');

/** Bounds of RFC 5280, appendix A.1. */
const FORMS: Readonly<Record<LeafSubjectPart, RegExp>> = {
  domain_component: /^[\x21-\x7e]{1,63}$/,
  country: /^[A-Z]{2}$/,
  state: text(128),
  locality: text(128),
  organization: text(64),
  organizational_unit: text(64),
  common_name: text(64),
};

/** A part of a subject as a typed value. */
export interface NamePart {
  readonly type: LeafSubjectPart;
  readonly value: string;
}

/** The parts of a name that are known here and plain texts, in their order; others are left out. */
export const knownPartsOf = ({ typesAndValues }: RelativeDistinguishedNames): NamePart[] =>
  typesAndValues.flatMap(({ type, value }) => {
    const [part, known] = [PARTS.get(type), textOfValue(value)];
    return part && known !== null && FORMS[part].test(known) ? [{ type: part, value: known }] : [];
  });

/**
 * All parts of a name, to be written anew. Throws X509Problem where that would be another name: with parts that are not
 * known or no plain text, with several in one place, and for none at all.
 */
export function wholePartsOf(subject: RelativeDistinguishedNames): NamePart[] {
  const parts = knownPartsOf(subject);
  const { length } = subject.typesAndValues;
  if (length === 0 || length > MAX_PARTS)
    throw new X509Problem(`The subject has from 1 to ${MAX_PARTS} parts.`);
  if (parts.length < length || countSets(subject) !== length)
    throw new X509Problem(
      'The subject takes DC, C, ST, L, O, OU and CN, each a plain text in a place of its own: country two capital letters, the others up to 64 characters, states and localities up to 128.',
    );
  if (parts.filter(({ type }) => type === 'common_name').length > 1)
    throw new X509Problem('The subject has two common names.');
  return parts;
}

/** The library keeps the parts of a name in one list, whatever set they were in. */
function countSets({ valueBeforeDecode }: RelativeDistinguishedNames): number {
  const { result } = fromBER(valueBeforeDecode);
  const sets = result instanceof Sequence ? result.valueBlock.value : [];
  return sets.filter((each) => each instanceof Set).length;
}
