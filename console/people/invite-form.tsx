import { useRef, useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { ConfirmForm, type OneActHeader } from '../widgets/confirm-form';
import { Field } from '../widgets/field';
import { type InviteLink, InviteLinks } from './invite-links';
import { addressesOf } from './model';

interface Props {
  readonly title: string;
  readonly act: string;
  readonly words: {
    readonly addresses: string;
    readonly addressesHelp: string;
    readonly role: string;
  };
  /** Undefined while they are read. */
  readonly roles: readonly (readonly [string, string])[] | undefined;
  /** Takes the people in, and returns the links of those whom the server wrote no mail. */
  readonly work: (
    emails: string[],
    role: string,
    header: OneActHeader,
  ) => Promise<readonly InviteLink[]>;
  /** Looks again at what the work has changed. */
  readonly lookAgain: () => Promise<unknown>;
  readonly close: () => void;
}

/** Asks for addresses and one role; where the server sends no mail, the links are handed out after it. */
export function InviteForm({ title, act, words, roles, work, lookAgain, close }: Props) {
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
      {...{ title, act }}
      isReady={emails.length > 0}
      close={() => links.current.length === 0 && close()}
      work={async (header) => {
        links.current = await work(emails, role, header);
        setInvited(links.current.map(({ email }) => email));
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
      <LabelledChoice
        label={words.role}
        value={role}
        options={roles ?? [[role, role]]}
        onChange={setRole}
      />
    </ConfirmForm>
  );
}
