import type { Client } from '../support/harness.js';
import {
  type Fields,
  type Kind,
  IdPlaceholder,
  type Position,
  type RequestTemplate,
} from './route-entry.js';

type ClientMethod = keyof Client;
export type Ids = Readonly<Record<Kind, string>>;

/** A request ready to be sent. */
export interface Call {
  readonly method: ClientMethod;
  readonly url: string;
  readonly body?: object;
}

/** What stands at a place: the tenant's own id, or something else put there. */
export type Fill = (place: IdPlaceholder, steps: Position['steps']) => unknown;

export const own =
  (ids: Ids): Fill =>
  ({ kind }) =>
    ids[kind];

/** The tenant's own ids, but for one position. */
export const exceptAt =
  (ids: Ids, { steps }: Position, value: unknown): Fill =>
  (place, here) =>
    here.join('.') === steps.join('.') ? value : ids[place.kind];

export function toCall(route: string, template: RequestTemplate, fill: Fill): Call {
  const [method = '', pattern = ''] = route.split(' ');
  const resolve = (part: unknown, steps: readonly (string | number)[]): unknown => {
    if (part instanceof IdPlaceholder) return fill(part, steps);
    if (typeof part === 'function') return (part as () => string)();
    if (Array.isArray(part)) return part.map((each, index) => resolve(each, [...steps, index]));
    if (part === null || typeof part !== 'object') return part;
    const entries = Object.entries(part).map(([key, each]) => [
      key,
      resolve(each, [...steps, key]),
    ]);
    return Object.fromEntries(entries) as object;
  };
  const of = (name: keyof RequestTemplate) =>
    resolve(template[name] ?? {}, [name]) as Record<string, string>;
  const path = of('path');
  const at = pattern.replace(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(path[name]!));
  const query = new URLSearchParams(
    Object.entries(of('query')).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  ).toString();
  return {
    method: method.toLowerCase() as ClientMethod,
    url: query ? `${at}?${query}` : at,
    ...(template.body ? { body: of('body') } : {}),
  };
}

/** Fields of `over` in place of those of the same name. */
export const withFields = (
  template: RequestTemplate,
  over: { readonly query?: Fields; readonly body?: Fields } = {},
): RequestTemplate => ({
  ...template,
  ...(over.query ? { query: { ...template.query, ...over.query } } : {}),
  ...(over.body ? { body: { ...template.body, ...over.body } } : {}),
});

const AT_ONCE = 8;

/** Failures of many checks, a few of them under way at once; null where all is well. */
export async function failuresOf<T>(
  cases: readonly T[],
  check: (each: T) => Promise<string | null>,
): Promise<string[]> {
  const failures: string[] = [];
  const rest = cases.values();
  const work = async () => {
    for (const each of rest) {
      const failure = await check(each);
      if (failure !== null) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures.sort();
}
