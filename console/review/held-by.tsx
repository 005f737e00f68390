import { Link } from '@tanstack/react-router';
import { useProject } from '../shell/project';
import { reviewWords as words } from '../words/review';
import styles from './review.module.css';

/** Says that a change waits for consent, with the way to its request. */
export const HeldBy = ({ requestId }: { readonly requestId: string }) => {
  const { slug: projectSlug } = useProject();
  const to = '/p/$projectSlug/approvals/change/$requestId' as const;
  return (
    <span className={styles.soft}>
      ◔ {words.isHeld}: <Link {...{ to, params: { projectSlug, requestId } }}>{words.request}</Link>
    </span>
  );
};
