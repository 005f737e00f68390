import { Link } from '@tanstack/react-router';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  /** The search of its address, or how it comes from the present one. */
  readonly search: object | ((before: never) => object);
}

interface Props {
  readonly label: string;
  readonly chosen: string;
  readonly tabs: readonly Tab[];
}

/** Parts of a screen that have addresses of their own. */
export const Tabs = ({ label, chosen, tabs }: Props) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ id, title, count, search }) => (
      <Link
        key={id}
        to="."
        replace
        search={search as never}
        className={`${styles.tab} ${id === chosen ? styles.chosen : ''}`}
        {...(id === chosen && { 'aria-current': 'true' as const })}
      >
        {title} {count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
    ))}
  </nav>
);
