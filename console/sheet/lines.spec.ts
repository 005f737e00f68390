import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linesOfTwo } from './lines';

const drawn = (former: string, later: string) =>
  linesOfTwo(former, later).map(
    ({ kind, text }) => `${{ same: ' ', former: '-', later: '+' }[kind]}${text}`,
  );

describe('two values, line by line', () => {
  it('tells lines of both from those of one', () => {
    expect(drawn('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a\n', '-b\n', '+x\n', ' c\n']);
    expect(drawn('old', 'new')).toEqual(['-old', '+new']);
    expect(drawn('same', 'same')).toEqual([' same']);
  });

  it('tells a last newline, which nobody sees', () => {
    expect(drawn('a', 'a\n')).toEqual(['-a', '+a\n']);
  });

  it('gives both back', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (one, two) => {
        const [former, later] = [one.join(''), two.join('')];
        const lines = linesOfTwo(former, later);
        const without = (kind: string) =>
          lines.flatMap((line) => (line.kind === kind ? [] : [line.text])).join('');
        expect(without('later')).toBe(former);
        expect(without('former')).toBe(later);
      }),
    );
  });

  it('tells long texts as all other rather than to count for minutes', () => {
    const long = (end: string) => `${'x\n'.repeat(1500)}${end}`;
    expect(linesOfTwo(long('a'), long('b'))).toHaveLength(3002);
  });
});
