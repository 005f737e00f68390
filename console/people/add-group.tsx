import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { inProject, queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { ConfirmForm } from '../widgets/confirm-form';
import { ErrorState, LoadingState } from '../widgets/states';
import { say } from '../widgets/toast';
import { peopleWords as words } from '../words/people';
import type { Member } from './model';
import { roleNamesQuery } from '../what-if/queries';
import { addGroup, allGroupsQuery } from './queries';

interface Props {
  readonly known: readonly Member[];
  readonly close: () => void;
}

/** Takes a group of the organization in, with one role. */
export function AddGroup({ known, close }: Props) {
  const { id: projectId } = useProject();
  const roles = useQuery(roleNamesQuery(projectId));
  const groups = useQuery(allGroupsQuery);
  const others = (groups.data ?? []).filter(({ id }) => !known.some((each) => each.id === id));
  const [chosen, setChosen] = useState<string | null>(null);
  const [role, setRole] = useState('member');
  const group = chosen ?? others[0]?.id;
  return (
    <ConfirmForm
      title={words.addGroup}
      act={words.add}
      isReady={group !== undefined}
      close={close}
      work={async (header) => {
        await addGroup(projectId, group!, role, header);
        say(words.added(1));
        await queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') });
      }}
    >
      {groups.isPending && <LoadingState rows={1} />}
      {groups.error && <ErrorState error={groups.error} retry={() => void groups.refetch()} />}
      {groups.data && group === undefined && <p>{words.noOtherGroups}</p>}
      {group !== undefined && (
        <>
          <LabelledChoice
            label={words.chooseGroup}
            value={group}
            options={others.map(({ id, name }) => [id, name] as const)}
            onChange={setChosen}
          />
          <LabelledChoice
            label={words.role}
            value={role}
            options={roles.data ?? [[role, role]]}
            onChange={setRole}
          />
        </>
      )}
    </ConfirmForm>
  );
}
