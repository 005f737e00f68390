import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganizationRights } from '../api/rights';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm } from '../widgets/confirm-form';
import { ErrorState, LoadingState } from '../widgets/states';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import type { GroupMember } from './model';
import { groupMembersQuery, lookAgain, takeOutOfGroup } from './queries';
import styles from '../people/screen.module.css';

interface Props {
  readonly groupId: string;
  readonly name: string;
}

/** Who is in a group, and the way out of it. */
export function GroupMembers({ groupId, name }: Props) {
  const members = useQuery(groupMembersQuery(groupId));
  const [leaving, setLeaving] = useState<GroupMember | null>(null);
  const rights = useOrganizationRights({
    user: { subject: 'groups', action: 'remove-members' },
    identity: { subject: 'groups', action: 'remove-identities' },
  });
  if (members.isPending) return <LoadingState rows={2} />;
  if (members.error)
    return <ErrorState error={members.error} retry={() => void members.refetch()} />;
  const { members: found, totalCount } = members.data;
  return (
    <section className={styles.section} aria-labelledby="group-members">
      <h3 id="group-members">{words.members}</h3>
      {totalCount === 0 && <p className={styles.soft}>{words.noMembers}</p>}
      <ul className={styles.held}>
        {found.map((member) => (
          <li key={member.key}>
            <span className={styles.grow}>
              <bdi>{member.name}</bdi>{' '}
              {member.kind === 'identity' && <span className={styles.soft}>{words.identity}</span>}
            </span>
            <ActButton
              isSmall
              whyNot={rights[member.kind]}
              aria-label={words.takeOutOf(member.name, name)}
              onPress={() => setLeaving(member)}
            >
              {words.takeOut}
            </ActButton>
          </li>
        ))}
      </ul>
      {found.length < totalCount && (
        <p className={styles.soft}>{words.membersMore(found.length, totalCount)}</p>
      )}
      {leaving && (
        <ConfirmForm
          isDanger
          title={<bdi className={styles.grow}>{words.takeOutTitle(leaving.name, name)}</bdi>}
          act={words.takeOut}
          close={() => setLeaving(null)}
          work={async (header) => {
            await takeOutOfGroup(groupId, leaving, header);
            say(words.memberRemoved(leaving.name));
            await lookAgain();
          }}
        >
          <p>{words.takeOutHelp}</p>
        </ConfirmForm>
      )}
    </section>
  );
}
