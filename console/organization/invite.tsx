import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Choice } from '../access/choice';
import { type InviteLink, InviteLinks } from '../people/invite-links';
import { addressesOf } from '../people/model';
import { ConfirmForm } from '../widgets/confirm-form';
import { Field } from '../widgets/field';
import { say } from '../widgets/toast';
import { organizationWords as words } from '../words/organization';
import { invite, lookAgain, rolesQuery } from './queries';
import styles from '../people/screen.module.css';

interface Props {
  readonly orgId: string;
  readonly close: () => void;
}

/** Invites people by their addresses; where the server sends no mail, their links are handed out. */
export function Invite({ orgId, close }: Props) {
  const roles = useQuery(rolesQuery);
  const [text, setText] = useState('');
  const [role, setRole] = useState('member');
  const links = useRef<readonly InviteLink[]>([]);
  const [invited, setInvited] = useState<readonly string[]>([]);
  const emails = addressesOf(text);
  if (invited.length > 0) return <InviteLinks links={links} emails={invited} close={close} />;
  return (
    <ConfirmForm
      title={words.invite}
      act={words.inviteAct}
      isReady={emails.length > 0}
      close={() => links.current.length === 0 && close()}
      work={async (header) => {
        const { completeInviteLinks = [] } = await invite(orgId, emails, role, header);
        links.current = completeInviteLinks;
        setInvited(completeInviteLinks.map(({ email }) => email));
        say(words.inviteSent(emails.length));
        await lookAgain();
      }}
    >
      <Field
        label={words.addresses}
        help={words.addressesHelp}
        value={text}
        onChange={setText}
        rows={3}
        isMono
        autoFocus
        autoComplete="off"
      />
      <div className={styles.choice}>
        <span>{words.role}</span>
        <Choice
          label={words.role}
          value={role}
          options={roles.data ?? [[role, role]]}
          onChange={setRole}
        />
      </div>
    </ConfirmForm>
  );
}
