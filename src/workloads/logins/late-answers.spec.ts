import { describe, expect, it } from '@jest/globals';
import { LateAnswers } from './late-answers.js';

describe('an answer that is late', () => {
  it('makes every refusal that would ask the same leave as late, and no other', () => {
    const late = new LateAnswers();

    expect(late.leaving('sts', 300, 290)).toEqual({ at: 1_000, isLate: false });
    expect(late.leaving('sts', 1_050, 1_040)).toEqual({ at: 2_000, isLate: true });
    // An unknown id takes no time at all.
    expect(late.leaving('sts', 3, 0)).toEqual({ at: 2_000, isLate: true });
    expect(late.leaving('sts', 2_700, 2_690)).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('sts', 1_050, 1_040)).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('another', 3, 0)).toEqual({ at: 1_000, isLate: false });
  });

  it('is not one that this server itself made late', () => {
    const late = new LateAnswers();

    expect(late.leaving('sts', 1_500, 20)).toEqual({ at: 2_000, isLate: true });
    expect(late.leaving('sts', 3, 0)).toEqual({ at: 1_000, isLate: false });
  });
});
