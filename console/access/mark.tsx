import { accessWords as words } from '../words/access';
import type { MarkName } from './model';
import styles from './mark.module.css';

const shape = { width: 16, height: 16, viewBox: '0 0 16 16', 'aria-hidden': true } as const;

const DRAWINGS: Readonly<Record<MarkName, React.ReactNode>> = {
  may: <circle cx="8" cy="8" r="5" fill="currentColor" />,
  until: (
    <>
      <circle cx="8" cy="8" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 8V3a5 5 0 0 1 5 5z" fill="currentColor" />
    </>
  ),
  some: (
    <>
      <circle cx="8" cy="8" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M4 8h8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  not: <circle cx="8" cy="8" r="1.5" fill="currentColor" />,
  forbidden: <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" />,
};

/** Whether somebody may: a drawing that reads in grey, and a word for whoever listens. */
export const MayMark = ({
  of,
  isSpelled,
}: {
  readonly of: MarkName;
  readonly isSpelled?: boolean;
}) => (
  <span className={`${styles.mark} ${styles[of]}`} title={isSpelled ? undefined : words.marks[of]}>
    <svg {...shape}>{DRAWINGS[of]}</svg>
    <span className={isSpelled ? '' : 'hidden-visually'}>{words.marks[of]}</span>
  </span>
);

/** What the marks mean, on one line. */
export const Legend = () => (
  <ul className={styles.legend} aria-label={words.legend}>
    {(['may', 'until', 'some', 'not', 'forbidden'] as const).map((each) => (
      <li key={each}>
        <MayMark of={each} isSpelled />
      </li>
    ))}
  </ul>
);
