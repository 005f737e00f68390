import { Link } from '@tanstack/react-router';
import { DataTable } from '../widgets/data-table';
import { Time, useNow } from '../widgets/time';
import { Written } from '../widgets/written';
import { roleText } from '../access/model';
import { peopleWords as words } from '../words/people';
import { endOf, type HeldRole, liveRoles, type Member, slugOf } from './model';
import type { PeopleSearch } from './route';
import styles from './screen.module.css';

interface Props {
  readonly label: string;
  readonly members: readonly Member[];
}

/** Members with their roles; each leads to its sheet. */
export const MembersTable = ({ label, members }: Props) => (
  <DataTable
    label={label}
    rows={members}
    keyOf={({ id }) => id}
    columns={[
      { id: 'who', title: words.who, isRowHeader: true, cell: (member) => <Who {...{ member }} /> },
      { id: 'roles', title: words.roles, cell: ({ roles }) => <Roles roles={roles} /> },
      { id: 'since', title: words.since, cell: ({ since }) => <Time at={since} /> },
    ]}
  />
);

export const Who = ({ member }: { readonly member: Member }) => (
  <span className={styles.who}>
    <Link
      to="."
      search={
        ((before: PeopleSearch) => ({ ...before, who: `${member.kind}:${member.id}` })) as never
      }
    >
      <Written>{member.name}</Written>
    </Link>
    {member.detail !== member.name && <Written className={styles.soft}>{member.detail}</Written>}
  </span>
);

/** Roles that hold now, in the order in which they were given. */
export function Roles({ roles }: { readonly roles: readonly HeldRole[] }) {
  const now = useNow();
  return (
    <ul className={styles.roles}>
      {liveRoles(roles, now).map((role) => (
        <li key={role.id}>
          <RoleName role={role} />
        </li>
      ))}
    </ul>
  );
}

/** A role, and when it ends by itself. */
export function RoleName({ role }: { readonly role: HeldRole }) {
  const end = endOf(role);
  return (
    <span className={styles.role}>
      <Written>{roleText(slugOf(role), role.customRoleName)}</Written>
      {end !== null && (
        <span className={styles.ends}>
          <span aria-hidden>◔ </span>
          <Time at={end} />
        </span>
      )}
    </span>
  );
}
