import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER } from '../api/client';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { NO_WORK } from '../widgets/typed-work';
import { Form } from '../widgets/form';
import { ErrorState, LoadingState } from '../widgets/states';
import { sessionWords as words } from '../words/session';
import { CodeField } from './code-field';
import { widgetWords } from '../words/widgets';
import { MachineSignIn } from './machine-sign-in';
import { isFresh, proveBySecret, provedElsewhere, useQuestion, waysToProve } from './proving';
import { useSession } from './session';
import styles from './sign-in.module.css';

/** Asks for the credential again before what would harm most, where it was given too long ago. */
export function StepUp() {
  const question = useQuestion();
  return question && <Asked {...question} />;
}

/** Rejects where the proof failed. */
type Try = (proof: Promise<unknown>) => Promise<void>;

function Asked({ answer, giveUp }: NonNullable<ReturnType<typeof useQuestion>>) {
  const { account } = useSession();
  const attempt: Try = (proof) => proof.then(answer);
  return (
    <Dialog
      isOpen
      close={giveUp}
      title={words.proveTitle}
      acts={<Button onPress={giveUp}>{widgetWords.cancel}</Button>}
    >
      <p>{words.proveHelp}</p>
      {account?.kind === 'machine' ? (
        <MachineSignIn go={(next) => attempt(next.then(requireFresh))} />
      ) : (
        <PersonProof attempt={attempt} />
      )}
    </Dialog>
  );
}

/** A sign-in as somebody else proves nothing of whoever asked. */
async function requireFresh(): Promise<void> {
  if (!(await isFresh())) throw new Error(words.notFresh);
}

function PersonProof({ attempt }: { readonly attempt: Try }) {
  const [isByCode, setByCode] = useState(false);
  const ways = useQuery({ queryKey: ['ways to prove'], queryFn: waysToProve, gcTime: 0 });
  if (ways.error) return <ErrorState error={ways.error} retry={() => void ways.refetch()} />;
  if (!ways.data) return <LoadingState rows={2} />;
  const { hasPassword, hasCode, orgSlug } = ways.data;
  if (!hasPassword && !hasCode) return <ProviderProof {...{ orgSlug, attempt }} />;
  return hasPassword && !isByCode ? (
    <>
      <Form submit={words.prove} work={({ password = '' }) => attempt(proveBySecret({ password }))}>
        <Field
          {...{ label: words.password, name: 'password', type: 'password' }}
          {...NO_WORK}
          autoComplete="current-password"
          isRequired
          autoFocus
        />
      </Form>
      {hasCode && (
        <button type="button" className={styles.link} onClick={() => setByCode(true)}>
          {words.proveByCode}
        </button>
      )}
    </>
  ) : (
    <Form
      submit={words.prove}
      work={({ totp = '' }) => attempt(proveBySecret({ totp: totp.trim() }))}
    >
      <CodeField label={words.appCode} name="totp" />
    </Form>
  );
}

interface ProviderProps {
  readonly orgSlug: string;
  readonly attempt: Try;
}

/** The provider signs the person in in another tab, which shares the session: what was typed here stays. */
function ProviderProof({ orgSlug, attempt }: ProviderProps) {
  const query = new URLSearchParams({ orgSlug, freshProof: 'true' });
  const check = async () => {
    if (!(await provedElsewhere())) throw new Error(words.notFresh);
  };
  return (
    <div className={styles.way}>
      <p>{words.proveByProvider}</p>
      <a href={`${SERVER}/api/v1/sso/oidc/login?${query}`} target="_blank" rel="noreferrer">
        {words.providerGo}
      </a>
      <Form submit={words.provedThere} work={() => attempt(check())}>
        {null}
      </Form>
    </div>
  );
}
