import { randomSlug, slugForm } from '../http/body/slugs.js';

const MAX_BASE = 50;

/** Returns slugs to try for an organization of that name: the plain one first, then with random endings. */
export function slugsFor(name: string): string[] {
  const base = slugForm(name, MAX_BASE) || 'organization';
  return [base, ...Array.from({ length: 5 }, () => `${base}-${randomSlug(6)}`)];
}
