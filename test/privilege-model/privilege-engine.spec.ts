import { describe, expect, it } from '@jest/globals';
import { tryChanges } from './engine.js';

const COUNT = 4_000;

describe('The engine that weighs a change of rights', () => {
  it(`lets nobody hand on what they cannot do, at any moment, in ${COUNT} random changes`, () => {
    const { accepted, refused } = tryChanges(COUNT);
    expect(accepted).toBeGreaterThan(COUNT / 10);
    expect(refused).toBeGreaterThan(COUNT / 10);
  }, 120_000);
});
