import fc from 'fast-check';
import {
  indexedReferences,
  hasSameReferences,
  MAX_INDEXED,
  TOO_MANY_REFERENCES,
} from './reference-index.js';
import { referencesIn, referenceTarget } from './references.js';

describe('indexedReferences', () => {
  it.each([
    ['', []],
    ['no reference', []],
    ['${A}', [['', '', 'A']]],
    [
      '${A} ${A} ${dev.A} ${dev.x.y.A}',
      [
        ['', '', 'A'],
        ['dev', '/', 'A'],
        ['dev', '/x/y', 'A'],
      ],
    ],
  ])('keeps of %j %j', (value, kept) => {
    const found = indexedReferences(value).map(({ environment, path, key }) => [
      environment,
      path,
      key,
    ]);
    expect(found).toEqual(kept);
  });

  it('leaves out what can be no name of a secret: it would not fit an index', () => {
    const [key, slug, path] = ['K'.repeat(256), 'e'.repeat(64), 'p'.repeat(1_023)];
    expect(indexedReferences(`\${${key}} \${${slug}.${path}.${key}}`)).toHaveLength(2);
    expect(indexedReferences(`\${${key}K}\${${slug}e.K}\${dev.${path}p.K}`)).toEqual([]);
  });

  it('gives up on a value of very many', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `\${K${index}}`).join('');
    expect(indexedReferences(many(MAX_INDEXED).repeat(2))).toHaveLength(MAX_INDEXED);
    expect(indexedReferences(many(MAX_INDEXED + 1))).toEqual([TOO_MANY_REFERENCES]);
  });

  it('means what the references mean, from whatever folder they are seen', () => {
    const name = fc.constantFrom('A', 'dev.A', 'prod.x.A', 'prod.x.y-1.B_2', 'B');
    const place = fc.record({
      environment: fc.constantFrom('dev', 'prod'),
      secretPath: fc.constantFrom('/', '/x'),
    });
    fc.assert(
      fc.property(fc.array(name), place, (names, from) => {
        const value = names.map((each) => `\${${each}}`).join(' ');
        const seen = indexedReferences(value).map(({ environment, path, key }) =>
          environment === '' ? { ...from, key } : { environment, secretPath: path, key },
        );
        expect(seen).toEqual([...new Set(names)].map((each) => referenceTarget(each, from)));
        expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(
          new Set([...referencesIn(value, from)].map((each) => JSON.stringify(each))),
        );
      }),
    );
  });
});

describe('isIndexedAlike', () => {
  it.each([
    ['x', 'y', true],
    ['${A}${B}', '${B} and ${A} and ${A}', true],
    ['${A}', '${dev.A}', false],
    ['${A}', 'A', false],
    ['', '${A}', false],
  ])('of %j and %j is %j', (one, other, isAlike) => {
    expect(hasSameReferences(one, other)).toBe(isAlike);
  });
});
