import { type Holding, isLiveAt, liveRules } from './held-rules.js';

const [START, END] = [1_000, 2_000];
const HELD: Holding = {
  kind: 'privilege',
  id: 'p',
  slug: 'p',
  permissions: [{ subject: 'tags', action: ['read'] }],
  validFrom: new Date(START),
  validUntil: new Date(END),
};

describe('a right with a span of time', () => {
  it.each([
    [START - 1, 0, -Infinity, START],
    [START, 1, START, END],
    [END - 1, 1, START, END],
    [END, 0, END, Infinity],
  ])('at %p counts %p times, as it has since %p and will until %p', (now, count, from, until) => {
    const { rules, sameFrom, sameUntil } = liveRules([HELD], now);

    expect([rules.length, sameFrom, sameUntil]).toEqual([count, from, until]);
    for (const rule of rules) expect(isLiveAt(rule, new Date(now))).toBe(true);
  });

  it.each([
    ['has ended', new Date(0), new Date(START)],
    ['has not begun', new Date(END), null],
  ])('takes nothing from the same right that is held for good where it %s', (_, from, until) => {
    const timed = { ...HELD, validFrom: from, validUntil: until };
    const forGood = { ...HELD, validFrom: null, validUntil: null };

    for (const holdings of [
      [timed, forGood],
      [forGood, timed],
    ])
      expect(liveRules(holdings, START + 1).rules).toHaveLength(1);
  });

  it('has ended for a rule that was taken before', () => {
    const [rule] = liveRules([HELD], START).rules;

    expect(isLiveAt(rule!, new Date(END - 1))).toBe(true);
    expect(isLiveAt(rule!, new Date(END))).toBe(false);
  });
});
