import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { longListOf, slicedJson } from './sliced-answer.js';
import { TimeSlices } from './limits/time-slices.js';

describe('slicedJson', () => {
  it('writes what JSON.stringify writes', async () => {
    const value = fc.jsonValue();
    const body = fc.dictionary(fc.string(), fc.oneof(value, fc.array(value, { maxLength: 40 })));
    await fc.assert(
      fc.asyncProperty(body, async (each) => {
        const given = { ...each, absent: undefined, at: new Date(0), holes: [undefined, null] };
        const written = await slicedJson(given, new TimeSlices());
        expect(written.toString()).toBe(JSON.stringify(given));
      }),
    );
  });

  it('lets others have their turn while it writes 20 MB', async () => {
    const secrets = Array.from({ length: 200 }, (_, n) => ({ n, value: 'ü"'.repeat(50_000) }));
    let turns = 0;
    const turning = setInterval(() => turns++, 0);
    const written = await slicedJson({ secrets }, new TimeSlices());
    clearInterval(turning);

    expect(turns).toBeGreaterThan(1);
    expect(written.toString()).toBe(JSON.stringify({ secrets }));
  });
});

describe('longListOf', () => {
  it.each([
    [{ secrets: Array(16).fill(1) }, 'secrets'],
    [{ a: 1, imports: Array(20).fill(1) }, 'imports'],
    [{ secrets: [1] }, undefined],
    [Array(20).fill(1), undefined],
    [null, undefined],
    ['text', undefined],
  ])('of %j', (body, name) => expect(longListOf(body)).toBe(name));
});
