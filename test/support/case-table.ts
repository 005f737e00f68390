import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** How a hostile case is answered for: by tests, or by a reason why there is none. */
export type Case =
  | { readonly situation: string; readonly tests: readonly string[] }
  | { readonly situation: string; readonly because: string };

/** `tests`: titles, as `it` has them. */
export const proved = (situation: string, ...tests: string[]): Case => ({ situation, tests });

export const without = (situation: string, because: string): Case => ({ situation, because });

/** To be replaced by whoever writes the test. */
export const open = (situation: string): Case => without(situation, 'No test yet.');

export type CaseTable = Readonly<Record<`T${number}`, Case>>;

const TOP = join(import.meta.dirname, '..', '..');

const specs = (): string =>
  ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(spec|describe-[a-z-]+)\.ts$/.test(file))
        .map((file) => readFileSync(join(TOP, folder, file), 'utf8')),
    )
    .join('\n');

/** Holds tables of hostile cases against the specs: every number from `first` to `last` once, and only titles that there are. */
export function describeCases(
  about: string,
  [first, last]: readonly [number, number],
  ...tables: readonly CaseTable[]
): void {
  const cases: CaseTable = Object.assign({}, ...tables) as CaseTable;

  describe(`the hostile cases of ${about}`, () => {
    it('have one entry for each number, and none beyond', () => {
      const numbers = Array.from({ length: last - first + 1 }, (_, i) => `T${first + i}`);

      expect(Object.keys(cases)).toEqual(numbers);
      expect(tables.flatMap((table) => Object.keys(table))).toHaveLength(numbers.length);
    });

    it('name only titles of tests that there are', () => {
      const text = specs();
      const isTitle = (title: string) =>
        ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
      const missing = Object.entries(cases).flatMap(([number, entry]) =>
        'tests' in entry
          ? entry.tests.filter((title) => !isTitle(title)).map((t) => `${number}: ${t}`)
          : [],
      );

      expect(missing).toEqual([]);
    });

    it('say why where no test is named', () => {
      const silent = Object.entries(cases).filter(([, entry]) =>
        'tests' in entry ? entry.tests.length === 0 : entry.because.trim() === '',
      );

      expect(silent).toEqual([]);
    });
  });
}
