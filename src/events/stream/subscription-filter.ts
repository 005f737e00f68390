import { type CompiledGlob, compileGlob } from '../../permissions/glob.js';
import { globProblems } from '../../permissions/glob-pattern.js';
import {
  type EventItem,
  type EventKind,
  isAccessKind,
  SECRET_KIND_NAMES,
  type SecretItem,
} from '../log/event-kinds.js';

/** An entry of a register as the client sent it, with a canonical path. */
export interface RegisterEntry {
  readonly event?: EventKind;
  readonly conditions?: { readonly environmentSlug: string; readonly secretPath: string };
}

/** What an entry of a register asks for; null selects any environment or path. */
export interface SubscriptionFilter {
  readonly kinds: readonly EventKind[];
  readonly environment: string | null;
  readonly path: string | CompiledGlob | null;
}

/** No name of a folder holds any of these characters. */
const IS_GLOB = /[*?{}[\]()!\\]/;
const MAX_PATH = 1_024;

/** Returns a path or glob with a leading slash, and without a trailing one. */
export function canonicalPathFilter(text: string): string {
  const path = text.startsWith('/') ? text : `/${text}`;
  return path === '/' ? path : path.replace(/\/$/, '');
}

/** Returns what is wrong with a folder path or glob, null if nothing is. */
export function pathFilterProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const path = canonicalPathFilter(value);
  if (path.length > MAX_PATH) return `must have at most ${MAX_PATH} characters`;
  if (IS_GLOB.test(path)) return globProblems(path)[0] ?? null;
  const segments = path.slice(1).split('/');
  const isPath =
    path === '/' || segments.every((name) => name !== '' && name !== '.' && name !== '..');
  if (!isPath || path.includes('\0')) return 'must be a folder path such as /a/b, or a glob';
  return null;
}

export function toSubscriptionFilter({ event, conditions }: RegisterEntry): SubscriptionFilter {
  const path = conditions?.secretPath;
  return {
    kinds: event === undefined ? SECRET_KIND_NAMES : [event],
    environment: conditions?.environmentSlug ?? null,
    path: path === undefined ? null : IS_GLOB.test(path) ? compileGlob(path) : path,
  };
}

export const matchesItem = (
  filter: SubscriptionFilter,
  kind: EventKind,
  item: EventItem,
): boolean =>
  filter.kinds.includes(kind) && (isAccessKind(kind) || matchesFolder(filter, item as SecretItem));

/** Whether the filter selects the folder of the item. */
export function matchesFolder(
  { environment, path }: SubscriptionFilter,
  item: SecretItem,
): boolean {
  if (environment !== null && environment !== item.environment) return false;
  if (path === null) return true;
  return typeof path === 'string' ? path === item.secretPath : path.matches(item.secretPath);
}

/** Whether two lists hold equal filters in the same order. */
export const areSameFilters = (
  some: readonly SubscriptionFilter[],
  others: readonly SubscriptionFilter[],
): boolean => JSON.stringify(some.map(termsOf)) === JSON.stringify(others.map(termsOf));

const termsOf = ({ kinds, environment, path }: SubscriptionFilter) => [
  kinds,
  environment,
  path !== null && typeof path === 'object' ? path.pattern : path,
];
