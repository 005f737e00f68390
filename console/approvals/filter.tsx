import { Link } from '@tanstack/react-router';
import type { ApprovalsSearch } from './route';
import styles from './screen.module.css';

interface FilterProps<T extends string> {
  readonly label: string;
  readonly field: keyof ApprovalsSearch;
  readonly chosen: T;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
}

/** One part of the address as links, of which one is chosen. */
export const Filter = <T extends string>({
  label,
  field,
  chosen,
  options,
  names,
}: FilterProps<T>) => (
  <nav className={styles.filter} aria-label={label}>
    {options.map((each) => (
      <Link
        key={each}
        to="."
        replace
        search={((before: ApprovalsSearch) => ({ ...before, [field]: each })) as never}
        className={`${styles.option} ${each === chosen ? styles.chosen : ''}`}
        {...(each === chosen && { 'aria-current': 'true' as const })}
      >
        {names[each]}
      </Link>
    ))}
  </nav>
);
