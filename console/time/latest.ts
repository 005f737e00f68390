import type { components } from '../api/schema';
import { isBelow } from '../secrets/folders';

type Names = components['schemas']['SecretNames'];

/** When something of a folder changed last in an environment. */
export interface Latest {
  readonly environment: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Bit of the sixth number of a cell, as the API documents it. */
const IMPORTED = 16;

/** The last changes of what there is and of what was deleted. What is imported has no history where it is seen. */
export function latestChanges(names: Names): Latest[] {
  const latest = new Map<string, Latest>();
  const note = (name: number, environment: number, seconds: number) => {
    const found = {
      environment: names.environments[environment] ?? '',
      path: names.paths[names.folders[name] ?? 0] ?? '/',
      at: seconds * 1000,
    };
    const key = `${found.environment} ${found.path}`;
    if (found.at > (latest.get(key)?.at ?? -Infinity)) latest.set(key, found);
  };
  for (const [name = 0, environment = 0, , at = 0, , flags = 0] of names.cells)
    if ((flags & IMPORTED) === 0) note(name, environment, at);
  for (const [name = 0, environment = 0, , at = 0] of names.deletions ?? [])
    note(name, environment, at);
  return [...latest.values()];
}

/** By environment, when the folder or one below it changed last. */
export function latestIn(all: readonly Latest[], folder: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { environment, path, at } of all)
    if (isBelow(path, folder)) found.set(environment, Math.max(at, found.get(environment) ?? at));
  return found;
}

/** Where to look first: where something changed last, else in production, else in the first of all. */
export function openingOf(
  environments: readonly string[],
  latest: ReadonlyMap<string, number>,
  isProduction: (slug: string) => boolean,
): string | undefined {
  const changed = environments.filter((slug) => latest.has(slug));
  const [first] = changed.toSorted((one, other) => latest.get(other)! - latest.get(one)!);
  return first ?? environments.find(isProduction) ?? environments[0];
}
