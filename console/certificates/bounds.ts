import type { components } from '../api/schema';
import { certificatesWords as words } from '../words/certificates';
import { altNamesOf, type AltName, type Authority, type Profile, type Wish } from './model';

export type Policy = components['schemas']['CertificatePolicy'];
export type NameKind = AltName['type'] | 'common_name';

interface NameRule {
  readonly type: string;
  readonly allowed?: readonly string[];
  readonly required?: readonly string[];
  readonly denied?: readonly string[];
}

/** What a profile, its policy and its authority allow, as far as whoever looks may see them. */
export interface Bounds {
  readonly policy: Policy | undefined;
  /** Days that the profile says; it need not say any. */
  readonly ownDays: number | undefined;
  /** Whole days that a certificate may live, and of whom that is; null: nothing bounds it, or nothing is known. */
  readonly most: { readonly days: number; readonly text: string } | null;
}

const DAY = 86_400_000;
const DURATION = /^(\d+)([hdmy])$/;

/** Whole days of a duration of policies, from now on. Months and years are those of the calendar. */
function daysOf(duration: string, now: number): number {
  const [, digits, unit] = DURATION.exec(duration) ?? [];
  const count = Number(digits);
  if (unit === 'h') return Math.floor(count / 24);
  if (unit === 'd') return count;
  const [from, end] = [new Date(now), new Date(now)];
  end.setUTCMonth(end.getUTCMonth() + (unit === 'y' ? count * 12 : count));
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return Math.floor((end.getTime() - now) / DAY);
}

/** A duration of policies in words: `90 days`. */
export function durationText(duration: string): string {
  const [, digits = '', unit = ''] = DURATION.exec(duration) ?? [];
  return words.duration(Number(digits), unit);
}

export function boundsOf(
  profile: Profile | undefined,
  known: { readonly policies: readonly Policy[]; readonly authorities: readonly Authority[] },
  now: number,
): Bounds {
  const policy = known.policies.find(({ id }) => id === profile?.certificatePolicyId);
  const authority = known.authorities.find(({ id }) => id === profile?.caId);
  const max = policy?.validity?.max;
  const end = authority?.configuration.notAfter ?? undefined;
  const bounds = [
    ...(max === undefined
      ? []
      : [{ days: daysOf(max, now), text: words.mostByPolicy(durationText(max)) }]),
    ...(end === undefined ? [] : [boundByAuthority(Date.parse(end), now)]),
  ];
  const [most = null] = bounds.toSorted((one, other) => one.days - other.days);
  return { policy, most, ownDays: profile?.defaults?.ttlDays };
}

function boundByAuthority(end: number, now: number) {
  const days = Math.max(0, Math.floor((end - now) / DAY));
  return { days, text: words.mostByAuthority(days) };
}

/** Whether the number of days has to be filled in: the profile says none, or more than is allowed. */
export const needsDays = ({ ownDays, most }: Bounds): boolean =>
  ownDays === undefined || (most !== null && ownDays > most.days);

export function daysHelp(bounds: Bounds): string {
  const { ownDays, most } = bounds;
  const empty =
    ownDays === undefined
      ? words.daysNeeded
      : needsDays(bounds)
        ? words.daysTooMany(ownDays)
        : words.daysEmpty(ownDays);
  if (most === null) return empty;
  return `${empty} ${most.days === 0 ? words.lessThanDay(most.text) : most.text}`;
}

/** The rules about names of one kind. Where a policy has none, there may be no such name. */
const rulesFor = ({ subject = [], sans = [] }: Policy, kind: NameKind): readonly NameRule[] =>
  (kind === 'common_name' ? subject : (sans as readonly NameRule[])).filter(
    ({ type }) => type === kind,
  );

/** What the names of one kind may be, in words; null where there may be none. */
function allowedText(policy: Policy, kind: NameKind): string | null {
  const rules = rulesFor(policy, kind);
  if (rules.length === 0) return null;
  const bounds = rules.flatMap(({ allowed, required }) =>
    allowed || required ? [[...(allowed ?? []), ...(required ?? [])]] : [],
  );
  const allowed = bounds
    .map((each) => (each.includes('*') ? words.anyName : [...new Set(each)].join(', ')))
    .filter((each) => each !== words.anyName);
  const denied = rules.flatMap((rule) => rule.denied ?? []);
  const required = rules.flatMap((rule) => rule.required ?? []);
  return [
    allowed.length === 0 ? words.anyName : allowed.join(words.andAlso),
    ...(denied.length > 0 ? [words.butNot(denied.join(', '))] : []),
    ...(required.length > 0 ? [words.withOne(required.join(', '))] : []),
  ].join('; ');
}

const ALT_KINDS = ['dns_name', 'ip_address', 'email', 'uri'] as const;

/** What the policy allows as the common name; undefined where it is not known. */
export function commonNameHelp({ policy }: Bounds): string | undefined {
  if (!policy) return undefined;
  const text = allowedText(policy, 'common_name');
  return text === null ? words.noCommonName : words.allowed(text);
}

export function altNamesHelp({ policy }: Bounds): string {
  if (!policy) return words.altNamesHelp;
  const kinds = ALT_KINDS.flatMap((kind) => {
    const text = allowedText(policy, kind);
    return text === null ? [] : [`${words.nameKinds[kind]} (${text})`];
  });
  return kinds.length === 0 ? words.noAltNames : words.altNamesOf(kinds.join(', '));
}

/** Both in one text, for a signing request, which has its names in itself. */
export function requestHelp(bounds: Bounds): string {
  if (!bounds.policy) return words.csrHelp;
  return `${words.csrHelp} ${words.commonName}: ${commonNameHelp(bounds)} ${words.altNames}: ${altNamesHelp(bounds)}`;
}

/** Whether a pattern matches a name: a star is any run of characters. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split(/\*+/);
  const source = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${source.join('.*')}$`, 's').test(name.toLowerCase());
}

const isHostLike = (name: string): boolean => name.includes('.') && /^[\w*.-]+$/.test(name);
const isAddressLike = (name: string): boolean => /^[\d.]+$|:/.test(name);

/** What is surely wrong with a name, in words. Ranges of addresses are left to the server. */
export function nameProblem({ policy }: Bounds, kind: NameKind, name: string): string | null {
  if (!policy || name === '' || kind === 'ip_address' || isAddressLike(name)) return null;
  const rules = rulesFor(policy, kind);
  if (rules.length === 0) return words.kindRefused(name, words.nameKinds[kind] ?? kind);
  // A common name that is a host is held to the rules about hosts too.
  const ofHosts = kind === 'common_name' && isHostLike(name) ? rulesFor(policy, 'dns_name') : [];
  const isRefused = [...rules, ...ofHosts].some(
    ({ allowed, required, denied = [] }) =>
      denied.some((pattern) => matches(pattern, name)) ||
      ((allowed ?? required) !== undefined &&
        ![...(allowed ?? []), ...(required ?? [])].some((pattern) => matches(pattern, name))),
  );
  if (!isRefused) return null;
  const text = allowedText(policy, kind) ?? '';
  const hosts = ofHosts.length > 0 ? (allowedText(policy, 'dns_name') ?? '') : text;
  return words.nameRefused(name, text === hosts ? text : `${text}; ${words.asHost(hosts)}`);
}

export type FieldName = 'commonName' | 'altNames' | 'csr' | 'days';
export type FieldProblems = Readonly<Partial<Record<FieldName, string>>>;

/** What is wrong with what is filled in, each beside its field. What is left empty is not wrong yet. */
export function problemsOf(wish: Wish, bounds: Bounds): FieldProblems {
  const commonName = nameProblem(bounds, 'common_name', wish.commonName.trim());
  const altNames = altNamesOf(wish.altNames).flatMap(
    ({ type, value }) => nameProblem(bounds, type, value) ?? [],
  );
  const days = daysProblem(wish.days.trim(), bounds);
  const ofNames =
    wish.way === 'request'
      ? {}
      : {
          ...(commonName === null ? {} : { commonName }),
          ...(altNames.length > 0 ? { altNames: altNames.join(' ') } : {}),
        };
  return { ...ofNames, ...(days === null ? {} : { days }) };
}

function daysProblem(days: string, { most }: Bounds): string | null {
  if (days === '') return null;
  if (!/^[1-9]\d{0,4}$/.test(days)) return words.daysWrong;
  return most !== null && Number(days) > most.days ? most.text : null;
}
