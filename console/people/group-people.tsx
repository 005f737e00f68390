import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../widgets/states';
import { peopleWords as words } from '../words/people';
import { groupMembersQuery } from './queries';
import styles from './screen.module.css';

/** Who is in a group. */
export function GroupPeople({ groupId }: { readonly groupId: string }) {
  const members = useQuery(groupMembersQuery(groupId));
  return (
    <section className={styles.section}>
      <h3>{words.members}</h3>
      {members.isPending && <LoadingState rows={2} />}
      {members.error && <ErrorState error={members.error} retry={() => void members.refetch()} />}
      {members.data?.totalCount === 0 && <p className={styles.soft}>{words.noMembers}</p>}
      <ul className={styles.roles}>
        {members.data?.members.map(({ id, user, machineIdentity }) => (
          <li key={id} className={styles.role}>
            <bdi>{user?.email ?? machineIdentity?.name}</bdi>
            {machineIdentity && <span className={styles.soft}>{words.identity}</span>}
          </li>
        ))}
      </ul>
      {members.data && members.data.members.length < members.data.totalCount && (
        <p className={styles.soft}>
          {words.membersMore(members.data.members.length, members.data.totalCount)}
        </p>
      )}
    </section>
  );
}
