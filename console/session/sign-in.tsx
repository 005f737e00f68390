import { type ReactNode, useState } from 'react';
import { SERVER, asRefusal } from '../api/client';
import { Mark } from '../shell/marks';
import { Button } from '../widgets/button';
import { Field } from '../widgets/field';
import { Form } from '../widgets/form';
import { sessionWords as words } from '../words/session';
import { useSession } from './session';
import { chooseOrganization, giveCode, givePassword, type Step } from './sign-in-steps';
import styles from './sign-in.module.css';

type Go = (next: Promise<Step>) => Promise<void>;

/** Signs a person in, step by step. After a lock it asks the same person alone. */
export function SignIn({
  title = words.signInTo,
  note,
}: {
  readonly title?: string;
  readonly note?: ReactNode;
}) {
  const { hasEnded } = useSession();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [problem, setProblem] = useState('');
  const go: Go = async (next) => {
    setProblem('');
    await next.then(setStep, (error: unknown) => setProblem(asRefusal(error).message));
  };
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <header className={styles.head}>
          <span className={styles.mark}>
            <Mark />
          </span>
          <h1>
            {step.name === 'organization'
              ? words.organization
              : step.name === 'code'
                ? words.code
                : title}
          </h1>
          {note && step.name === 'password' && <p className={styles.soft}>{note}</p>}
        </header>
        {hasEnded && step.name === 'password' && <p className={styles.note}>{words.ended}</p>}
        <p role="alert" className={problem ? styles.error : ''}>
          {problem}
        </p>
        {isSecureContext ? <CurrentStep step={step} go={go} show={setStep} /> : <PlainHttp />}
      </section>
    </main>
  );
}

interface StepProps {
  readonly step: Step;
  readonly go: Go;
  readonly show: (step: Step) => void;
}

function CurrentStep({ step, go, show }: StepProps) {
  switch (step.name) {
    case 'organization':
      return <Organizations step={step} go={go} />;
    case 'code':
      return <Code step={step} go={go} />;
    case 'provider':
      return <Provider back={() => show({ name: 'password' })} />;
    case 'set-up':
      return (
        <div className={styles.form}>
          <p>{words.setUp}</p>
          <a href={`${SERVER}/login`}>{words.setUpGo}</a>
        </div>
      );
    default:
      return <Password go={go} useProvider={() => show({ name: 'provider' })} />;
  }
}

function Password({ go, useProvider }: { readonly go: Go; readonly useProvider: () => void }) {
  const { account } = useSession();
  return (
    <>
      <Form
        submit={words.signIn}
        work={({ email = '', password = '' }) =>
          go(givePassword(account?.email ?? email, password, account?.organizationId))
        }
      >
        {account ? (
          <p>
            <bdi>{account.email}</bdi>
          </p>
        ) : (
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
        <button type="button" className={styles.link} onClick={useProvider}>
          {words.provider}
        </button>
        <a href={`${SERVER}/login#recover`}>{words.forgot}</a>
      </div>
    </>
  );
}

function Organizations({
  step,
  go,
}: {
  readonly step: Step & { name: 'organization' };
  readonly go: Go;
}) {
  if (step.organizations.length === 0) return <p>{words.noOrganization}</p>;
  return (
    <div className={styles.list}>
      {step.organizations.map(({ id, name }) => (
        <Button key={id} onPress={() => void go(chooseOrganization(step.token, id))}>
          <bdi>{name}</bdi>
        </Button>
      ))}
    </div>
  );
}

const Code = ({ step, go }: { readonly step: Step & { name: 'code' }; readonly go: Go }) => (
  <Form
    submit={words.goOn}
    work={({ code = '' }) => go(giveCode(step.token, code, step.organizationId))}
  >
    <Field
      label={words.codeField}
      name="code"
      autoComplete="one-time-code"
      isMono
      isRequired
      autoFocus
    />
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
