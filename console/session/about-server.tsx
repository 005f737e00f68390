import { useQuery } from '@tanstack/react-query';
import { SERVER, byCookie, take } from '../api/client';
import { sessionWords as words } from '../words/session';
import styles from './sign-in.module.css';

/** What this server is, for whoever opened its address without knowing it. */
export function AboutServer() {
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: () => take(byCookie.GET('/api/status')),
    retry: false,
  });
  return (
    <footer className={styles.soft}>
      <p>
        {words.about}
        {data && ` ${words.healthy(data.version)}`}
      </p>
      <a href={`${SERVER}/api/docs`}>{words.documentation}</a>
    </footer>
  );
}
