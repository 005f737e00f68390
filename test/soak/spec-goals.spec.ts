import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SPEC_GOALS } from '../../soak/spec-goals.js';

const TOP = join(import.meta.dirname, '..', '..');
const specs = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('spec.ts')),
);

describe('a goal that a spec proves', () => {
  it.each(SPEC_GOALS)('$goal finds its spec, and the tests of its name', ({ spec, name, env }) => {
    const isLong = env?.['TEST_LONG'] === '1';
    const found = specs
      .filter((file) => file.endsWith('.long-spec.ts') === isLong)
      .filter((file) => new RegExp(spec).test(file));
    const texts = found.map((file) => readFileSync(join(TOP, file), 'utf8'));

    expect(found).not.toEqual([]);
    expect(name === undefined || texts.some((text) => text.includes(name))).toBe(true);
  });
});
