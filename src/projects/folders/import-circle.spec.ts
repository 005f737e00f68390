import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findCircle, type FolderImport, describeCircle } from './import-circle.js';

const at = (path: string) => ({ environment: 'dev', path });
const edges = (...pairs: readonly (readonly [string, string])[]): FolderImport[] =>
  pairs.map(([from, to]) => ({ from: at(from), to: at(to) }));

describe('findCircle', () => {
  it.each([
    ['nothing', edges()],
    ['a chain', edges(['/a', '/b'], ['/b', '/c'])],
    ['two ways to one folder', edges(['/a', '/b'], ['/a', '/c'], ['/b', '/d'], ['/c', '/d'])],
  ])('finds none in %s', (_, graph) => {
    expect(findCircle(graph)).toBeNull();
  });

  it('lists the folders of the circle, and only those', () => {
    expect(findCircle(edges(['/a', '/a']))).toEqual(['dev:/a', 'dev:/a']);
    const graph = edges(['/x', '/a'], ['/a', '/b'], ['/b', '/c'], ['/b', '/d'], ['/d', '/a']);
    expect(findCircle(graph)).toEqual(['dev:/a', 'dev:/b', 'dev:/d', 'dev:/a']);
  });

  it('distinguishes the same path in two environments', () => {
    const there = { environment: 'prod', path: '/a' };
    expect(findCircle([{ from: at('/a'), to: there }])).toBeNull();
  });

  it('follows a chain of any length', () => {
    const chain = Array.from({ length: 50_000 }, (_, i) => [`/${i}`, `/${i + 1}`] as const);
    expect(findCircle(edges(...chain))).toBeNull();
    expect(findCircle(edges(...chain, ['/50000', '/0']))).toHaveLength(50_002);
  });

  it('returns a closed path of imports exactly where the folders cannot be put in an order', () => {
    const node = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 12 }), (pairs) => {
        const graph = edges(...pairs.map(([a, b]) => [`/${a}`, `/${b}`] as const));
        const circle = findCircle(graph);
        expect(circle === null).toBe(hasOrder(pairs));
        if (!circle) return;
        expect(circle[0]).toBe(circle.at(-1));
        const known = new Set(pairs.map(([a, b]) => `dev:/${a} dev:/${b}`));
        const steps = circle.slice(1).map((name, i) => `${circle[i]} ${name}`);
        expect(steps.filter((step) => !known.has(step))).toEqual([]);
      }),
    );
  });
});

/** By taking away, again and again, what imports nothing that is left. */
function hasOrder(pairs: readonly (readonly [number, number])[]): boolean {
  let left = [...pairs];
  for (;;) {
    const importing = new Set(left.map(([from]) => from));
    const rest = left.filter(([, to]) => importing.has(to));
    if (rest.length === left.length) return left.length === 0;
    left = rest;
  }
}

it('shortens the text of a long circle', () => {
  expect(describeCircle(['dev:/a', 'dev:/b', 'dev:/a'])).toBe('dev:/a > dev:/b > dev:/a');
  expect(describeCircle(Array.from({ length: 100 }, (_, i) => `dev:/${i}`))).toMatch(
    /dev:\/19 > …$/,
  );
});
