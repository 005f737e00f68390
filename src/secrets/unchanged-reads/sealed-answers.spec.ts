import { describe, expect, it } from '@jest/globals';
import { SealedAnswers } from './sealed-answers.js';

const KIB = 1024;
const body = (text: string) => Buffer.from(`{"secrets":["${text}"]}`);

describe('SealedAnswers', () => {
  it('gives back what it kept, with what its reading records', () => {
    const answers = new SealedAnswers(64 * KIB);
    const name = answers.keep('"tag"', body('swordfish'), '{"count":1}')!;
    const found = answers.find(name)!;

    expect(found.open()).toEqual(body('swordfish'));
    expect(found.target).toBe('{"count":1}');
    expect(found.sealed.length).toBeGreaterThan(body('swordfish').length);
  });

  it('keeps one for all who get the same bytes and leave the same record', () => {
    const answers = new SealedAnswers(64 * KIB);
    const keep = (target: string | null) => answers.keep('"tag"', body('x'), target);

    expect(keep('{"count":1}')).toBe(keep('{"count":1}'));
    expect(new Set([keep('{"count":1}'), keep('{"count":2}'), keep(null)]).size).toBe(3);
  });

  it('gives each time bytes that may be erased', () => {
    const answers = new SealedAnswers(64 * KIB);
    const name = answers.keep('"tag"', body('swordfish'), null)!;
    answers.find(name)!.open().fill(0);

    expect(answers.find(name)!.open()).toEqual(body('swordfish'));
  });

  it('drops what was asked for the longest ago, beyond its bytes', () => {
    const answers = new SealedAnswers(64 * KIB);
    const names = Array.from({ length: 40 }, (_, i) =>
      answers.keep(`"${i}"`, Buffer.alloc(4 * KIB, i), null),
    );
    const kept = names.filter((name) => name !== null && answers.find(name) !== null);

    expect(kept).toEqual(names.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length * 4 * KIB).toBeLessThan(64 * KIB);
  });

  it('counts what is recorded as well', () => {
    const answers = new SealedAnswers(64 * KIB);

    for (let i = 0; i < 40; i++)
      answers.keep(`"${i}"`, body('x'), JSON.stringify('n'.repeat(4 * KIB)) + i);
    const kept = Array.from({ length: 40 }, (_, i) =>
      answers.keep(`"${i}"`, body('x'), JSON.stringify('n'.repeat(4 * KIB)) + i),
    ).filter((name) => name !== null && answers.find(name) !== null);

    expect(kept.length).toBeLessThan(8);
  });

  it('keeps none that is larger than 4 MiB, or than all may be', () => {
    const large = new SealedAnswers(64 * KIB * KIB);

    expect(large.keep('"tag"', Buffer.alloc(4 * KIB * KIB + 1), null)).toBeNull();
    const small = new SealedAnswers(16 * KIB);
    const name = small.keep('"tag"', Buffer.alloc(32 * KIB), null);
    expect(name === null ? null : small.find(name)).toBeNull();
  });

  it('keeps nothing where it may have no bytes', () => {
    const answers = new SealedAnswers(0);

    expect(answers.keep('"tag"', body('x'), null)).toBeNull();
    expect(answers.find('"tag"')).toBeNull();
  });

  it('opens under the key of its own process alone', () => {
    const [one, other] = [new SealedAnswers(64 * KIB), new SealedAnswers(64 * KIB)];
    const names = [one, other].map((each) => each.keep('"tag"', body('swordfish'), null)!);

    expect(one.find(names[0]!)!.sealed).not.toEqual(other.find(names[1]!)!.sealed);
    expect(one.find(names[0]!)!.sealed.includes('swordfish')).toBe(false);
  });
});
