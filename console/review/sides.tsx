import { MaskedValue } from '../sheet/masked';
import { readValue } from '../sheet/queries';
import { reviewWords as words } from '../words/review';
import type { Act, Target } from './model';
import styles from './review.module.css';

interface Props {
  readonly act: Act;
  readonly target: Target;
  /** What the secret is called in this review. */
  readonly name: string;
}

/** What an environment had when the act was asked for, and what it will have: both masked, and in the page only once revealed. */
export function Sides({ act, target: { secretKey: secretName, ...where }, name }: Props) {
  const { environment, expectedVersion, value, kind } = act;
  // A new name leaves the value as it is.
  if (kind === 'rename') return null;
  const address = { ...where, secretName, environment };
  return (
    <dl className={styles.sides}>
      <div className={styles.side}>
        <dt className={styles.soft}>{words.before}</dt>
        <dd className={styles.shown}>
          {expectedVersion === null ? (
            words.notSet
          ) : (
            <>
              {words.version(expectedVersion)}
              <MaskedValue
                isSeenOnly
                what={words.valueOf(name, environment, 'before')}
                fetch={() => readValue(address, expectedVersion)}
              />
            </>
          )}
        </dd>
      </div>
      <div className={styles.side}>
        <dt className={styles.soft}>{words.after}</dt>
        <dd className={styles.shown}>
          {value === null ? (
            words.notSet
          ) : (
            <MaskedValue
              isSeenOnly
              what={words.valueOf(name, environment, 'after')}
              fetch={() => Promise.resolve(value)}
            />
          )}
        </dd>
      </div>
    </dl>
  );
}
