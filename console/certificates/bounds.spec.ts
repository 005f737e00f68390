import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../api/refusal';
import {
  altNamesHelp,
  type Bounds,
  boundsOf,
  commonNameHelp,
  daysHelp,
  needsDays,
  type Policy,
  problemsOf,
} from './bounds';
import type { Authority, Profile, Wish } from './model';
import { refusedOf } from './refused';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const names = ['*.example.org', 'example.org'];
const policyOf = (max?: string) =>
  ({
    id: 'policy',
    subject: [{ type: 'common_name', allowed: names }],
    sans: [
      { type: 'dns_name', allowed: names, denied: ['secret.example.org'] },
      { type: 'ip_address', allowed: ['10.0.0.0/8'] },
    ],
    ...(max === undefined ? {} : { validity: { max } }),
  }) as unknown as Policy;

function bounds(ttlDays?: number, max?: string, caDays?: number): Bounds {
  const defaults = ttlDays === undefined ? null : { ttlDays };
  const profile = { certificatePolicyId: 'policy', caId: 'ca', defaults } as Profile;
  const notAfter = new Date(NOW + (caDays ?? 0) * 86_400_000).toISOString();
  const authority = { id: 'ca', configuration: { notAfter } } as Authority;
  const authorities = caDays === undefined ? [] : [authority];
  return boundsOf(profile, { policies: [policyOf(max)], authorities }, NOW);
}

const wish: Wish = {
  ...{ profileId: 'p', way: 'key', commonName: 'a.example.org', altNames: '', csr: '', days: '' },
};

describe('how many days are allowed', () => {
  it('is said beforehand, and has to be filled in where the profile says none or too many', () => {
    expect(daysHelp(bounds(90))).toBe('Left empty: 90, as the profile says.');
    expect(daysHelp(bounds(undefined, '90d'))).toBe(
      'The profile says no number: fill it in. The policy allows 90 days at most.',
    );
    expect(needsDays(bounds())).toBe(true);
    expect(needsDays(bounds(30, '90d'))).toBe(false);
    expect(needsDays(bounds(365, '90d'))).toBe(true);
    expect(daysHelp(bounds(365, '1y', 20))).toMatch(/too many: .* authority ends in 20 days/);
    expect(daysHelp(bounds(undefined, '12h'))).toMatch(
      /12 hours at most\. That is less than a day/,
    );
  });

  it('is held to before it is sent, by the calendar', () => {
    const problem = (days: string, max: string) =>
      problemsOf({ ...wish, days }, bounds(1, max)).days;
    expect(problem('91', '90d')).toBe('The policy allows 90 days at most.');
    expect(problem('90', '90d')).toBeUndefined();
    expect(problem('92', '3m')).toBeUndefined();
    expect(problem('93', '3m')).toBe('The policy allows 3 months at most.');
    expect(problem('0', '90d')).toMatch(/^A whole number/);
  });
});

describe('which names are allowed', () => {
  it('is said beforehand, and only where the policy is known', () => {
    expect(commonNameHelp(bounds())).toBe('Allowed: *.example.org, example.org.');
    expect(altNamesHelp(bounds())).toBe(
      'One per line. Allowed: host names (*.example.org, example.org; not secret.example.org), IP addresses (10.0.0.0/8).',
    );
    const unknown = boundsOf(undefined, { policies: [], authorities: [] }, NOW);
    expect(commonNameHelp(unknown)).toBeUndefined();
    expect(altNamesHelp(unknown)).toMatch(/^One per line: host names/);
    expect(problemsOf({ ...wish, commonName: 'x.other.org' }, unknown)).toEqual({});
  });

  it('is held to beside the field; ranges of addresses are left to the server', () => {
    const problems = (part: Partial<Wish>) => problemsOf({ ...wish, ...part }, bounds());
    expect(problems({})).toEqual({});
    expect(problems({ commonName: '*.example.org', altNames: 'A.EXAMPLE.ORG 192.0.2.1' })).toEqual(
      {},
    );
    expect(problems({ commonName: 'api.other.org' }).commonName).toMatch(
      /^api\.other\.org is not allowed\. Allowed: \*\.example\.org, example\.org/,
    );
    expect(problems({ commonName: 'secret.example.org' }).commonName).toMatch(/not allowed/);
    expect(problems({ commonName: '', altNames: 'ops@example.org' }).altNames).toBe(
      'ops@example.org: the policy allows no e-mail addresses.',
    );
    expect(problems({ way: 'request', commonName: 'api.other.org' })).toEqual({});
  });
});

describe('what the server refused', () => {
  const refusal = new Refusal('common_name x is not allowed by the policy. 2 more: see details.', {
    ...{ status: 400, code: 'policy-refused' },
    details: {
      problems: [
        {
          about: 'common_name',
          value: 'x',
          message: 'common_name x is not allowed by the policy.',
        },
        {
          ...{ about: 'validity', value: '2027-02-26T10:57:10.000Z' },
          message: 'The policy allows 90d: 2027-02-26T10:57:10.000Z is the latest end.',
        },
        {
          ...{ about: 'dns_name', value: null },
          message: 'The policy requires a dns_name that matches *.example.org.',
        },
      ],
    },
  });

  it('stands at its field, in words of the console', () => {
    const { fields, error } = refusedOf(refusal, 'key');
    expect(fields).toEqual({
      commonName: 'The policy does not allow x.',
      days: 'The policy allows 90 days at most.',
      altNames: 'The policy requires one more of the host names, which matches *.example.org.',
    });
    expect(error.message).toBe('The policy of the profile does not allow this certificate.');
    expect(Object.keys(refusedOf(refusal, 'request').fields).sort()).toEqual(['csr', 'days']);
  });

  it('is also what the profile does not say', () => {
    const sentence = 'ttl or notAfter: the profile says not how long it lives.';
    const missing = new Refusal(sentence, { status: 400, code: 'missing-field' });
    expect(refusedOf(missing, 'key').fields).toEqual({
      days: 'The profile says no number: fill it in.',
    });
    const other = new Refusal('Something else.', { status: 500 });
    expect(refusedOf(other, 'key')).toEqual({ fields: {}, error: other });
  });
});
