import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Choice } from '../access/choice';
import { inProject, queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { ConfirmForm } from '../widgets/confirm-form';
import { Field } from '../widgets/field';
import { say } from '../widgets/toast';
import { peopleWords as words } from '../words/people';
import { type InviteLink, InviteLinks } from './invite-links';
import { addressesOf } from './model';
import { addPeople, roleNamesQuery } from './queries';
import styles from './screen.module.css';

/** Takes people in by their addresses, with one role. */
export function AddPeople({ close }: { readonly close: () => void }) {
  const { id: projectId } = useProject();
  const roles = useQuery(roleNamesQuery(projectId));
  const [text, setText] = useState('');
  const [role, setRole] = useState('member');
  const links = useRef<readonly InviteLink[]>([]);
  const [invited, setInvited] = useState<readonly string[]>([]);
  const emails = addressesOf(text);
  const done = () => {
    links.current = [];
    close();
  };
  if (invited.length > 0) return <InviteLinks links={links} emails={invited} close={done} />;
  return (
    <ConfirmForm
      title={words.addPeople}
      act={words.add}
      isReady={emails.length > 0}
      close={() => links.current.length === 0 && close()}
      work={async (header) => {
        const { memberships, completeInviteLinks = [] } = await addPeople(
          ...([projectId, emails, role, header] as const),
        );
        links.current = completeInviteLinks;
        setInvited(completeInviteLinks.map(({ email }) => email));
        say(memberships.length > 0 ? words.added(memberships.length) : words.alreadyIn);
        await queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') });
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
