import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asRefusal } from '../api/client';
import { knownOf } from '../api/rights-answers';
import { Button } from '../widgets/button';
import { AsCommand, Snippet } from '../widgets/command';
import { CopyButton } from '../widgets/copy';
import { readCommand } from '../widgets/curl';
import { Field } from '../widgets/field';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { auditWords as words } from '../words/audit';
import styles from './chain.module.css';
import { type Chain, isCheckpoint, verdictOf } from './model';
import { chainQuery, checkCheckpoint } from './queries';
import { useWholeLog } from './rights';

/** Milliseconds after which it is seen whether the newest entries have their links: they have them within a moment. */
const LINKED_AFTER = 3_000;

/** Whether the log is whole: how far its entries are linked to one another, and what waits. */
export function ChainPanel() {
  const whyNot = useWholeLog();
  const {
    data: chain,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...chainQuery,
    enabled: whyNot === null,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LINKED_AFTER : false),
  });
  if (knownOf(whyNot) !== null)
    return (
      <p className={styles.soft}>
        {words.mineOnly} {whyNot}
      </p>
    );
  if (isPending) return <LoadingState rows={2} />;
  if (error && asRefusal(error).status === 403)
    return (
      <p className={styles.soft}>
        {words.mineOnly} {error.message}
      </p>
    );
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <section className={styles.panel} aria-labelledby="audit-chain">
      <h2 id="audit-chain" className="hidden-visually">
        {words.chain}
      </h2>
      <Verdict chain={chain} />
      <Facts chain={chain} />
      <details className={styles.more}>
        <summary>{words.checkTitle}</summary>
        <div className={styles.body}>
          <CheckForm />
          <p className={styles.soft}>{words.recompute}</p>
          <Snippet text="npm run strongroom -- audit:verify" />
          <AsCommand command={readCommand('/v1/organization/audit-logs/chain')} />
        </div>
      </details>
    </section>
  );
}

const LOOKS = { empty: '', whole: styles.good, waiting: styles.calm, unsealed: styles.bad };
const SIGNS = { empty: '·', whole: '✓', waiting: '◌', unsealed: '✕' };

function Verdict({ chain }: { readonly chain: Chain }) {
  const verdict = verdictOf(chain);
  return (
    <p className={`${styles.verdict} ${LOOKS[verdict] ?? ''}`} role="status">
      <span aria-hidden>{SIGNS[verdict]}</span> {words.verdicts[verdict]}
    </p>
  );
}

function Facts({ chain }: { readonly chain: Chain }) {
  const { linkedUpTo, lastCheckpoint, waiting, withoutSeal } = chain;
  return (
    <dl className={styles.facts}>
      <Fact name={words.linkedUpTo}>
        {linkedUpTo ? (
          <>
            <b>{linkedUpTo.number.toLocaleString()}</b>
            {linkedUpTo.createdAt !== undefined && (
              <span className={styles.soft}>
                <Time at={linkedUpTo.createdAt} />
              </span>
            )}
          </>
        ) : (
          words.none
        )}
      </Fact>
      <Fact name={words.waiting}>{waiting.toLocaleString()}</Fact>
      {withoutSeal > 0 && <Fact name={words.withoutSeal}>{withoutSeal.toLocaleString()}</Fact>}
      <Fact name={words.lastCheckpoint}>
        {lastCheckpoint ? (
          <>
            <span>{lastCheckpoint.number.toLocaleString()}</span>
            {lastCheckpoint.createdAt !== undefined && (
              <span className={styles.soft}>
                <Time at={lastCheckpoint.createdAt} />
              </span>
            )}
            <CopyButton
              label={words.copyCheckpoint}
              value={() => `${lastCheckpoint.number}:${lastCheckpoint.mac}`}
            />
          </>
        ) : (
          words.none
        )}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function CheckForm() {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const checking = useMutation({ mutationFn: checkCheckpoint });
  const check = () => {
    const given = text.trim().toLowerCase();
    setWrong(!isCheckpoint(given));
    if (isCheckpoint(given)) checking.mutate(given);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Field
        label={words.checkpoint}
        help={words.checkHelp}
        error={words.badCheckpoint}
        isInvalid={isWrong}
        isMono
        spellCheck="false"
        autoComplete="off"
        value={text}
        onChange={(next) => {
          setText(next);
          setWrong(false);
          checking.reset();
        }}
      />
      <Button type="submit" isPending={checking.isPending}>
        {words.check}
      </Button>
      <div role="status" className={styles.outcome}>
        {checking.data && (
          <p className={checking.data.verdict === 'fits' ? styles.good : styles.bad}>
            <span aria-hidden>{checking.data.verdict === 'fits' ? '✓' : '✕'}</span>{' '}
            {words.checked[checking.data.verdict](checking.data.number)}
          </p>
        )}
        {checking.error && <p className={styles.bad}>{checking.error.message}</p>}
      </div>
    </form>
  );
}
