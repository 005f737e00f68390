import { customAlphabet } from 'nanoid';

const randomEnding = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 6);
const MAX_BASE = 50;

/** Slugs to try for an organization of that name: the plain one first, then with random endings. */
export function slugsFor(name: string): string[] {
  const base =
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, MAX_BASE)
      .replace(/-$/, '') || 'organization';
  return [base, ...Array.from({ length: 5 }, () => `${base}-${randomEnding()}`)];
}
