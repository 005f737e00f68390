import { useQuery } from '@tanstack/react-query';
import { liveRoles } from '../people/model';
import { Time, useNow } from '../widgets/time';
import { identitiesWords as words } from '../words/identities';
import { groupRolesQuery } from './by-group';
import type { InProject } from './in-projects';
import { type HeldRole, roleOf } from './model';
import styles from './sheet.module.css';

/** Its own roles, then those that it has by each group. */
export const Roles = ({ row: { project, membership, groups } }: { readonly row: InProject }) => (
  <ul>
    {membership?.roles.map((role) => (
      <OneRole key={role.id} role={role} of={groups.length > 0 ? words.ownRole : null} />
    ))}
    {groups.map((group) => (
      <GroupRoles key={group.id} {...{ group, projectId: project.id }} />
    ))}
  </ul>
);

interface OneRoleProps {
  readonly role: HeldRole;
  /** Whose it is, where that is to be told. */
  readonly of: string | null;
}

const OneRole = ({ role, of }: OneRoleProps) => (
  <li>
    <bdi>{roleOf(role)}</bdi> {of !== null && <bdi className={styles.soft}>{of}</bdi>}{' '}
    {role.temporaryAccessEndTime !== null && <Until at={role.temporaryAccessEndTime} />}
  </li>
);

interface GroupRolesProps {
  readonly group: InProject['groups'][number];
  readonly projectId: string;
}

function GroupRoles({ group: { id, name }, projectId }: GroupRolesProps) {
  const { data, isPending } = useQuery({ ...groupRolesQuery(projectId), retry: false });
  const now = useNow();
  const of = words.byGroup(name);
  const roles = data && !('refused' in data) ? data.get(id) : undefined;
  if (roles)
    return liveRoles(roles, now).map((role) => <OneRole key={role.id} {...{ role, of }} />);
  return (
    <li>
      <bdi className={styles.soft}>{isPending ? of : words.hiddenRoles(of)}</bdi>
    </li>
  );
}

export const Until = ({ at }: { readonly at: string }) => (
  <span className={styles.warn}>
    <span aria-hidden>◔ </span>
    {words.until} <Time at={at} />
  </span>
);
