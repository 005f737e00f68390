import type { ReactNode } from 'react';
import { asRefusal } from '../api/client';
import { problemText } from '../api/missing-right';
import type { Refusal } from '../api/refusal';
import { RefusalFacts, RetryButton } from '../widgets/states';
import { reviewWords as words } from '../words/review';
import { HeldBy } from './held-by';
import type { Outcome } from './model';
import styles from './review.module.css';

/** The plan as the server gives it. */
export interface Plan {
  readonly accepted: boolean;
  readonly problems: readonly { readonly error: string; readonly message: string }[];
  readonly wouldBeHeld: { readonly policyId: string; readonly name: string | null } | undefined;
}

interface FateProps {
  readonly outcome: Outcome | undefined;
  readonly plan: Plan | undefined;
  /** Then a conflict may be about its new name. */
  readonly isRenamed: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** The way to the rule, of what is forbidden. */
  readonly why: ReactNode;
  /** Who changed it since, where somebody did. */
  readonly stale: ReactNode;
}

/** The outcome of one environment, planned or done. */
export function Fate({ outcome, plan, isRenamed, error, retry, why, stale }: FateProps) {
  if (outcome && 'heldBy' in outcome)
    return outcome.heldBy === null ? (
      <span className={styles.good}>{words.isDone}</span>
    ) : (
      <HeldBy requestId={outcome.heldBy} />
    );
  if (outcome) return <Refused by={asRefusal(outcome.error)} {...{ why, stale }} />;
  if (error) {
    const refusal = asRefusal(error);
    return (
      <>
        <Refused by={refusal} {...{ why, stale }} />
        <div>
          <RetryButton after={refusal.retryAfter} retry={retry} />
        </div>
      </>
    );
  }
  if (!plan) return <span className={styles.soft}>{words.asking}</span>;
  if (!plan.accepted)
    return (
      <>
        <span className={styles.bad}>
          ✕{' '}
          {!isRenamed && plan.problems.every(({ error }) => error === STALE)
            ? words.isStale
            : `${words.refused}: ${plan.problems.map(problemText).join(' ')}`}
        </span>
        {plan.problems.some((problem) => problem.error === FORBIDDEN) ? why : stale}
      </>
    );
  const { wouldBeHeld } = plan;
  return (
    <>
      <span className={styles.soft}>
        {wouldBeHeld ? words.held(wouldBeHeld.name) : words.would}
      </span>
      {stale}
    </>
  );
}

type RefusedProps = Pick<FateProps, 'why' | 'stale'> & { readonly by: Refusal };

/** A refusal; one for a change since it was shown says so beside the server's sentence. */
const Refused = ({ by, why, stale }: RefusedProps) => (
  <>
    <span className={styles.bad}>✕ {by.message}</span>
    {by.status === 409 && <span>{words.changed}</span>}
    {(by.status === 409 || by.status === 404) && stale}
    {by.status === 403 && why}
    <RefusalFacts error={by} />
  </>
);

/** The server's name for a secret that is at another version. */
const STALE = 'Conflict';

/** The server's name for a missing right. */
const FORBIDDEN = 'PermissionDenied';
