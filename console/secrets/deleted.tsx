import { Link } from '@tanstack/react-router';
import { Time } from '../widgets/time';
import { secretsWords as words } from '../words/secrets';
import type { SheetAct } from './acts';
import type { DeletedCell, Row } from './model';
import type { SecretsSearch } from './route';
import styles from './screen.module.css';

/** Who deleted it and when, as far as there is room; the whole of it, and the way back, on hover. */
export const Deleted = ({ version, deletedAt, deletedBy }: DeletedCell) => (
  <span
    className={styles.deleted}
    title={words.deleted(deletedBy, new Date(deletedAt).toLocaleString(), version)}
  >
    {deletedBy !== null && <bdi>{deletedBy}</bdi>}
    <Time at={new Date(deletedAt).toISOString()} hasTitle={false} />
  </span>
);

interface BringBackProps {
  readonly row: Row;
  readonly slug: string;
  readonly onAct: (act: SheetAct) => void;
}

/** What B does, for whoever sees it: the grid is one stop of Tab, and its cell takes the key. */
export const BringBackLink = ({
  row: { path, name },
  slug: environment,
  onAct,
}: BringBackProps) => (
  <Link
    to="."
    tabIndex={-1}
    aria-hidden
    className={styles.bringBack}
    title={words.bringBack}
    search={((before: SecretsSearch) => ({ ...before, path, name, environment })) as never}
    onClick={() => onAct({ kind: 'bring-back', path, name, environment })}
  >
    ↺
  </Link>
);
