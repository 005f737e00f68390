import { describe, expect, it } from '@jest/globals';
import { type Comparison, lettered, lettersOf } from './letters';

const ALL = ['dev', 'staging', 'prod'];
const of = (dev: string, staging: string, prod: string): Comparison => ({
  ...{ environments: ['dev', 'prod', 'staging'], names: ['A'], letters: [[dev, prod, staging]] },
});
const read = (comparison: Comparison) => {
  const letters = lettersOf(comparison, ALL).get('A')!;
  return ALL.map((slug) => letters.get(slug)).join('');
};

describe('letters of equal values', () => {
  it('begin with production, and go on from the last environment to the first', () => {
    expect(lettered(['prod', 'dev', 'staging'])).toEqual(['prod', 'staging', 'dev']);
    expect(read(of('a', 'b', 'b'))).toBe('baa');
    expect(read(of('a', 'b', 'c'))).toBe('cba');
    expect(read(of('a', 'a', ''))).toBe('aa');
  });

  it('stay where the value stays, when another environment gets another one or none', () => {
    expect(read(of('a', 'a', 'a'))).toBe('aaa');
    // As the server tells it once dev was changed, and once it was deleted.
    expect(read(of('a', 'b', 'b'))).toBe('baa');
    expect(read(of('', 'a', 'a'))).toBe('aa');
  });

  it('are as many as there are environments', () => {
    const environments = Array.from({ length: 30 }, (_, index) => `e${index}`);
    const letters = [
      environments.map(
        (_, index) => `${index < 26 ? '' : 'a'}${String.fromCodePoint(97 + (index % 26))}`,
      ),
    ];
    const found = lettersOf({ environments, names: ['A'], letters }, environments).get('A')!;
    expect(new Set(found.values()).size).toBe(30);
    expect([found.get('e29'), found.get('e0')]).toEqual(['a', 'ad']);
  });
});
