import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX = 4;
export const MIN_PROJECT_SLUG = 5;
export const MAX_PROJECT_SLUG = 36;

/** The slug form of any text, at most `max` characters; empty where nothing of it can stand in a slug. */
export const slugForm = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, max)
    .replace(/-$/, '');

/** A slug for a project that came without: its name's, and four random characters. */
export function generateProjectSlug(name: string): string {
  const base = slugForm(name, MAX_PROJECT_SLUG - SUFFIX - 1) || 'project';
  const random = Array.from({ length: SUFFIX }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${base}-${random.join('')}`;
}
