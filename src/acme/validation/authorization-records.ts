import type { CaaRecord } from '../../outgoing/network.js';

/** Tags that are understood: a record with another one that is critical forbids (RFC 8659, 4.1). */
const KNOWN = ['issue', 'issuewild', 'iodef'];
const PARAMETER = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)\s*=\s*([\x21-\x3a\x3c-\x7e]*)$/i;

/** Who would issue what. */
export interface WantedIssue {
  /** Names by which records mean this authority. */
  readonly identities: readonly string[];
  readonly isWildcard: boolean;
  /** The kind of challenge by which the name is proved. */
  readonly method: string;
  /** Whether a URL is that of the account (RFC 8657, 3). */
  readonly isAccount: (url: string) => boolean;
}

/** Whether the CAA records that count for a name allow it (RFC 8659, RFC 8657). None of `issue` forbid nothing. */
export function allowsIssue(records: readonly CaaRecord[], wanted: WantedIssue): boolean {
  if (records.some(({ isCritical, tag }) => isCritical && !KNOWN.includes(tag))) return false;
  const of = (tag: string) => records.filter((each) => each.tag === tag);
  const wild = wanted.isWildcard ? of('issuewild') : [];
  const counting = wild.length > 0 ? wild : of('issue');
  return counting.length === 0 || counting.some(({ value }) => names(value, wanted));
}

/** A name, then parameters after semicolons. What cannot be read names nobody. */
function names(value: string, { identities, method, isAccount }: WantedIssue): boolean {
  const [name = '', ...rest] = value.split(';').map((part) => part.trim());
  if (!identities.includes(name.toLowerCase())) return false;
  const written = rest.filter((part, index) => part !== '' || index < rest.length - 1);
  const parameters = written.map((part) => PARAMETER.exec(part));
  if (parameters.some((each) => each === null)) return false;
  const valuesOf = (tag: string) =>
    parameters.flatMap((each) => (each![1]!.toLowerCase() === tag ? [each![2]!] : [])); // as looked at above
  const [accounts, methods] = [valuesOf('accounturi'), valuesOf('validationmethods')];
  if (accounts.length > 1 || methods.length > 1) return false;
  return (
    accounts.every(isAccount) &&
    methods.every((each) => each.toLowerCase().split(',').includes(method))
  );
}
