import { DataTable } from '../widgets/data-table';
import { Time, useNow } from '../widgets/time';
import { peopleWords as words } from '../words/people';
import { Who } from './members-table';
import { endingsOf, type Member, slugOf } from './model';
import styles from './screen.module.css';

/** Ends that are listed. */
const SHOWN = 10;

/** Roles that end by themselves, the next first; nothing where there are none. */
export function Endings({ members }: { readonly members: readonly Member[] }) {
  const endings = endingsOf(members, useNow()).slice(0, SHOWN);
  if (endings.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="people-endings">
      <h2 id="people-endings">{words.endsSoon}</h2>
      <DataTable
        label={words.endsSoon}
        rows={endings}
        keyOf={({ member, role }) => `${member.id} ${role.id}`}
        columns={[
          {
            ...{ id: 'who', title: words.who, isRowHeader: true },
            cell: ({ member }) => <Who member={member} />,
          },
          { id: 'role', title: words.role, cell: ({ role }) => <bdi>{slugOf(role)}</bdi> },
          { id: 'ends', title: words.ends, cell: ({ at }) => <Time at={at} /> },
        ]}
      />
    </section>
  );
}
