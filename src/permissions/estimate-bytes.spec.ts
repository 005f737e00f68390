import { describe, expect, it } from '@jest/globals';
import { compile } from './ability.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Rule } from './rule.js';
import { bindRules } from './templates.js';
import { estimateBytes } from './estimate-bytes.js';

const KIB = 1_024;

const weigh = (...rules: readonly Rule[]): number => {
  const source = { kind: 'role', slug: 'test' } as const;
  return compile(
    PROJECT_SUBJECTS,
    rules.map((rule) => ({ ...rule, source })),
  ).estimatedBytes;
};

const named = (secretName: unknown): Rule => ({
  subject: 'secrets',
  action: 'create',
  conditions: { secretName },
});

describe('the weight of a value', () => {
  it('counts all that is in it, and what is shared once', () => {
    const text = 'x'.repeat(10 * KIB);
    const shared = { text };
    for (const value of [[text], new Set([text]), new Map([[text, 1]]), new Map([[1, text]])])
      expect(estimateBytes(value)).toBeGreaterThan(10 * KIB);
    expect(estimateBytes([shared, shared])).toBeLessThan(11 * KIB);
    expect(estimateBytes(new Int32Array(10 * KIB))).toBeGreaterThan(40 * KIB);
  });

  it('ends where a value refers to itself', () => {
    const value: unknown[] = [];
    value.push(value);
    expect(estimateBytes(value)).toBeLessThan(KIB);
  });
});

describe('the weight of what a set of rules allows', () => {
  it('is that of its texts, its globs and the facts it was read by, not of its table', () => {
    expect(weigh()).toBeLessThan(KIB);
    expect(weigh(named('a'))).toBeLessThan(4 * KIB);
    const list = Array.from({ length: 1_000 }, (_, i) => 'x'.repeat(100) + i);
    expect(weigh(named({ $in: list }))).toBeGreaterThan(100 * KIB);
    expect(weigh(named({ $glob: `${'{a,b}'.repeat(5)}${'x'.repeat(20)}*` }))).toBeGreaterThan(
      6 * KIB,
    );
    const metadata = [{ key: 'k', value: 'x'.repeat(100 * KIB) }];
    const facts = { id: 'id', name: 'name', metadata };
    const bound = bindRules([named('{{identity.name}}')], facts);
    expect(weigh(...bound)).toBeGreaterThan(100 * KIB);
  });
});
