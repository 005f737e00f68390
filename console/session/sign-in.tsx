import { useState } from 'react';
import { SERVER } from '../api/client';
import { Mark } from '../shell/marks';
import { Button } from '../widgets/button';
import { Field } from '../widgets/field';
import { Form } from '../widgets/form';
import { Problem } from '../widgets/problem';
import { sessionWords as words } from '../words/session';
import { AboutServer } from './about-server';
import { CodeField } from './code-field';
import { MachineSignIn } from './machine-sign-in';
import { useSession } from './session';
import { askToSignOut } from './sign-out';
import { EndedNote } from './ended-note';
import { SignedIn } from './signed-in';
import { useSignInWord } from './sign-in-word';
import { chooseOrganization, giveCode, givePassword, type Step } from './sign-in-steps';
import styles from './sign-in.module.css';
import { useUnsaved } from './unsaved';

/** Shows the next step; rejects where there is none. */
export type Go = (next: Promise<Step>) => Promise<void>;

/** Signs somebody in, step by step. After a lock it asks for the same account again. */
export function SignIn() {
  const { phase, account, ended } = useSession();
  const { count } = useUnsaved();
  const isLocked = phase === 'locked';
  const first: Step = { name: account?.kind === 'machine' ? 'machine' : 'password' };
  const [step, setStep] = useState(first);
  const go: Go = (next) => next.then(setStep);
  const isFirst = step.name === first.name;
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <header className={styles.head}>
          <span className={styles.mark}>
            <Mark />
          </span>
          <h1>{TITLES[step.name] ?? (isLocked ? words.locked : words.signInTo)}</h1>
          {account && <SignedIn account={account} />}
          {isLocked && isFirst && ended !== 'elsewhere' && (
            <p className={styles.soft}>{words.lockedHelp(count)}</p>
          )}
        </header>
        {isFirst && <EndedNote />}
        {isSecureContext ? <CurrentStep step={step} go={go} show={setStep} /> : <PlainHttp />}
        {isLocked && (
          <button type="button" className={styles.link} onClick={askToSignOut}>
            {words.another}
          </button>
        )}
        {phase === 'out' && isFirst && <AboutServer />}
      </section>
    </main>
  );
}

const TITLES: Partial<Record<Step['name'], string>> = {
  organization: words.organization,
  code: words.code,
  'set-up': words.code,
};

interface StepProps {
  readonly step: Step;
  readonly go: Go;
  readonly show: (step: Step) => void;
}

function CurrentStep({ step, go, show }: StepProps) {
  const { account } = useSession();
  switch (step.name) {
    case 'organization':
      return <Organizations step={step} go={go} />;
    case 'code':
      return <Code step={step} go={go} />;
    case 'provider':
      return <Provider back={() => show({ name: 'password' })} />;
    case 'machine':
      return (
        <MachineSignIn
          {...{ go, first: step.way ?? 'secret' }}
          {...(!account && { back: () => show({ name: 'password' }) })}
        />
      );
    case 'set-up':
      return (
        <div className={styles.form}>
          <p>{words.setUp}</p>
          <a href={`${SERVER}/login`}>{words.setUpGo}</a>
        </div>
      );
    default:
      return <Password go={go} show={show} />;
  }
}

function Password({ go, show }: Omit<StepProps, 'step'>) {
  const { account } = useSession();
  const signIn = useSignInWord();
  return (
    <>
      <Form
        submit={signIn}
        work={({ email = '', password = '' }) =>
          go(givePassword(account?.email ?? email, password, account?.organizationId))
        }
      >
        {!account && (
          <Field
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            isRequired
            autoFocus
          />
        )}
        <Field
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus={account !== null}
        />
      </Form>
      <div className={styles.ways}>
        <Way go={() => show({ name: 'provider' })}>{words.provider}</Way>
        {!account && (
          <>
            <Way go={() => show({ name: 'machine', way: 'code' })}>{words.serverCode}</Way>
            <Way go={() => show({ name: 'machine' })}>{words.machine}</Way>
          </>
        )}
        <a href={`${SERVER}/login#recover`}>{words.forgot}</a>
      </div>
    </>
  );
}

const Way = ({ go, children }: { readonly go: () => void; readonly children: string }) => (
  <button type="button" className={styles.link} onClick={go}>
    {children}
  </button>
);

interface OrganizationsProps {
  readonly step: Step & { name: 'organization' };
  readonly go: Go;
}

function Organizations({ step, go }: OrganizationsProps) {
  const [problem, setProblem] = useState<unknown>(null);
  const choose = (id: string) => {
    setProblem(null);
    go(chooseOrganization(step.token, id)).catch(setProblem);
  };
  if (step.organizations.length === 0) return <p>{words.noOrganization}</p>;
  return (
    <div className={styles.list}>
      {step.organizations.map(({ id, name }) => (
        <Button key={id} onPress={() => choose(id)}>
          <bdi>{name}</bdi>
        </Button>
      ))}
      <Problem of={problem} />
    </div>
  );
}

const Code = ({ step, go }: { readonly step: Step & { name: 'code' }; readonly go: Go }) => (
  <Form
    submit={words.goOn}
    work={({ code = '' }) => go(giveCode(step.token, code, step.organizationId))}
  >
    <CodeField label={words.codeField} name="code" />
  </Form>
);

/** The provider leads back to the page of the login, which goes on to the console. */
const Provider = ({ back }: { readonly back: () => void }) => (
  <>
    <Form
      submit={words.providerGo}
      work={({ orgSlug = '' }) => {
        location.assign(`${SERVER}/api/v1/sso/oidc/login?${new URLSearchParams({ orgSlug })}`);
        return Promise.resolve();
      }}
    >
      <Field
        label={words.providerSlug}
        name="orgSlug"
        autoComplete="organization"
        isMono
        isRequired
        autoFocus
      />
    </Form>
    <button type="button" className={styles.link} onClick={back}>
      {words.back}
    </button>
  </>
);

const PlainHttp = () => (
  <div className={styles.note}>
    <h2>{words.plainHttp}</h2>
    <p>{words.plainHttpHelp}</p>
  </div>
);
