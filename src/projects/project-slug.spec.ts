import fc from 'fast-check';
import { slugForm } from '../http/body/slugs.js';
import { generateProjectSlug } from './project-slug.js';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe('slugForm', () => {
  it.each([
    ['Payments', 'payments'],
    ['  Two  Words!', 'two-words'],
    ['Zürich — Café', 'zurich-cafe'],
    ['日本', ''],
    ['a-', 'a'],
  ])('makes of %j the slug %j', (text, slug) => {
    expect(slugForm(text, 31)).toBe(slug);
  });

  it('ends in no hyphen where it is cut', () => {
    expect(slugForm('abc def', 4)).toBe('abc');
  });
});

describe('inventSlug', () => {
  it('makes a slug of 5 to 36 characters of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const slug = generateProjectSlug(name);
        expect(slug).toMatch(SLUG);
        expect(slug.length).toBeGreaterThanOrEqual(5);
        expect(slug.length).toBeLessThanOrEqual(36);
      }),
    );
  });

  it('differs from one call to the next', () => {
    const slugs = new Set(Array.from({ length: 50 }, () => generateProjectSlug('Payments')));
    expect(slugs.size).toBeGreaterThan(45);
  });
});
