import { type RefObject, useEffect, useState } from 'react';
import { useLostAtLock } from '../session/lost-at-lock';
import { onLock } from '../session/session';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { Dialog } from '../widgets/dialog';
import { peopleWords as words } from '../words/people';
import styles from './screen.module.css';

export interface InviteLink {
  readonly email: string;
  readonly link: string;
}

/** Links let somebody in: they are in a variable, are copied unseen, and go at lock. */
export type Links = RefObject<readonly InviteLink[]>;

interface Props {
  readonly links: Links;
  readonly emails: readonly string[];
  readonly close: () => void;
}

/** Where the server sends no mail, whoever invites hands the links out. */
export function InviteLinks({ links, emails, close }: Props) {
  const [isLost, setLost] = useState(false);
  useLostAtLock(!isLost);
  useEffect(
    () =>
      onLock(() => {
        links.current = [];
        setLost(true);
      }),
    [links],
  );
  const linkOf = (email: string) => {
    const found = links.current.find((each) => each.email === email);
    if (!found) throw new Error(words.goneHelp);
    return found.link;
  };
  return (
    <Dialog
      isOpen
      close={close}
      title={words.links}
      acts={
        <Button look="first" onPress={close}>
          {words.linksDone}
        </Button>
      }
    >
      <p {...(isLost ? { role: 'alert' } : { className: styles.soft })}>
        {isLost ? words.linksLost : words.linksHelp}
      </p>
      <ul className={styles.held}>
        {emails.map((email) => (
          <li key={email}>
            <bdi className={styles.grow}>{email}</bdi>
            {!isLost && (
              <CopyButton isSecret label={words.copyLink(email)} value={() => linkOf(email)} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
