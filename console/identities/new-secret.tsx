import { useState } from 'react';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { Problem } from '../widgets/problem';
import { identitiesWords as words } from '../words/identities';
import { makeSecret } from './create';
import styles from './form.module.css';
import { LifeChoice } from './life';
import { LIVES, type Life } from './model';
import { OnceValue, useOnce } from './once';
import { changed } from './queries';
import { useIdentityRights } from './rights';

/** Makes a client secret, and shows it once. */
export function NewSecret({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { createToken } = useIdentityRights();
  return (
    <>
      <ActButton isSmall whyNot={createToken} onPress={() => setOpen(true)}>
        {words.newSecret}
      </ActButton>
      {isOpen && <NewSecretDialog id={id} close={() => setOpen(false)} />}
    </>
  );
}

function NewSecretDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { once, problem, isBusy, make, ...draft } = useNewSecret(id);
  const leave = () => {
    once.drop();
    close();
  };
  const isMade = once.state !== 'none';
  return (
    <Dialog
      isOpen
      isAlert={isMade}
      close={leave}
      title={isMade ? words.onceTitle : words.newSecretTitle}
      acts={
        isMade ? (
          <Button look="first" onPress={leave}>
            {words.kept}
          </Button>
        ) : (
          <>
            <Button onPress={leave}>{words.cancel}</Button>
            <Button look="first" isPending={isBusy} onPress={() => void make()}>
              {words.createNow}
            </Button>
          </>
        )
      }
    >
      {isMade ? (
        <OnceValue once={once} />
      ) : (
        <div className={styles.fields}>
          <Field
            label={words.description}
            value={draft.description}
            onChange={draft.setDescription}
            autoComplete="off"
            autoFocus
          />
          <LifeChoice value={draft.life} choose={draft.setLife} />
        </div>
      )}
      <Problem of={problem} />
    </Dialog>
  );
}

/** What was typed, and the secret once it was made. */
function useNewSecret(id: string) {
  const once = useOnce();
  const [description, setDescription] = useState('');
  const [life, setLife] = useState<Life>('90d');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    setProblem(null);
    try {
      once.keep(await makeSecret(id, { description: description.trim(), ttl: LIVES[life] }));
      await changed();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { once, problem, isBusy, make, description, setDescription, life, setLife };
}
