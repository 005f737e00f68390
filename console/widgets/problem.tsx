import { asRefusal } from '../api/client';
import styles from './problem.module.css';
import { RefusalFacts } from './states';

interface Props {
  /** What was thrown; null where nothing was. */
  readonly of: unknown;
  /** What was done all the same. */
  readonly before?: string;
}

/** Why something was not done, in the dialog that asked for it. */
export const Problem = ({ of, before }: Props) => (
  <div role="alert" className={styles.problem}>
    {of !== null && of !== undefined && (
      <>
        <p>
          {before} {asRefusal(of).message}
        </p>
        <RefusalFacts error={of} />
      </>
    )}
  </div>
);
