import { useQuery } from '@tanstack/react-query';
import { inProject, queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { say } from '../widgets/toast';
import { peopleWords as words } from '../words/people';
import { InviteForm } from './invite-form';
import { roleNamesQuery } from '../what-if/queries';
import { addPeople } from './queries';

/** Takes people into the project by their addresses, with one role. */
export function AddPeople({ close }: { readonly close: () => void }) {
  const { id: projectId } = useProject();
  const roles = useQuery(roleNamesQuery(projectId));
  return (
    <InviteForm
      {...{ words, close }}
      title={words.addPeople}
      act={words.add}
      roles={roles.data}
      lookAgain={() => queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') })}
      work={async (emails, role, header) => {
        const { memberships, completeInviteLinks = [] } = await addPeople(
          ...([projectId, emails, role, header] as const),
        );
        say(memberships.length > 0 ? words.added(memberships.length) : words.alreadyIn);
        return completeInviteLinks;
      }}
    />
  );
}
