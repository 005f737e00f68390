import type { components } from '../api/schema';
import { isProduction } from './production';

export type Comparison = components['schemas']['SecretComparison'];

/** By name and environment, the same letter for the same value. */
export type Letters = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The order in which environments get their letters: production first, then from the last to the first. A change in dev
 * leaves the letters of staging and prod as they are, and `a` is what production has.
 */
export const lettered = (environments: readonly string[]): string[] => [
  ...environments.filter(isProduction),
  ...environments.filter((slug) => !isProduction(slug)).toReversed(),
];

/** Letters of the server are those of one answer: these are by the order above, so that the same values have the same at each look. */
export const lettersOf = (
  { environments, names, letters }: Comparison,
  all: readonly string[],
): Letters => {
  const order = lettered(all);
  return new Map(
    names.map((name, index) => {
      const given = new Map(
        environments.map((slug, column) => [slug, letters[index]?.[column] ?? '']),
      );
      return [name, inOrder(given, order)];
    }),
  );
};

function inOrder(given: ReadonlyMap<string, string>, order: readonly string[]) {
  const there = (slugs: Iterable<string>) =>
    new Set([...slugs].map((slug) => given.get(slug)).filter(Boolean));
  // The server has them in the order of the alphabet, and as many as there are values.
  const letters = [...there(given.keys())].sort(
    (one, other) => one!.length - other!.length || (one! < other! ? -1 : 1),
  );
  const named = new Map([...there(order)].map((letter, index) => [letter, letters[index]]));
  return new Map([...given].map(([slug, letter]) => [slug, named.get(letter) ?? '']));
}
