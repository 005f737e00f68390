import { MaskedValue } from '../sheet/masked';
import { readValue } from '../sheet/queries';
import { reviewWords as words } from '../words/review';
import type { Act, Target } from './model';
import styles from './review.module.css';
import { useStale } from './use-stale';

interface Props {
  readonly act: Act;
  readonly target: Target;
  /** What the secret is called in this review. */
  readonly name: string;
  /** Whether it is neither done nor refused yet. */
  readonly isOpen: boolean;
}

/** What an environment had when the act was asked for, and what it will have: both masked, and in the page only once revealed. */
export function Sides({ act, target, name, isOpen }: Props) {
  const { secretKey: secretName, ...where } = target;
  const stale = useStale({ target, act });
  const { environment, expectedVersion, value, kind } = act;
  // A new name leaves the value as it is.
  if (kind === 'rename') return null;
  const address = { ...where, secretName, environment };
  const theirs = isOpen ? (stale?.version ?? null) : null;
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
                of={expectedVersion}
                isSeenOnly
                what={words.valueOf(name, environment, 'before')}
                fetch={() => readValue(address, expectedVersion)}
              />
            </>
          )}
        </dd>
      </div>
      {theirs !== null && (
        <div className={styles.side}>
          <dt className={styles.soft}>{words.theirs}</dt>
          <dd className={styles.shown}>
            {words.version(theirs)}
            <MaskedValue
              of={theirs}
              isSeenOnly
              what={words.valueOf(name, environment, 'now')}
              fetch={() => readValue(address, theirs)}
            />
          </dd>
        </div>
      )}
      <div className={styles.side}>
        <dt className={styles.soft}>{words.after}</dt>
        <dd className={styles.shown}>
          {value === null ? (
            words.notSet
          ) : (
            <MaskedValue
              of="after"
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
