import { CompiledRights } from './compiled-rights.js';
import { type Holding, rulesOf } from './held-rules.js';

const ADMIN: Holding = {
  kind: 'role',
  id: null,
  slug: 'admin',
  permissions: null,
  validFrom: null,
  validUntil: null,
};
const READING = [{ subject: 'tags', action: ['read'] }];
const OWN: Holding = { ...ADMIN, id: 'r', slug: 'own', permissions: READING };

/** What rows of the database say comes as objects of its own each time. */
const again = (holding: Holding): Holding => ({
  ...holding,
  permissions: JSON.parse(JSON.stringify(holding.permissions)) as Holding['permissions'],
});

describe('compiled rights', () => {
  const rights = new CompiledRights();
  const of = (...holdings: readonly Holding[]) => rights.of(holdings, holdings.flatMap(rulesOf));

  it('are kept for the same holdings, whoever has them', async () => {
    for (const holding of [ADMIN, OWN]) expect(await of(holding)).toBe(await of(again(holding)));
  });

  it.each<[string, Partial<Holding>]>([
    ['rule', { permissions: [{ subject: 'tags', action: ['read', 'edit'] }] }],
    ['prohibition', { permissions: [{ ...READING[0]!, inverted: true }] }],
    [
      'condition',
      { permissions: [{ subject: 'secrets', action: 'edit', conditions: { secretName: 'x' } }] },
    ],
    ['id', { id: 's' }],
    ['kind', { kind: 'privilege' }],
    ['end', { validUntil: new Date(1) }],
    ['beginning', { validFrom: new Date(1) }],
    ['group', { groupId: 'g', groupName: 'g' }],
  ])('are others with another %s', async (_, change) => {
    const before = await of(OWN);
    const after = await of({ ...OWN, ...change });

    expect(after).not.toBe(before);
    expect(after.rules).toEqual(rulesOf({ ...OWN, ...change }));
  });

  it('are others with one more holding', async () => {
    expect((await of(OWN, ADMIN)).allows('create', 'role')).toBe(true);
    expect((await of(OWN)).allows('create', 'role')).toBe(false);
  });

  it.each([
    ['speak of their holder', [{ ...READING[0]!, conditions: { name: '{{identity.name}}' } }]],
    ['are many', Array<(typeof READING)[0]>(201).fill(READING[0]!)],
  ])('are not kept where the rules %s', async (_, permissions) => {
    const holding = { ...OWN, permissions };
    expect(await of(holding)).not.toBe(await of(holding));
  });
});
