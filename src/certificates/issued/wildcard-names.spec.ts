import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../permissions/rule.js';
import { namesUnder } from './wildcard-names.js';

const forbidding = (conditions: object): Rule => ({
  ...{ subject: 'certificates', action: 'create', inverted: true },
  conditions,
});

describe('the names under *.shop.example', () => {
  const wildcard = '*.shop.example';
  const under = (...rules: Rule[]) => namesUnder([wildcard], rules).get(wildcard)!;

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
  });

  it("have one that is not known behind them where they are very many, or the holder's", () => {
    const many = Array.from({ length: 1_200 }, (_, n) => `n${n}.shop.example`);
    const found = under(forbidding({ altNames: { $in: many } }));
    const globs = many.map((name) => forbidding({ altNames: { $glob: `${name}*` } }));

    expect(found.at(-1)).toBeNull();
    expect(found.length).toBeLessThan(many.length);
    expect(under(...globs).at(-1)).toBeNull();
    expect(under(forbidding({ altNames: '{{identity.name}}.shop.example' }))).toEqual([null]);
  });

  it('are looked at for all wildcards of a certificate together', () => {
    const wildcards = Array.from({ length: 100 }, (_, n) => `*.p${n}.example`);
    const globs = Array.from({ length: 20 }, (_, n) =>
      forbidding({ altNames: { $glob: `a${n}*` } }),
    );
    const names = [...namesUnder(wildcards, globs).values()];

    expect(names[0]).not.toContain(null);
    expect(names.at(-1)).toEqual([null]);
    expect(names.flat().length).toBeLessThan(1_200);
  });
});
