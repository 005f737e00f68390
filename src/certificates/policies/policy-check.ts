import { isWildcard } from '../../permissions/certificate-names.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { nameInCommonName } from '../host-names.js';
import { AddressPatterns } from './address-patterns.js';
import { NamePatterns } from './name-patterns.js';
import {
  commonNameOfLeaf,
  POLICY_KEY_ALGORITHMS,
  POLICY_SIGNATURE_ALGORITHMS,
  type PolicyRules,
  type ValueRule,
  type WantedLeaf,
} from './policy-rules.js';

/** One thing of a certificate that its policy does not allow. */
export interface PolicyProblem {
  /** What of the certificate it is about, such as `dns_name`. */
  readonly about: string;
  /** The name or value that is refused; null for what is missing. */
  readonly value: string | null;
  readonly message: string;
}

interface Value {
  readonly type: string;
  readonly value: string;
}

/** Work that pauses after each value, so that others have their turn. */
type PolicyWork = Generator<undefined, PolicyProblem[]>;

/**
 * What keeps a policy from allowing a certificate: nothing, if it is allowed. It is given the final set of names, whether they
 * came from attributes, a signing request, a common name or an order, so that all are held to the same. To be run in slices.
 */
export function* policyProblems(policy: PolicyRules, wanted: WantedLeaf): PolicyWork {
  return [
    ...(yield* valueProblems(policy.subject ?? [], wanted.subject)),
    ...(yield* valueProblems(policy.sans ?? [], wanted.sans)),
    ...(yield* hostProblems(policy, wanted)),
    ...usageProblems('keyUsages', policy.keyUsages, wanted.keyUsages),
    ...usageProblems('extendedKeyUsages', policy.extendedKeyUsages, wanted.extendedKeyUsages),
    ...algorithmProblems(policy, wanted),
    ...validityProblems(policy, wanted),
    ...authorityProblems(policy, wanted),
  ];
}

/** `policyProblems` for what is known of a certificate before its key is. */
export function* orderProblems(
  policy: PolicyRules,
  wanted: Pick<WantedLeaf, 'sans' | 'notBefore'> & { readonly notAfter: Date | null },
): PolicyWork {
  const { notBefore, notAfter } = wanted;
  return [
    ...(yield* valueProblems(policy.sans ?? [], wanted.sans)),
    ...(notAfter ? validityProblems(policy, { notBefore, notAfter }) : []),
  ];
}

/** What keeps the policy from allowing a common name. To be run in slices. */
export function* commonNameProblems({ subject = [] }: PolicyRules, value: string): PolicyWork {
  const problems = yield* valueProblems(subject, [{ type: 'common_name', value }]);
  return problems.filter((each) => each.value !== null);
}

/**
 * The name that others read in a common name is held to the rules about such names as well, if there are any: what may not
 * be an altName may not be a common name. One label alone, such as the name of a machine, is only denied by them.
 */
function* hostProblems(policy: PolicyRules, wanted: WantedLeaf): PolicyWork {
  const { sans } = wanted;
  const value = commonNameOfLeaf(wanted);
  const named = nameInCommonName(value);
  if (!named || sans.some((name) => name.type === named.type && name.value === named.value))
    return [];
  if ((yield* commonNameProblems(policy, value)).length > 0) return [];
  const isOneLabel = named.type === 'dns_name' && !named.value.includes('.');
  const found: PolicyProblem[] = [];
  for (const { type, allowed, required, denied } of policy.sans ?? []) {
    if (type !== named.type) continue;
    const bounds = isOneLabel ? {} : { ...(allowed && { allowed }), ...(required && { required }) };
    const rule: ValueRule = { ...bounds, ...(denied && { denied }) };
    found.push(...(yield* ruleProblems(type, rule, [named.value])));
  }
  return found
    .filter((each) => each.value !== null)
    .map(({ message }) => problem('common_name', value, `The common name is a host: ${message}`));
}

/** A kind without a rule may not be there at all. */
function* valueProblems(
  rules: readonly (ValueRule & { readonly type: string })[],
  values: readonly Value[],
): PolicyWork {
  const found: PolicyProblem[] = [];
  for (const type of new Set([...rules, ...values].map((each) => each.type))) {
    const own = values.filter((each) => each.type === type).map(({ value }) => value);
    const ofKind = rules.filter((each) => each.type === type);
    for (const rule of ofKind) found.push(...(yield* ruleProblems(type, rule, own)));
    if (ofKind.length === 0)
      for (const value of own)
        found.push(problem(type, value, `${type} ${value} is not in the policy.`));
  }
  return found;
}

function* ruleProblems(type: string, rule: ValueRule, values: readonly string[]): PolicyWork {
  const { allowed = [], required = [], denied = [] } = rule;
  const denying = boundOf(type, denied);
  const allowing = boundOf(type, [...allowed, ...required]);
  const isBounded = Boolean(rule.allowed ?? rule.required);
  const found: PolicyProblem[] = [];
  for (const value of values) {
    // Verifiers take compatible characters for the same (RFC 5280, 7.1; RFC 4518, 2.3).
    if (denying.mayMatch(value) || denying.mayMatch(value.normalize('NFKC')))
      found.push(problem(type, value, `${type} ${value} is denied by the policy.`));
    else if (isBounded && !allowing.covers(value))
      found.push(problem(type, value, `${type} ${value} is not allowed by the policy.`));
    yield;
  }
  for (const pattern of required) {
    const wanted = boundOf(type, [pattern]);
    if (!values.some((value) => wanted.covers(value)))
      found.push(problem(type, null, `The policy requires a ${type} that matches ${pattern}.`));
    yield;
  }
  return found;
}

/** What the patterns of a rule say of one value. */
interface Bound {
  /** Whether one of them matches the value and, where that is a wildcard, all that it stands for. */
  covers(value: string): boolean;
  /** Whether one of them matches the value or, where that is a wildcard, something that it stands for. */
  mayMatch(value: string): boolean;
}

function boundOf(type: string, patterns: readonly string[]): Bound {
  if (type === 'ip_address') return new AddressPatterns(patterns);
  const names = new NamePatterns(patterns);
  const isHost = type === 'dns_name' || type === 'common_name';
  const isWild = (value: string) => isHost && isWildcard(value);
  return {
    covers: (value) => (isWild(value) ? names.coversWildcard(value) : names.matches(value)),
    mayMatch: (value) => (isWild(value) ? names.mayMatchWildcard(value) : names.matches(value)),
  };
}

function usageProblems(
  about: string,
  rule: ValueRule | undefined,
  usages: readonly string[],
): PolicyProblem[] {
  if (!rule) return [];
  const { allowed = [], required = [], denied = [] } = rule;
  const within = new Set([...allowed, ...required]);
  // Without any, a certificate is good for all of them (RFC 5280, 4.2.1.3 and 4.2.1.12).
  const isOpen = usages.length === 0 && required.length === 0;
  const offered =
    allowed.length > 0
      ? `the policy wants one of ${allowed.join(', ')} to be named.`
      : 'the policy allows none, and a certificate that names none is good for all. Let the policy allow one.';
  return [
    ...(isOpen ? [problem(about, null, `${about}: ${offered}`)] : []),
    ...usages
      .filter((usage) => denied.includes(usage) || !within.has(usage))
      .map((usage) => problem(about, usage, `${about}: ${usage} is not allowed by the policy.`)),
    ...required
      .filter((usage) => !usages.includes(usage))
      .map((usage) => problem(about, null, `${about}: the policy requires ${usage}.`)),
  ];
}

function algorithmProblems({ algorithms }: PolicyRules, wanted: WantedLeaf): PolicyProblem[] {
  const { keyAlgorithm, signatureAlgorithm } = wanted;
  return [
    ...algorithmProblem(
      'keyAlgorithm',
      algorithms?.keyAlgorithm,
      keyAlgorithm,
      POLICY_KEY_ALGORITHMS,
    ),
    ...algorithmProblem(
      'signatureAlgorithm',
      algorithms?.signature,
      signatureAlgorithm,
      POLICY_SIGNATURE_ALGORITHMS,
    ),
  ];
}

function algorithmProblem(
  about: string,
  allowed: readonly string[] | undefined,
  name: string,
  names: Readonly<Record<string, string>>,
): PolicyProblem[] {
  if (!allowed || allowed.includes(names[name] ?? '')) return [];
  return [problem(about, name, `${about}: ${name} is not allowed by the policy.`)];
}

function validityProblems(
  { validity }: PolicyRules,
  wanted: Pick<WantedLeaf, 'notBefore' | 'notAfter'>,
): PolicyProblem[] {
  if (validity?.max === undefined) return [];
  const latest = latestEnd(wanted.notBefore, validity.max);
  if (wanted.notAfter <= latest) return [];
  const value = wanted.notAfter.toISOString();
  return [
    problem(
      'validity',
      value,
      `The policy allows ${validity.max}: ${latest.toISOString()} is the latest end.`,
    ),
  ];
}

const MAX_VALIDITY = /^([1-9]\d{0,4})([hdmy])$/;

/** Whether a text is a duration of policies: hours, days, months (`m`) or years. */
export const isPolicyDuration = (text: string): boolean => MAX_VALIDITY.test(text);

/** The end of a duration of policies, by the calendar in UTC: the last day of a month where it has no such day. */
export function latestEnd(from: Date, duration: string): Date {
  const [, digits, unit] = MAX_VALIDITY.exec(duration) ?? [];
  const count = Number(digits);
  const end = new Date(from);
  if (unit === 'h') end.setTime(end.getTime() + count * 3_600_000);
  else if (unit === 'd') end.setTime(end.getTime() + count * 86_400_000);
  else {
    const months = unit === 'y' ? count * 12 : count;
    const day = end.getUTCDate();
    end.setUTCMonth(end.getUTCMonth() + months);
    if (end.getUTCDate() !== day) end.setUTCDate(0);
  }
  return end;
}

function authorityProblems({ basicConstraints }: PolicyRules, wanted: WantedLeaf): PolicyProblem[] {
  const { isCA = 'denied', maxPathLength: bound } = basicConstraints ?? {};
  const { isAuthority, maxPathLength } = wanted;
  if (isAuthority && isCA === 'denied')
    return [problem('basicConstraints', 'isCA', 'The policy allows no authority.')];
  if (!isAuthority && isCA === 'required')
    return [problem('basicConstraints', null, 'The policy requires an authority.')];
  const isUnbounded = maxPathLength === NO_PATH_LENGTH;
  if (isAuthority && bound !== undefined && (isUnbounded || maxPathLength > bound))
    return [
      problem(
        'basicConstraints',
        String(maxPathLength),
        `The policy allows a path length of ${bound} at most.`,
      ),
    ];
  return [];
}

const problem = (about: string, value: string | null, message: string): PolicyProblem => ({
  about,
  value,
  message,
});
