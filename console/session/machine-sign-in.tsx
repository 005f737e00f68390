import { Field } from '../widgets/field';
import { Form } from '../widgets/form';
import { sessionWords as words } from '../words/session';
import type { Step } from './sign-in-steps';
import { giveClientSecret, giveConsoleCode } from './sign-in-steps';
import styles from './sign-in.module.css';

interface Props {
  readonly go: (next: Promise<Step>) => Promise<void>;
  /** Leads to the sign-in of people; absent where the identity is known. */
  readonly back?: () => void;
}

/** The two ways in that need no account: a client secret, and the code that the server shows its operator. */
export const MachineSignIn = ({ go, back }: Props) => (
  <>
    <section className={styles.way}>
      <h2>{words.byCode}</h2>
      <p className={styles.soft}>{words.byCodeHelp}</p>
      <p className={styles.soft}>
        <code>npm run strongroom -- console:code</code>
      </p>
      <Form submit={words.signIn} work={({ code = '' }) => go(giveConsoleCode(code))}>
        <Field
          label={words.consoleCode}
          name="code"
          autoComplete="one-time-code"
          isMono
          isRequired
          autoFocus
        />
      </Form>
    </section>
    <section className={styles.way}>
      <h2>{words.bySecret}</h2>
      <Form
        submit={words.signIn}
        work={({ clientId = '', clientSecret = '' }) =>
          go(giveClientSecret(clientId, clientSecret))
        }
      >
        <Field label={words.clientId} name="clientId" autoComplete="username" isMono isRequired />
        <Field
          label={words.clientSecret}
          name="clientSecret"
          type="password"
          autoComplete="current-password"
          isMono
          isRequired
        />
      </Form>
    </section>
    {back && (
      <button type="button" className={styles.link} onClick={back}>
        {words.asPerson}
      </button>
    )}
  </>
);
