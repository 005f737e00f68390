import { describe, expect, it } from '@jest/globals';
import { didYouMean } from '../errors/nearest.js';
import { ORG_SUBJECTS } from './org-subjects.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { SubjectRow } from './subject-table.js';

/** What fingers make of a word: a letter left out, typed twice, or changed with its neighbour; other signs and cases. */
function slipsOf(word: string): string[] {
  const slips = Array.from(word).flatMap((letter, i) => {
    const [before, after] = [word.slice(0, i), word.slice(i + 1)];
    const swapped = before + after.slice(0, 1) + letter + after.slice(1);
    return [before + after, before + letter + letter + after, swapped];
  });
  const spelt = [
    word.toUpperCase(),
    word.replaceAll('-', '_'),
    word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ];
  return [...slips, ...spelt].filter((slip) => slip !== word);
}

const wordsOf = ({ actions, conditions = {} }: SubjectRow): string[][] => [
  [...actions],
  Object.keys(conditions),
  ...Object.values(conditions).map((spec) => ('length' in spec ? [...spec] : ['$elemMatch'])),
];

describe.each([
  ['projects', PROJECT_SUBJECTS],
  ['organizations', ORG_SUBJECTS],
] as const)('words of rules of %s', (_, table) => {
  const rows: SubjectRow[] = Object.values(table);
  const lists = [Object.keys(table), ...rows.flatMap(wordsOf)];

  it('are proposed for every slip of the fingers', () => {
    const missed = lists.flatMap((words) =>
      words.flatMap((word) =>
        slipsOf(word)
          .filter((slip) => slip.length > 1 && !words.includes(slip))
          .filter((slip) => !didYouMean(slip, words).includes(`'${word}'`))
          .map((slip) => `${slip} for ${word}: ${didYouMean(slip, words)}`),
      ),
    );

    expect(missed).toEqual([]);
    expect(lists.flat().length).toBeGreaterThan(100);
  });
});
