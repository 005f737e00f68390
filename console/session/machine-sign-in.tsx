import { useState } from 'react';
import { Field } from '../widgets/field';
import { Form } from '../widgets/form';
import { sessionWords as words } from '../words/session';
import { CodeField } from './code-field';
import { useSession } from './session';
import { useSignInWord } from './sign-in-word';
import type { MachineWay, Step } from './sign-in-steps';
import { giveClientSecret, giveConsoleCode } from './sign-in-steps';
import styles from './sign-in.module.css';

interface Props {
  readonly go: (next: Promise<Step>) => Promise<void>;
  /** What is asked for at first. */
  readonly first?: MachineWay;
  /** Leads to the sign-in of people; absent where the identity is known. */
  readonly back?: () => void;
}

/** The two ways in that need no account, one at a time: a client secret, and the code that the server shows its operator. */
export function MachineSignIn({ go, first = 'secret', back }: Props) {
  const [way, setWay] = useState(first);
  const isByCode = way === 'code';
  return (
    <>
      {isByCode ? <ByCode go={go} /> : <BySecret go={go} />}
      <div className={styles.ways}>
        <button
          type="button"
          className={styles.link}
          onClick={() => setWay(isByCode ? 'secret' : 'code')}
        >
          {isByCode ? words.machine : words.serverCode}
        </button>
        {back && (
          <button type="button" className={styles.link} onClick={back}>
            {words.asPerson}
          </button>
        )}
      </div>
    </>
  );
}

const ByCode = ({ go }: Pick<Props, 'go'>) => (
  <section className={styles.way}>
    <h2>{words.byCode}</h2>
    <Form submit={useSignInWord()} work={({ code = '' }) => go(giveConsoleCode(code))}>
      <CodeField label={words.consoleCode} name="code" />
    </Form>
    <p className={styles.soft}>{words.byCodeHelp}</p>
    <p className={styles.soft}>
      <code>npm run strongroom -- console:code</code>
    </p>
  </section>
);

/** Asks whoever is signed in already for the secret alone. */
function BySecret({ go }: Pick<Props, 'go'>) {
  const { account } = useSession();
  const signIn = useSignInWord();
  const known = account?.clientId;
  return (
    <section className={styles.way}>
      {!account && <h2>{words.asMachine}</h2>}
      <Form
        submit={signIn}
        work={({ clientId = '', clientSecret = '' }) =>
          go(giveClientSecret(known ?? clientId, clientSecret))
        }
      >
        {known === undefined && (
          <Field
            label={words.clientId}
            name="clientId"
            autoComplete="username"
            isMono
            isRequired
            autoFocus
          />
        )}
        <Field
          label={words.clientSecret}
          name="clientSecret"
          type="password"
          autoComplete="current-password"
          isMono
          isRequired
          autoFocus={known !== undefined}
        />
      </Form>
    </section>
  );
}
