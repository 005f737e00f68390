import { Fragment, type ReactNode } from 'react';
import { useIsNarrow } from '../widgets/narrow';
import { secretsWords as words } from '../words/secrets';
import { isComparable, type Mark, type Row, sameAs, type View } from './model';
import styles from './mark.module.css';
import type { Sight } from './sight';

const shape = {
  ...{ width: 14, height: 14, viewBox: '0 0 14 14', fill: 'none' },
  ...{ stroke: 'currentColor', strokeWidth: 1.5, 'aria-hidden': true },
} as const;

const DIAMOND = 'M7 1.75 12.25 7 7 12.25 1.75 7z';

/** What reads in grey: a filled and an open diamond, a hatched square, a broken line, a bin, brackets, an arrow, a ring. */
const DRAWINGS: Readonly<Record<Mark | 'recent' | 'draft', ReactNode>> = {
  first: <path d={DIAMOND} fill="currentColor" />,
  second: <path d={DIAMOND} />,
  third: (
    <>
      <path d={DIAMOND} />
      <path d="M7 1.75 12.25 7 7 12.25z" fill="currentColor" />
    </>
  ),
  further: (
    <>
      <path d={DIAMOND} />
      <circle cx="7" cy="7" r="1.5" fill="currentColor" stroke="none" />
    </>
  ),
  set: <circle cx="7" cy="7" r="2" fill="currentColor" />,
  hidden: (
    <>
      <rect x="2" y="2" width="10" height="10" rx="1" />
      <path d="m2.5 8.5 6-6m-4 9 7-7" strokeWidth="1.25" />
    </>
  ),
  unknown: (
    <path d="M4.75 5a2.25 2.25 0 1 1 3.4 1.9C7.4 7.35 7 7.75 7 8.5m0 2.25v1" strokeWidth="1.25" />
  ),
  missing: <path d="M1.5 7h11" strokeDasharray="2.5 1.75" />,
  deleted: <path d="M2 3.75h10M5.25 3.5V2h3.5v1.5M3.5 4l.75 8.25h5.5L10.5 4" strokeWidth="1.25" />,
  refers: <path d="M5 2.5 1.75 7 5 11.5M9 2.5 12.25 7 9 11.5" />,
  imported: <path d="M12.5 7H2m4-4L2 7l4 4" />,
  empty: <circle cx="7" cy="7" r="4.5" />,
  draft: <path d="M2.25 11.75 3 9l6.25-6.25 2 2L5 11z" />,
  recent: (
    <>
      <circle cx="7" cy="7" r="5.25" />
      <path d="M7 4v3.25l2 1.5" />
    </>
  ),
};

interface Props {
  readonly of: Mark | 'recent' | 'draft';
  /** What is said in place of its word. */
  readonly title?: string | undefined;
}

const LETTERS = [
  ['first', 'a'],
  ['second', 'b'],
  ['third', 'c'],
  ['further', 'd…'],
] as const;

type LetterMark = (typeof LETTERS)[number][0];

/** Whether a mark says which value it is. */
export const isLetter = (mark: Props['of']): mark is LetterMark =>
  LETTERS.some(([each]) => each === mark);

/** A drawing with its word for whoever listens or points at it. */
export const CellMark = ({ of, title = words.marks[isLetter(of) ? 'first' : of] }: Props) => (
  <span className={`${styles.mark} ${styles[of]}`} title={title}>
    <svg {...shape}>{DRAWINGS[of]}</svg>
  </span>
);

/** Why a cell shows nothing, where that does not say that it is not set. */
export const unseenText = (sight: Sight, environment: string): string | undefined =>
  sight === 'seen' ? undefined : words.unseen[sight](environment);

/** What the letter of a cell says, for whoever sees it without the others, or points at it. */
export function sameText(row: Row, slug: string, view: View): string {
  const others = sameAs(row, slug, view);
  return others === null || !isComparable(row) ? '' : words.sameAs(others);
}

const EXPLAINED = [
  'first',
  'missing',
  'deleted',
  'hidden',
  'refers',
  'imported',
  'empty',
  'recent',
] as const;

/** What the marks mean, on one line; on a narrow page on request, since it would be below the edge. `first`: the environment that gets its letters first. */
export function Legend({ first }: { readonly first: string }) {
  const isNarrow = useIsNarrow();
  const marks = <Marks first={first} />;
  if (!isNarrow) return marks;
  return (
    <details>
      <summary>{words.legend}</summary>
      {marks}
    </details>
  );
}

const Marks = ({ first }: { readonly first: string }) => (
  <ul className={styles.legend} aria-label={words.legend}>
    {EXPLAINED.map((each) => (
      <li key={each}>
        {each === 'first' ? (
          LETTERS.map(([mark, letter]) => (
            <Fragment key={mark}>
              <CellMark of={mark} />
              <span className={styles.letter}>{letter}</span>
            </Fragment>
          ))
        ) : (
          <CellMark of={each} />
        )}
        {each === 'first'
          ? words.letters(first)
          : each === 'deleted'
            ? words.deletedMark
            : words.marks[each]}
      </li>
    ))}
  </ul>
);
