import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { onLock } from '../session/session';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { ConfirmForm } from '../widgets/confirm-form';
import { CopyButton } from '../widgets/copy';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { say } from '../widgets/toast';
import { certificatesWords as words } from '../words/certificates';
import { isWhole, orderOf, type Profile, type Wish } from './model';
import { issue, lookAgain } from './queries';

interface Props {
  readonly profiles: readonly Profile[];
  readonly close: () => void;
}

const EMPTY: Wish = { profileId: '', way: 'key', commonName: '', altNames: '', csr: '', days: '' };

/** Has a certificate issued, with a key made by the server or by a signing request. */
export function Issue({ profiles, close }: Props) {
  const project = useProject();
  const navigate = useNavigate();
  const [wish, setWish] = useState<Wish>({ ...EMPTY, profileId: profiles[0]?.id ?? '' });
  const [made, setMade] = useState<string | null>(null);
  // Only for as long as the page says so; in a variable, since React keeps former states.
  const key = useRef<string | null>(null);
  useEffect(
    () =>
      onLock(() => {
        key.current = null;
      }),
    [],
  );
  const profile = profiles.find(({ id }) => id === wish.profileId);
  const show = (id: string) => {
    close();
    void navigate({ to: '.', search: { id } as never });
  };
  if (made !== null)
    return (
      <Made
        isKept={profile?.storePrivateKey === true}
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
      isReady={isWhole(wish)}
      close={() => key.current === null && close()}
      work={async (header) => {
        const { certificate } = await issue(orderOf(wish), header);
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
        onChange={(profileId) => setWish({ ...wish, profileId })}
      />
      <Fields wish={wish} setWish={setWish} days={profile?.defaults?.ttlDays} />
    </ConfirmForm>
  );
}

interface FieldsProps {
  readonly wish: Wish;
  readonly setWish: (wish: Wish) => void;
  readonly days: number | undefined;
}

const WAYS = Object.entries(words.ways);

function Fields({ wish, setWish, days }: FieldsProps) {
  const bound = (name: 'commonName' | 'altNames' | 'csr' | 'days') => ({
    value: wish[name],
    onChange: (value: string) => setWish({ ...wish, [name]: value }),
    autoComplete: 'off' as const,
  });
  return (
    <>
      <LabelledChoice
        label={words.way}
        value={wish.way}
        options={WAYS}
        onChange={(way) => setWish({ ...wish, way: way as Wish['way'] })}
      />
      {wish.way === 'key' ? (
        <>
          <Field
            {...bound('commonName')}
            label={words.commonName}
            maxLength={64}
            isMono
            autoFocus
          />
          <Field
            {...bound('altNames')}
            {...{ label: words.altNames, help: words.altNamesHelp, rows: 2 }}
            isMono
          />
        </>
      ) : (
        <Field
          {...bound('csr')}
          {...{ label: words.csr, help: words.csrHelp, rows: 6 }}
          isMono
          autoFocus
        />
      )}
      <Field
        {...bound('days')}
        {...{ label: words.days, help: words.daysHelp(days), inputMode: 'numeric', maxLength: 5 }}
      />
    </>
  );
}

interface MadeProps {
  readonly isKept: boolean;
  readonly takeKey: () => string;
  readonly show: () => void;
}

/** What came of it, and the key that the server made. */
const Made = ({ isKept, takeKey, show }: MadeProps) => (
  <Dialog
    isOpen
    close={show}
    title={words.issuedTitle}
    acts={
      <>
        <CopyButton isSecret label={words.copyKey} value={takeKey} />
        <Button look="first" onPress={show}>
          {words.toCertificate}
        </Button>
      </>
    }
  >
    <p>{isKept ? words.keyKept : words.keyOnce}</p>
  </Dialog>
);
