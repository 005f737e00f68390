import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../permissions/rule.js';
import { namesUnder } from './wildcard-names.js';

const forbidding = (conditions: object): Rule => ({
  ...{ subject: 'certificates', action: 'create', inverted: true },
  conditions,
});

describe('the names under *.shop.example', () => {
  const under = (...rules: Rule[]) => namesUnder('*.shop.example', rules);

  it.each([
    [{ altNames: 'Secret.shop.example' }, ['secret.shop.example']],
    [{ altNames: { $eq: 'secret.shop.example' } }, ['secret.shop.example']],
    [{ commonName: { $in: ['a.shop.example', 'b.org'] } }, ['a.shop.example']],
    [{ altNames: { $glob: 'sec*.shop.example' } }, ['sec.shop.example']],
    [{ altNames: { $glob: '*cret*' } }, ['cret.shop.example']],
    [{ altNames: { $glob: 's?b*' } }, ['sab.shop.example']],
    [{ altNames: { $glob: '{x,y}.shop.example' } }, ['x.shop.example', 'y.shop.example']],
    [{ altNames: { $glob: '*p.example' } }, ['p.shop.example', 'a.shop.example']],
    [{ altNames: 'a.b.shop.example' }, []],
    [{ altNames: 'shop.example' }, []],
    [{ status: 'secret.shop.example' }, []],
  ])('that a rule forbids: %j', (conditions, names) => {
    expect(under(forbidding(conditions))).toEqual(expect.arrayContaining(names));
    expect(under(forbidding(conditions)).length > 0).toBe(names.length > 0);
  });

  it('are those that an allowing rule excepts, and none that it allows', () => {
    const allowing = { ...forbidding({ altNames: { $ne: 'db.shop.example' } }), inverted: false };
    const open = { ...forbidding({ altNames: { $in: ['a.shop.example'] } }), inverted: false };

    expect(under(allowing, open)).toEqual(['db.shop.example']);
    expect(namesUnder('a.shop.example', [forbidding({ altNames: 'a.shop.example' })])).toEqual([]);
  });

  it("have one that nothing matches behind them where they are very many, or the holder's", () => {
    const many = Array.from({ length: 300 }, (_, n) => `n${n}.shop.example`);
    const found = under(forbidding({ altNames: { $in: many } }));

    expect(found.at(-1)).toBe('\u0000');
    expect(found.length).toBeLessThan(300);
    const patterns = many.map((name) => `${name}*`);
    const globs = patterns.map((each) => forbidding({ altNames: { $glob: each } }));
    expect(under(...globs).at(-1)).toBe('\u0000');
    expect(under(forbidding({ altNames: '{{identity.name}}.shop.example' }))).toEqual(['\u0000']);
  });
});
