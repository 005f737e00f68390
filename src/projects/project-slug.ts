import { randomSlug, slugForm } from '../http/body/slugs.js';

const SUFFIX = 4;
export const MIN_PROJECT_SLUG = 5;
export const MAX_PROJECT_SLUG = 36;

/** Returns a slug for a project without one: the form of its name, and four random characters. */
export function generateProjectSlug(name: string): string {
  const base = slugForm(name, MAX_PROJECT_SLUG - SUFFIX - 1) || 'project';
  return `${base}-${randomSlug(SUFFIX)}`;
}
