import { useQuery } from '@tanstack/react-query';
import { Time } from '../widgets/time';
import { identitiesWords as words } from '../words/identities';
import { lastSignIn } from './last-sign-in';
import { type Identity, sessionsQuery } from './queries';
import styles from './screen.module.css';

/** When an identity signed in last and how, by a code too, as far as whoever looks may see its sessions. */
export function LastLogin({ row }: { readonly row: Identity }) {
  const { data } = useQuery({ ...sessionsQuery(row.identityId), retry: false });
  const last = lastSignIn(row, data && 'sessions' in data ? data.sessions : []);
  if (last === null) return <span className={styles.soft}>{words.never}</span>;
  return (
    <span className={styles.two}>
      <Time at={last.at} />
      <span className={styles.soft}>{words.methods[last.method] ?? last.method}</span>
    </span>
  );
}
