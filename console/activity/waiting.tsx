import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asksQuery, changesQuery } from '../approvals/queries';
import type { Project } from '../shell/project';
import { activityWords as words } from '../words/activity';
import styles from './screen.module.css';

/** What waits for the vote of who looks, and the way to it. */
export function Waiting({ project }: { readonly project: Project }) {
  const changes = useInfiniteQuery(changesQuery(project.id, 'mine'));
  const asks = useInfiniteQuery(asksQuery(project.id, project.slug, 'mine'));
  const count = (changes.data?.pages.flat().length ?? 0) + (asks.data?.pages.flat().length ?? 0);
  const isMore = changes.hasNextPage || asks.hasNextPage;
  const kind = changes.data?.pages.flat().length === 0 ? 'access' : 'changes';
  return (
    <p className={count > 0 ? styles.waiting : styles.quiet}>
      {count > 0 && <>{words.votes(count, isMore)} </>}
      <Link
        to="/p/$projectSlug/approvals"
        params={{ projectSlug: project.slug }}
        search={count > 0 ? { show: 'mine', kind } : {}}
      >
        {count > 0 ? words.vote : words.approvals}
      </Link>
    </p>
  );
}
