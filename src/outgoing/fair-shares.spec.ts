import { describe, expect, it } from '@jest/globals';
import { FairShares, type Payer } from './fair-shares.js';

const shares = (more: object = {}) =>
  new FairShares({ total: 1_000, first: 3 / 4, crumb: 1, ...more });

/** Takes as much as it gets, and gives how much that was. */
function takeAll(of: FairShares, payer: Payer, { amount = 1, released = 0 } = {}): number {
  let taken = 0;
  for (; taken < 10_000 && of.isFree(payer, { released }); taken += amount)
    of.take(payer, amount, released);
  return taken;
}

const row = (maker: string, name = 'row'): Payer => [maker, `${maker} ${name}`];

describe('parts of an amount', () => {
  it('get smaller, and nobody gets nothing', () => {
    const all = shares();

    const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => takeAll(all, row(name)));

    expect(taken).toEqual([...taken].sort((one, other) => other - one));
    expect(Math.min(...taken)).toBeGreaterThan(0);
  });

  it('are the whole for who is alone at the end, and leave something for who comes late', () => {
    const all = shares();
    const alone = [0, 0.5, 0.9, 1].map((released) => {
      takeAll(all, row('a'), { released });
      return all.taken;
    });

    expect(alone[0]).toBeLessThan(600);
    expect(alone[2]).toBeGreaterThan(900);
    expect(alone[3]).toBeGreaterThanOrEqual(999);
    const late = shares();
    for (let at = 0; at < 0.9; at += 0.01) takeAll(late, row('a'), { released: at });
    expect(takeAll(late, row('b'), { released: 0.9 })).toBeGreaterThan(10);
  });

  it('are no larger for many rows of a maker, nor for many identities that one made', () => {
    const one = shares();
    takeAll(one, row('a'));
    const [rows, identities] = [shares(), shares()];
    for (let i = 0; i < 500; i++) {
      takeAll(rows, row('a', `${i}`));
      takeAll(identities, ['a', `made ${i}`, `row of ${i}`]);
    }

    expect(rows.taken).toBeLessThan(760);
    expect(identities.taken).toBeLessThan(760);
    for (const each of [one, rows, identities])
      expect(takeAll(each, row('b'))).toBeGreaterThan(100);
  });

  it('are parted again between those whom one administrator made', () => {
    const all = shares();
    takeAll(all, ['admin', 'attacker', 'row']);

    expect(takeAll(all, ['admin', 'honest', 'other row'])).toBeGreaterThan(50);
    expect(all.isFree(row('another'))).toBe(true);
  });

  it('are kept from others by no step that took more than was there', () => {
    const all = shares({ total: 700, limit: 1_000 });
    all.take(['admin', 'attacker', 'row'], 290);
    all.take(['admin', 'attacker', 'row'], 300);

    expect(all.isFree(['admin', 'attacker', 'another row'])).toBe(false);
    expect(all.isFree(['admin', 'honest', 'its row'])).toBe(true);
    expect(all.isFree(row('other'))).toBe(true);
  });

  it.each([
    ['of a person', row('a'), (i: number) => row('a', `${i}`)],
    [
      'of an identity that was made',
      ['admin', 'a', 'row'],
      (i: number) => ['admin', 'a', `row ${i}`],
    ],
  ])('leave something whatever the steps of one maker take: %s', (_, honest, payerOf) => {
    const others: Payer = [...honest.slice(0, -2), 'honest', 'its row'];
    for (let pattern = 0; pattern < 200; pattern++) {
      const all = shares({ total: 700, limit: 1_000 });
      for (let at = 0; at < 240; at++) {
        const released = at / 240;
        const payer = payerOf((at * (pattern + 1)) % 7);
        if (!all.isFree(payer, { released })) continue;
        all.take(payer, (at * 31 + pattern * 17) % 5 === 0 ? 300 : 60, released);
        expect(all.isFree(others, { released })).toBe(true);
      }
    }
  });

  it('are given back, and what nobody holds takes no memory', () => {
    const lent = shares({ total: 12, least: 1 });
    const held: (() => void)[] = [];
    const hold = (payer: Payer) => {
      let taken = 0;
      for (; lent.isFree(payer, { amount: 1 }); taken++) held.push(lent.take(payer, 1));
      return taken;
    };
    const first = [hold(row('a')), hold(row('b')), hold(row('c'))];
    expect(lent.taken).toBeLessThanOrEqual(12);
    expect(Math.min(...first)).toBeGreaterThan(0);
    for (const giveBack of held.splice(0)) giveBack();
    for (let i = 0; i < 10_000; i++) {
      expect(lent.isFree(row(`${i}`), { amount: 1 })).toBe(true);
      lent.take(row(`${i}`), 1)();
    }

    expect(lent.taken).toBe(0);
    expect([hold(row('d')), hold(row('e')), hold(row('f'))]).toEqual(first);
  });

  it('tell so many of a maker apart, and those beyond as one, without taking from others what tells them apart', () => {
    const all = shares();
    for (let i = 0; i < 1_000; i++) all.take(['attacker', `row ${i}`], 0.1);
    const before = all.taken;
    for (let i = 0; i < 1_000; i++) takeAll(all, ['attacker', `further row ${i}`]);

    expect(before).toBeCloseTo(100);
    expect(all.taken).toBeLessThan(751);
    expect(takeAll(all, row('honest'))).toBeGreaterThan(50);
    expect(takeAll(all, row('another'))).toBeGreaterThan(10);
  });
});
