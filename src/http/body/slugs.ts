import { customAlphabet } from 'nanoid';

/** Returns so many random lower-case letters and digits. */
export const randomSlug: (length: number) => string = customAlphabet(
  'abcdefghijklmnopqrstuvwxyz0123456789',
);

/** Returns the slug form of any text, at most `max` characters; empty where nothing of it can stand in a slug. */
export const slugForm = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, max)
    .replace(/-$/, '');
