import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../api/queries';
import { useProjectStream } from '../api/stream';
import { shellWords as words } from '../words/shell';
import styles from './live-dot.module.css';

/** Whether what the page shows is of this second. Filled: live; half: catching up; open: not connected. */
export function LiveDot() {
  const { projectSlug } = useParams({ strict: false });
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ slug }) => slug === projectSlug);
  return project ? <Dot key={project.id} projectId={project.id} /> : null;
}

const LOOKS = { live: styles.live, off: styles.off, 'catching up': undefined, none: undefined };

function Dot({ projectId }: { readonly projectId: string }) {
  const { phase, since } = useProjectStream(projectId);
  if (phase === 'none') return null;
  const time = new Date(since).toLocaleTimeString([], { timeStyle: 'short' });
  const texts = { live: words.live, off: words.offSince(time), 'catching up': words.catchingUp };
  return (
    <span
      className={`${styles.dot} ${LOOKS[phase] ?? ''}`}
      title={phase === 'off' ? words.offHelp : words.liveHelp}
      role="status"
    >
      <svg className={styles.mark} viewBox="0 0 10 10" aria-hidden>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        {phase === 'live' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {phase === 'catching up' && <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />}
      </svg>
      <span className={styles.text}>{texts[phase]}</span>
    </span>
  );
}
