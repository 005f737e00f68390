import { describe, expect, it } from '@jest/globals';
import { LateAnswers } from './late-answers.js';

const asked = (waited: number) => ({ waited, asked: waited });

describe('an answer that is late', () => {
  it('makes every refusal that would ask the same leave as late, and no other', () => {
    const late = new LateAnswers();

    expect(late.leaving('sts', 300, asked(290))).toEqual({ at: 1_000, isLate: false });
    expect(late.leaving('sts', 1_050, asked(1_040))).toEqual({ at: 2_000, isLate: true });
    // An unknown id takes no time at all.
    expect(late.leaving('sts', 3, asked(0))).toEqual({ at: 2_000, isLate: true });
    expect(late.leaving('sts', 2_700, asked(2_690))).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('sts', 1_050, asked(1_040))).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('another', 3, asked(0))).toEqual({ at: 1_000, isLate: false });
  });

  it('is not one that this server itself made late', () => {
    const late = new LateAnswers();

    expect(late.leaving('sts', 1_500, asked(20))).toEqual({ at: 2_000, isLate: true });
    expect(late.leaving('sts', 3, asked(0))).toEqual({ at: 1_000, isLate: false });
  });

  it('is not one whose login waited for a place of its own', () => {
    const late = new LateAnswers();

    const waits = { waited: 2_600, asked: 700 };
    expect(late.leaving('sts', 2_610, waits)).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('sts', 3, asked(0))).toEqual({ at: 1_000, isLate: false });
    // As long as who was asked took, others are refused too.
    const slow = { waited: 2_600, asked: 1_200 };
    expect(late.leaving('sts', 2_610, slow)).toEqual({ at: 3_000, isLate: true });
    expect(late.leaving('sts', 3, asked(0))).toEqual({ at: 2_000, isLate: true });
  });
});
