import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { useLostAtLock } from '../session/lost-at-lock';
import { onLock } from '../session/session';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { ConfirmForm } from '../widgets/confirm-form';
import { CopyButton } from '../widgets/copy';
import { Dialog } from '../widgets/dialog';
import { say } from '../widgets/toast';
import { certificatesWords as words } from '../words/certificates';
import { IssueFields } from './issue-fields';
import { orderOf, type Profile } from './model';
import { issue, lookAgain } from './queries';
import { useWish } from './use-wish';

interface Props {
  readonly profiles: readonly Profile[];
  readonly close: () => void;
}

/** Has a certificate issued, with a key made by the server or by a signing request. */
export function Issue({ profiles, close }: Props) {
  const project = useProject();
  const navigate = useNavigate();
  const asked = useWish(profiles);
  const { wish, change, profile } = asked;
  const [made, setMade] = useState<string | null>(null);
  // Only for as long as the page says so; in a variable, since React keeps former states.
  const key = useRef<string | null>(null);
  const [isLost, setLost] = useState(false);
  const isKept = profile?.storePrivateKey === true;
  useLostAtLock(made !== null && !isKept && !isLost);
  useEffect(
    () =>
      onLock(() => {
        setLost(key.current !== null);
        key.current = null;
      }),
    [],
  );
  const show = (id: string) => {
    close();
    void navigate({ to: '.', search: { id } as never });
  };
  if (made !== null)
    return (
      <Made
        {...{ isKept, isLost }}
        takeKey={() => key.current ?? ''}
        show={() => {
          key.current = null;
          show(made);
        }}
      />
    );
  return (
    <ConfirmForm
      title={words.issue}
      act={words.issueAct}
      isReady={asked.isReady}
      close={() => key.current === null && close()}
      work={async (header) => {
        const { certificate } = await issue(orderOf(wish), header).catch(asked.refuse);
        key.current = certificate.privateKey ?? null;
        await lookAgain(project.id);
        say(words.issued);
        if (certificate.privateKey === undefined) show(certificate.certificateId);
        else setMade(certificate.certificateId);
      }}
    >
      <LabelledChoice
        label={words.profile}
        value={wish.profileId}
        options={profiles.map(({ id, slug }) => [id, slug] as const)}
        onChange={(profileId) => change({ ...wish, profileId })}
      />
      <IssueFields {...asked} />
    </ConfirmForm>
  );
}

interface MadeProps {
  readonly isKept: boolean;
  /** Whether the key went with a lock of the page. */
  readonly isLost: boolean;
  readonly takeKey: () => string;
  readonly show: () => void;
}

/** What came of it, and the key that the server made. */
const Made = ({ isKept, isLost, takeKey, show }: MadeProps) => (
  <Dialog
    isOpen
    close={show}
    title={words.issuedTitle}
    acts={
      <>
        {!isLost && (
          <CopyButton isSecret text={words.copyKey} label={words.copyKey} value={takeKey} />
        )}
        <Button look="first" onPress={show}>
          {words.toCertificate}
        </Button>
      </>
    }
  >
    <p {...(isLost && { role: 'alert' })}>
      {isKept ? words.keyKept : isLost ? words.keyLost : words.keyOnce}
    </p>
  </Dialog>
);
