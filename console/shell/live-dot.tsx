import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../api/queries';
import { useLiveness } from '../api/liveness';
import { shellWords as words } from '../words/shell';
import styles from './live-dot.module.css';

/** Whether what the page shows is of this second. Filled: live; half: catching up, or a part of it; open: it is not. */
export function LiveDot() {
  const { projectSlug } = useParams({ strict: false });
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ slug }) => slug === projectSlug);
  return project ? <Dot key={project.id} projectId={project.id} /> : null;
}

const LOOKS = {
  ...{ live: styles.live, part: styles.live, off: styles.off, none: styles.none },
  'catching up': undefined,
};

function Dot({ projectId }: { readonly projectId: string }) {
  const { liveness, since, whyNot } = useLiveness(projectId);
  const time = new Date(since).toLocaleTimeString([], { timeStyle: 'short' });
  const texts = {
    ...{ live: words.live, part: words.part, off: words.offSince(time), none: words.notLive },
    'catching up': words.catchingUp,
  };
  const helps = {
    ...{ live: words.liveHelp, part: words.partHelp, off: words.offHelp, none: whyNot ?? '' },
    'catching up': words.liveHelp,
  };
  return (
    <span
      className={`${styles.dot} ${LOOKS[liveness] ?? ''}`}
      title={helps[liveness]}
      role="status"
    >
      <svg className={styles.mark} viewBox="0 0 10 10" aria-hidden>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        {liveness === 'live' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {(liveness === 'catching up' || liveness === 'part') && (
          <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
        )}
      </svg>
      <span className={styles.text} data-widest={words.catchingUp}>
        {texts[liveness]}
      </span>
    </span>
  );
}
