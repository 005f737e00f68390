import { Link } from '@tanstack/react-router';
import { Time } from '../widgets/time';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { placeOf } from './model';
import styles from './screen.module.css';

interface Props {
  readonly environments: readonly string[];
  /** By environment, when the folder changed last; in milliseconds since 1970. */
  readonly latest: ReadonlyMap<string, number>;
  readonly shown: string | undefined;
}

/** When each environment changed last, so that the one that is shown hides none: each leads there. */
export const LastChanges = ({ environments, latest, shown }: Props) => (
  <nav className={styles.lastChanges} aria-label={words.lastChanges}>
    <span aria-hidden>{words.lastChanges}</span>
    <ul>
      {environments.map((slug) => {
        const at = latest.get(slug);
        return (
          <li key={slug}>
            <Link
              to="."
              replace
              search={((before: TimeSearch) => placeOf({ ...before, environment: slug })) as never}
              {...(slug === shown && { 'aria-current': true as const })}
            >
              <bdi>{slug}</bdi>
            </Link>{' '}
            {at === undefined ? words.neverChanged : <Time at={new Date(at).toISOString()} />}
          </li>
        );
      })}
    </ul>
  </nav>
);
