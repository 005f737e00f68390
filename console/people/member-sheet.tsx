import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { inProject, queryClient } from '../api/queries';
import { useProjectRights } from '../api/rights';
import { useProject } from '../shell/project';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm } from '../widgets/confirm-form';
import { Sheet } from '../widgets/dialog';
import { Facts } from '../widgets/facts';
import { EmptyState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { say } from '../widgets/toast';
import { peopleWords as words } from '../words/people';
import { Grants } from './grants';
import { GroupPeople } from './group-people';
import { HeldRoles } from './held-roles';
import type { Member } from './model';
import { personQuery, removeMember } from './queries';
import type { PeopleSearch } from './route';
import styles from './screen.module.css';

interface Props {
  readonly members: readonly Member[];
  readonly isLoading: boolean;
}

/** The member that the address names: roles, what else is known, and the way out. */
export function MemberSheet({ members, isLoading }: Props) {
  const { who } = useSearch({ strict: false }) as PeopleSearch;
  const navigate = useNavigate();
  const listed = members.find(({ kind, id }) => `${kind}:${id}` === who);
  const other = useOther(who, isLoading || listed !== undefined);
  const member = listed ?? other.data;
  const close = () =>
    void navigate({
      to: '.',
      search: (({ show }: PeopleSearch) => (show ? { show } : {})) as never,
    });
  return (
    <Sheet
      isOpen={who !== undefined}
      close={close}
      title={<bdi>{member?.name ?? words.title}</bdi>}
    >
      {member ? (
        <>
          <Facts of={factsOf(member)} />
          <HeldRoles member={member} />
          {member.kind === 'user' && <Grants member={member} />}
          {member.kind === 'group' && <GroupPeople groupId={member.id} />}
          <div className={styles.give}>
            <Remove member={member} done={close} />
            <Onward member={member} />
          </div>
        </>
      ) : isLoading || other.isLoading ? (
        <LoadingState rows={3} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

/** A person who is not among those that are listed, such as of a later page. */
function useOther(who: string | undefined, isFound: boolean) {
  const { id: projectId } = useProject();
  const membershipId = who?.startsWith('user:') === true ? who.slice('user:'.length) : '';
  const enabled = !isFound && membershipId !== '';
  return useQuery({ ...personQuery(projectId, membershipId), enabled, retry: false });
}

const factsOf = ({ kind, detail, since }: Member) =>
  [
    [kind === 'user' ? words.address : words.slug, <bdi key="detail">{detail}</bdi>],
    [words.since, <Time key="since" at={since} />],
  ] as const;

function Onward({ member: { kind, id } }: { readonly member: Member }) {
  if (kind !== 'group') return null;
  return (
    <Link to="/organization" search={{ show: 'groups', who: id } as never}>
      {words.toOrganization}
    </Link>
  );
}

function Remove({ member, done }: { readonly member: Member; readonly done: () => void }) {
  const { id: projectId } = useProject();
  const [isAsking, setAsking] = useState(false);
  const isPerson = member.kind === 'user';
  const rights = useProjectRights(projectId, {
    remove: isPerson
      ? { subject: 'member', action: 'delete', attributes: { userEmail: member.detail } }
      : { subject: 'groups', action: 'delete', attributes: { groupName: member.name } },
  });
  return (
    <>
      <ActButton look="danger" whyNot={rights.remove} onPress={() => setAsking(true)}>
        {words.remove}
      </ActButton>
      {isAsking && (
        <ConfirmForm
          isDanger
          title={<bdi className={styles.grow}>{words.removeTitle(member.name)}</bdi>}
          act={words.remove}
          close={() => setAsking(false)}
          work={async (header) => {
            await removeMember(projectId, member, header);
            say(words.removed(member.name));
            done();
            await queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') });
          }}
        >
          <p>{isPerson ? words.removeHelp : words.removeGroupHelp}</p>
        </ConfirmForm>
      )}
    </>
  );
}
