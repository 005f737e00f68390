import { describe, expect, it } from '@jest/globals';
import { type Holding, rulesOf } from '../access/held-rules.js';
import type { Rule } from '../permissions/rule.js';
import { PlaceComparison } from './effect-on-places.js';
import { touchedSubjects } from './touched-questions.js';

const held = (permissions: readonly Rule[]): Holding => ({
  ...{ kind: 'role', id: 'a', slug: 'a', permissions, validFrom: null, validUntil: null },
});
const reads = (conditions: object): Rule => ({
  ...{ subject: 'secrets', action: ['readValue'], conditions },
});
const READING = [{ subject: 'secrets', actions: ['readValue'], byName: false }];

describe('the comparison of places', () => {
  it('ends with the place at which its work is used up, and says how many it looked at', async () => {
    const before = [held([reads({ environment: 'prod', secretPath: { $glob: '/**' } })])];
    const places = Array.from({ length: 3_000 }, (_, index) => ({
      ...{ environment: 'prod', secretPath: `/${index}`, secrets: null },
    }));
    // Each class costs more than twenty steps a place.
    const classes = Array.from({ length: 500 }, () => ({ before, after: [], rulesOf }));
    const { looked, differences } = await new PlaceComparison(READING, new Date(0)).compare(
      classes,
      places,
    );

    expect(looked).toBeGreaterThan(100);
    expect(looked).toBeLessThan(3_000);
    expect(differences[0]!.kept).toHaveLength(200);
    expect(differences.map(({ total }) => total)).toEqual(classes.map(() => looked));
  });

  it('is refused where those concerned hold too many rules (400)', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => reads({ secretPath: `/${index}` }));
    const classes = Array.from({ length: 200 }, () => ({
      before: [held(many)],
      after: [],
      rulesOf,
    }));

    await expect(
      new PlaceComparison(READING, new Date(0)).compare(classes, []),
    ).rejects.toMatchObject({ code: 'too-much-at-once' });
  });
});

describe('what a change can touch', () => {
  it('is asked at places, unless rules have conditions on more than them', () => {
    const folders = { subject: 'secret-syncs', action: 'read' };
    const byConnection = { ...folders, conditions: { connectionId: 'a' } };

    expect(touchedSubjects([folders], [folders]).placed).toHaveLength(1);
    expect([...touchedSubjects([folders, byConnection], [folders]).others]).toEqual([
      'secret-syncs',
    ]);
  });

  it('is every act behind a name, and secrets by name where a rule names one', () => {
    const named = { ...reads({ secretName: 'A' }), action: 'read' };
    expect(touchedSubjects([named], [named]).placed).toEqual([
      { subject: 'secrets', actions: ['describeSecret', 'readValue'], byName: true },
    ]);
  });
});
