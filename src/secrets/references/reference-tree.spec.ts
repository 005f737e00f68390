import type { OpenSecret } from '../secret.js';
import { MAX_TREE_NODES, type ReferenceNode, buildReferenceTree } from './reference-tree.js';
import { addressKey, ExpansionTooLarge } from './references.js';

const ROOT = { environment: 'dev', secretPath: '/' };
const address = (key: string) => addressKey({ ...ROOT, key });

function grown(values: Readonly<Record<string, string>>, forbidden: readonly string[] = []) {
  const [[key, value]] = Object.entries(values) as [[string, string]];
  const known = Object.entries(values).map(([each, text]) => [address(each), text] as const);
  const targets = { values: new Map(known), forbidden: new Set(forbidden.map(address)) };
  const work = buildReferenceTree({ ...ROOT, key, value } as OpenSecret, targets);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const sketch = ({ key, value, unresolved, children }: ReferenceNode): unknown => [
  `${key}=${value ?? unresolved}`,
  ...children.map(sketch),
];

const depthOf = ({ children }: ReferenceNode): number =>
  1 + Math.max(0, ...children.map((child) => depthOf(child)));

describe('treeOf', () => {
  it('follows each reference once, and says why it follows one no further', () => {
    const values = { A: '${B}${B} ${C} ${no.X} ${LOCKED}', B: '${A}', C: 'c' };
    expect(sketch(grown(values, ['LOCKED']).root)).toEqual([
      `A=${values.A}`,
      ['B=${A}', ['A=cycle']],
      ['C=c'],
      ['X=missing'],
      ['LOCKED=forbidden'],
    ]);
  });

  it('ends at depth ten', () => {
    const chain: Record<string, string> = {};
    for (let step = 0; step < 20; step++) chain[`K${step}`] = `\${K${step + 1}}`;
    const { root, isTruncated } = grown(chain);
    expect(depthOf(root)).toBe(12);
    expect(JSON.stringify(root)).toContain('"key":"K11","unresolved":"too deep"');
    expect(isTruncated).toBe(false);
  });

  it(`has ${MAX_TREE_NODES} nodes at most, and says where it was cut`, () => {
    const doubling: Record<string, string> = { K10: 'x' };
    for (let step = 9; step >= 0; step--)
      doubling[`K${step}`] = `\${K${step + 1}} \${dev.K${step + 1}}`;
    const first = Object.fromEntries(Object.entries(doubling).reverse());
    const { root, isTruncated } = grown(first);
    expect(isTruncated).toBe(true);
    expect(JSON.stringify(root).match(/"key"/g)).toHaveLength(MAX_TREE_NODES);
  });

  it('refuses values that together are too much for one answer', () => {
    const large = { A: '${B}'.repeat(4) + '${dev.B}', B: 'x'.repeat(20 * 1024 * 1024) };
    expect(() => grown(large)).toThrow(ExpansionTooLarge);
  });
});
