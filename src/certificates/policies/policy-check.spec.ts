import fc from 'fast-check';
import { leastOf, quietStopwatch } from '../../../test/support/quiet-stopwatch.js';
import { NamePatterns } from './name-patterns.js';
import { isPolicyDuration, latestEnd, policyProblems } from './policy-check.js';
import type { PolicyRules, WantedLeaf } from './policy-rules.js';

const LEAF: WantedLeaf = {
  subject: [],
  sans: [],
  keyUsages: [],
  extendedKeyUsages: [],
  keyAlgorithm: 'EC_prime256v1',
  signatureAlgorithm: 'ECDSA-SHA256',
  notBefore: new Date('2026-01-31T00:00:00Z'),
  notAfter: new Date('2026-02-28T00:00:00Z'),
  isAuthority: false,
  maxPathLength: -1,
};

function refusedBy(policy: PolicyRules, wanted: Partial<WantedLeaf>) {
  const work = policyProblems(policy, { ...LEAF, ...wanted });
  for (;;) {
    const { done, value: problems } = work.next();
    if (done) return problems.map(({ about, value }) => [about, value]);
  }
}

const dns = (...names: string[]) => ({
  sans: names.map((value) => ({ type: 'dns_name' as const, value })),
});
const rule = (more: object) => ({ sans: [{ type: 'dns_name' as const, ...more }] });

describe('names', () => {
  it.each([
    [{}, 'a.example.org', true],
    [{ allowed: ['*.example.org'] }, 'a.example.org', true],
    [{ allowed: ['*.example.org'] }, 'a.b.example.org', true],
    [{ allowed: ['*.example.org'] }, 'example.org', false],
    [{ allowed: ['*.EXAMPLE.org'] }, 'A.example.ORG', true],
    [{ allowed: ['*'] }, 'anything.at.all', true],
    [{ allowed: [] }, 'a', false],
    [{ allowed: ['a.*'], denied: ['*.org'] }, 'a.org', false],
    [{ required: ['a.org'], denied: ['a.org'] }, 'a.org', false],
    [{ allowed: ['{a,b}.org'] }, 'a.org', false],
    [{ allowed: ['a?.org'] }, 'ab.org', false],
    [{ allowed: ['a.org'] }, 'axorg', false],
    // Wildcards.
    [{ allowed: ['*.example.org'] }, '*.example.org', true],
    [{ allowed: ['*'] }, '*.corp', true],
    [{ allowed: ['*'], denied: ['secret.corp'] }, '*.corp', false],
    [{ allowed: ['*'], denied: ['a.secret.corp'] }, '*.corp', true],
    [{ allowed: ['a*.corp'] }, '*.corp', false],
    [{ allowed: ['a.corp', 'b.corp'] }, '*.corp', false],
    [{ allowed: ['*.corp'] }, '*.a.corp', true],
    [{ allowed: ['*'], denied: ['s*t.corp'] }, '*.corp', false],
    [{ allowed: ['*'], denied: ['s*.x.corp'] }, '*.x.corp', false],
    [{ allowed: ['*'], denied: ['*.x*'] }, '*.corp', true],
    [{ allowed: ['*a.corp'] }, '*.a.corp', true],
  ])('with the rule %j, %s is allowed: %s', (more, name, isAllowed) => {
    expect(refusedBy(rule(more), dns(name))).toEqual(isAllowed ? [] : [['dns_name', name]]);
  });

  it('of a kind without a rule may not be there', () => {
    expect(refusedBy({}, dns('a.org'))).toEqual([['dns_name', 'a.org']]);
    const subject = [{ type: 'organization' as const, value: 'Example' }];
    expect(refusedBy(rule({}), { subject })).toEqual([['organization', 'Example']]);
  });

  it('that are required have to be there, and each that is refused is named', () => {
    const policy = rule({ allowed: ['*.org'], required: ['a.org'] });

    expect(refusedBy(policy, dns('b.org', 'c.com', 'd.com'))).toEqual([
      ['dns_name', 'c.com'],
      ['dns_name', 'd.com'],
      ['dns_name', null],
    ]);
  });

  it.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', false],
    ['2001:db8::/32', '2001:db8::1', true],
    ['10.*', '10.1.2.3', true],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
  ])('of the range %s: %s is in it: %s', (pattern, value, isAllowed) => {
    const policy: PolicyRules = { sans: [{ type: 'ip_address', allowed: [pattern] }] };

    expect(refusedBy(policy, { sans: [{ type: 'ip_address', value }] })).toHaveLength(
      isAllowed ? 0 : 1,
    );
  });

  it.each([
    ['10.0.0.0/8', '::ffff:10.0.0.1'],
    ['::ffff:10.0.0.0/104', '10.0.0.1'],
    ['10.0.0.1', '::ffff:a00:1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ])('of the denied %s: %s is denied, however it is written', (pattern, value) => {
    const policy: PolicyRules = { sans: [{ type: 'ip_address', denied: [pattern] }] };

    expect(refusedBy(policy, { sans: [{ type: 'ip_address', value }] })).toHaveLength(1);
  });

  it('of a common name with a star are denied by what denies a name that it stands for', () => {
    const rules = { allowed: ['*.corp'], denied: ['secret.corp'] };
    const subject = [{ type: 'common_name' as const, value: '*.corp' }];

    expect(refusedBy({ subject: [{ type: 'common_name', ...rules }] }, { subject })).toHaveLength(
      1,
    );
  });

  it('answer about a wildcard as they do about each name that it stands for', () => {
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 5 });
    const parents = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 });
    const longer = (labels: readonly string[]) =>
      labels.flatMap((label) => [...'abc'].map((letter) => label + letter));
    const labels = [['']];
    while (labels.length < 6) labels.push(longer(labels.at(-1)!));
    fc.assert(
      fc.property(patterns, parents, (pattern, parent) => {
        const names = new NamePatterns([pattern]);
        const matched = labels.flat().map((label) => names.matches(`${label}.${parent}`));
        expect(names.mayMatchWildcard(`*.${parent}`)).toBe(matched.includes(true));
        expect(names.coversWildcard(`*.${parent}`)).toBe(!matched.includes(false));
      }),
      { numRuns: 2_000 },
    );
  });

  it('match as an expression does that is written for each pattern', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '*'), maxLength: 8 });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 8 });
    fc.assert(
      fc.property(letters, texts, (pattern, text) => {
        const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
        const expected = new RegExp(`^${parts.join('.*')}$`).test(text);
        expect(new NamePatterns([pattern]).matches(text)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('take no longer for patterns that are made to', async () => {
    const measure = () => {
      const took = quietStopwatch();
      for (const pattern of ['*a'.repeat(100), '*'.repeat(10_000), '*.'.repeat(200)]) {
        const names = new NamePatterns([pattern]);
        names.matches('a'.repeat(253));
        names.mayMatchWildcard(`*.${'a.'.repeat(120)}`);
        names.coversWildcard(`*.${'a.'.repeat(120)}`);
      }
      return took();
    };

    expect(await leastOf(100, measure)).toBeLessThan(100);
  });

  it('are judged in a moment, a hundred wildcards by two hundred patterns', async () => {
    const patterns = (tail: string) => Array.from({ length: 100 }, (_, n) => `*-${n}*x.${tail}`);
    const policy = rule({ allowed: [...patterns('org'), '*.com'], denied: patterns('com') });
    const names = Array.from({ length: 100 }, (_, n) => `*.${'a.'.repeat(100)}${n}y.com`);
    const measure = () => {
      const took = quietStopwatch();
      expect(refusedBy(policy, dns(...names))).toEqual([]);
      return took();
    };

    expect(await leastOf(100, measure)).toBeLessThan(100);
  });
});

describe('what else a policy bounds', () => {
  it('forbids all usages with two empty lists, and none without any', () => {
    const keyUsages = ['digital_signature'] as const;

    expect(refusedBy({}, { keyUsages })).toEqual([]);
    expect(refusedBy({ keyUsages: { allowed: [], required: [] } }, { keyUsages })).toEqual([
      ['keyUsages', 'digital_signature'],
    ]);
    expect(refusedBy({ keyUsages: { required: ['key_agreement'] } }, {})).toEqual([
      ['keyUsages', null],
    ]);
  });

  it.each([
    { denied: ['server_auth'] },
    { allowed: [], required: [] },
    { allowed: ['client_auth'] },
  ])(
    'refuses a certificate that names no usage, and so is good for all, by %j',
    (extendedKeyUsages) => {
      expect(refusedBy({ extendedKeyUsages }, { extendedKeyUsages: [] })).toEqual([
        ['extendedKeyUsages', null],
      ]);
      expect(refusedBy({ keyUsages: extendedKeyUsages }, { keyUsages: [] })).toHaveLength(1);
    },
  );

  it('knows algorithms by its own names', () => {
    const algorithms = { keyAlgorithm: ['ECDSA-P256'], signature: ['SHA256-ECDSA'] };

    expect(refusedBy({ algorithms }, {})).toEqual([]);
    expect(refusedBy({ algorithms }, { keyAlgorithm: 'RSA_2048' })).toEqual([
      ['keyAlgorithm', 'RSA_2048'],
    ]);
    expect(refusedBy({ algorithms }, { signatureAlgorithm: 'constructor' })).toHaveLength(1);
  });

  it('counts months by the calendar', () => {
    expect(latestEnd(LEAF.notBefore, '1m')).toEqual(new Date('2026-02-28T00:00:00Z'));
    expect(latestEnd(LEAF.notBefore, '2y')).toEqual(new Date('2028-01-31T00:00:00Z'));
    expect(latestEnd(LEAF.notBefore, '36h')).toEqual(new Date('2026-02-01T12:00:00Z'));
    expect(refusedBy({ validity: { max: '1m' } }, {})).toEqual([]);
    expect(refusedBy({ validity: { max: '27d' } }, {})).toHaveLength(1);
    expect(['90d', '6m', '2y', '12h'].every(isPolicyDuration)).toBe(true);
    expect(['0d', 'd', '90', '-1d', '1w', '999999d', '1 d'].some(isPolicyDuration)).toBe(false);
  });

  it('allows no authority unless it says so', () => {
    const wanted = { isAuthority: true, maxPathLength: 1 };

    expect(refusedBy({}, wanted)).toHaveLength(1);
    expect(refusedBy({ basicConstraints: { isCA: 'allowed' } }, wanted)).toEqual([]);
    expect(refusedBy({ basicConstraints: { isCA: 'required' } }, {})).toHaveLength(1);
    const bounded: PolicyRules = { basicConstraints: { isCA: 'allowed', maxPathLength: 0 } };
    expect(refusedBy(bounded, wanted)).toHaveLength(1);
    expect(refusedBy(bounded, { isAuthority: true, maxPathLength: -1 })).toHaveLength(1);
  });
});
