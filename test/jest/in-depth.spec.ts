import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const IN_DEPTH = JSON.parse(
  readFileSync(join(import.meta.dirname, 'in-depth.json'), 'utf8'),
) as string[];

describe('the specs in depth', () => {
  it.each(IN_DEPTH)('have %s', (path) => {
    expect(existsSync(join(import.meta.dirname, '..', '..', path))).toBe(true);
  });
});
