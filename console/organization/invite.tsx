import { useQuery } from '@tanstack/react-query';
import { InviteForm } from '../people/invite-form';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import { invite, lookAgain, rolesQuery } from './queries';

interface Props {
  readonly orgId: string;
  readonly close: () => void;
}

/** Invites people into the organization by their addresses. */
export function Invite({ orgId, close }: Props) {
  const roles = useQuery(rolesQuery);
  return (
    <InviteForm
      {...{ words, lookAgain, close }}
      title={words.invite}
      act={words.inviteAct}
      roles={roles.data}
      work={async (emails, role, header) => {
        const { completeInviteLinks = [] } = await invite(orgId, emails, role, header);
        say(words.inviteSent(emails.length));
        return completeInviteLinks;
      }}
    />
  );
}
