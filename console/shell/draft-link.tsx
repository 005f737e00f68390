import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../api/queries';
import { useDrafts } from '../review/drafts';
import { shellWords as words } from '../words/shell';
import { useCurrentProject } from './current-project';
import styles from './draft-link.module.css';
import { PencilMark } from './marks';

/** Tells on every screen that a draft waits, of the project of the bar or else of another one, and leads to it. */
export function DraftLink() {
  const { of } = useDrafts();
  const slug = useCurrentProject();
  const { data: projects = [] } = useQuery(projectsQuery);
  const waiting = projects.filter(({ id }) => of(id).acts.length > 0);
  const project = waiting.find((each) => each.slug === slug) ?? waiting[0];
  if (!project) return null;
  const count = of(project.id).acts.length;
  const label = words.draft(count, project.name);
  return (
    <Link
      className={styles.draft}
      to="/p/$projectSlug/secrets"
      params={{ projectSlug: project.slug }}
      aria-label={label}
      title={label}
    >
      <PencilMark />
      {count}
    </Link>
  );
}
