import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProject } from '../shell/project';
import { whatIfWords as words } from '../words/what-if';
import type { Member } from './model';
import type { AccessSearch } from './route';

interface Props extends Pick<Member, 'kind' | 'id' | 'name'> {
  readonly children: ReactNode;
}

/** Leads to where other roles of a member are tried, with the question that was asked. */
export function TryRoles({ kind, id, name, children }: Props) {
  const { slug: projectSlug } = useProject();
  const { action, path, name: secretName } = useSearch({ strict: false }) as AccessSearch;
  const about = { ...(action && { action }), ...(path && { path }) };
  return (
    <Link
      to="/p/$projectSlug/what-if"
      params={{ projectSlug }}
      search={{
        ...{ ...about, ...(secretName && { name: secretName }) },
        ...{ who: `${kind}:${id}`, change: 'roles' },
      }}
      aria-label={words.tryRolesOf(name)}
    >
      {children}
    </Link>
  );
}
