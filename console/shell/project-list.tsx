import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shellWords as words } from '../words/shell';
import { isOfProject, usePlaces } from './places';
import type { Project } from './project';
import styles from './project-list.module.css';

/** The projects of whoever is signed in. */
export function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <div className={styles.page}>
      <h1>{words.projects}</h1>
      <ul className={styles.list}>
        {projects.map((project) => (
          <li key={project.id}>
            <Way slug={project.slug}>
              <bdi className={styles.name}>{project.name}</bdi>
              <span className={styles.facts}>
                <code>{project.slug}</code>
                <span>{project.environments.map(({ name }) => name).join(', ')}</span>
              </span>
            </Way>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads to the first place of the project. */
function Way({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const first = usePlaces().find((place) => place.isInBar && isOfProject(place));
  if (!first) return <div className={styles.project}>{children}</div>;
  return (
    <Link className={styles.project} to={first.to} params={{ projectSlug: slug }}>
      {children}
    </Link>
  );
}
