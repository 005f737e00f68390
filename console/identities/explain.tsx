import { useState } from 'react';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { ValueField } from '../widgets/value-field';
import { Problem } from '../widgets/problem';
import { identitiesWords as words } from '../words/identities';
import { workloadWords } from '../words/workloads';
import styles from './form.module.css';
import { explainLogin, type Explanation, type WorkloadName } from './methods';
import { useIdentityRights } from './rights';
import { Warnings } from './warnings';

interface Props {
  readonly id: string;
  readonly method: WorkloadName;
}

/** Why a login by a method is let in or refused, check by check. */
export function Explain(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { editAuth } = useIdentityRights();
  return (
    <>
      <ActButton isSmall whyNot={editAuth} onPress={() => setOpen(true)}>
        {workloadWords.explain}
      </ActButton>
      {isOpen && <ExplainDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

/** What a login sends, beside the id of the identity. */
const fieldsOf = (method: WorkloadName) =>
  method === 'aws-auth'
    ? ([
        ['iamRequestBody', workloadWords.requestBody],
        ['iamRequestHeaders', workloadWords.requestHeaders],
      ] as const)
    : ([['jwt', workloadWords.jwt]] as const);

function ExplainDialog({ id, method, close }: Props & { readonly close: () => void }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [found, setFound] = useState<Explanation | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const fields = fieldsOf(method);
  const isReady = fields.every(([name]) => (typed[name] ?? '').trim() !== '');
  const explain = async () => {
    setBusy(true);
    setProblem(null);
    const given = Object.fromEntries(fields.map(([name]) => [name, typed[name]?.trim()]));
    await explainLogin(method, { identityId: id, ...given })
      .then(setFound)
      .catch(setProblem);
    setBusy(false);
  };
  return (
    <Dialog
      isOpen
      close={close}
      title={workloadWords.explainTitle(words.methods[method] ?? method)}
      acts={
        <>
          <Button onPress={close}>{found ? words.done : words.cancel}</Button>
          <Button
            look="first"
            isDisabled={!isReady}
            isPending={isBusy}
            onPress={() => void explain()}
          >
            {workloadWords.explainNow}
          </Button>
        </>
      }
    >
      <p>{workloadWords.explainHelp}</p>
      {fields.map(([name, label]) => (
        <ValueField
          key={name}
          {...{ label, rows: 3 }}
          value={typed[name] ?? ''}
          onChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
        />
      ))}
      <div role="status">{found && <Found of={found} />}</div>
      <Problem of={problem} />
    </Dialog>
  );
}

const Found = ({ of: { allowed, steps, warnings } }: { readonly of: Explanation }) => (
  <div className={styles.fields}>
    <p className={allowed ? styles.good : styles.bad}>
      <span aria-hidden>{allowed ? '✓' : '✕'}</span>{' '}
      {allowed ? workloadWords.wouldPass : workloadWords.wouldFail}
    </p>
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={index}>
          <span className={step.ok ? styles.good : styles.bad}>
            <span aria-hidden>{step.ok ? '✓' : '✕'}</span>
            <span className="hidden-visually">
              {step.ok ? workloadWords.checkOk : workloadWords.checkBad}
            </span>
          </span>
          <Step of={step} />
        </li>
      ))}
    </ol>
    <Warnings of={warnings} />
  </div>
);

const Step = ({ of: step }: { readonly of: Explanation['steps'][number] }) => (
  <div className={styles.step}>
    <span>
      {step.check} <code className={styles.soft}>{step.field}</code>
    </span>
    {!step.ok && (
      <>
        <dl className={styles.pair}>
          <dt>{workloadWords.expected}</dt>
          <dd>
            <code>
              <bdi>{step.expected}</bdi>
            </code>
          </dd>
          <dt>{workloadWords.actual}</dt>
          <dd>
            <code>
              <bdi>{step.actual}</bdi>
            </code>
          </dd>
        </dl>
        <span className={styles.hint}>{step.hint}</span>
      </>
    )}
  </div>
);
