import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Action } from '../access/actions';
import { problemText } from '../api/missing-right';
import { asRefusal } from '../api/client';
import type { Refusal } from '../api/refusal';
import { referrersQuery } from '../sheet/queries';
import { WhoLink } from '../sheet/who-link';
import { RefusalFacts, RetryButton } from '../widgets/states';
import { Written } from '../widgets/written';
import { reviewWords as words } from '../words/review';
import { HeldBy } from './held-by';
import { Sides } from './sides';
import { StaleAct } from './stale-act';
import { type Act, isSame, type Outcome, type Target, type TargetedAct } from './model';
import styles from './review.module.css';

/** The plan as the server gives it. */
export interface Plan {
  readonly accepted: boolean;
  readonly problems: readonly { readonly error: string; readonly message: string }[];
  readonly wouldBeHeld: { readonly policyId: string; readonly name: string | null } | undefined;
}

interface Props {
  readonly acts: readonly TargetedAct[];
  /** In the order of the acts, as are the outcomes. */
  readonly plans: readonly Pick<UseQueryResult<Plan>, 'data' | 'error' | 'refetch'>[];
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Which of the acts are not done, by their places. */
  readonly leftOut: ReadonlySet<number>;
  readonly leave: (index: number, isLeft: boolean) => void;
  /** Which of the acts are given up, by their places. */
  readonly dropped: ReadonlySet<number>;
  readonly drop: (index: number) => void;
  /** Puts another act into the place of one. */
  readonly renew: (index: number, act: Act) => void;
}

/** An environment a line: what would be done there, or what has become of it. Several secrets are named, each above its lines. */
export const Plans = (props: Props) => {
  const { acts, plans, outcomes, leftOut, leave, dropped } = props;
  const isOne = acts.every(({ target }) => isSame(target, acts[0]!.target));
  return (
    <ul className={styles.plans} aria-live="polite">
      {acts.map(({ target, act }, index) => (
        <li
          key={`${target.secretPath} ${target.secretKey} ${act.environment}`}
          className={styles.plan}
        >
          {!isOne && (index === 0 || !isSame(target, acts[index - 1]!.target)) && (
            <strong className={styles.secret}>
              <Written>{nameOf(target)}</Written>
            </strong>
          )}
          <Which
            {...{ act, target }}
            isChoice={acts.length > 1 && !outcomes[index] && !dropped.has(index)}
            isLeft={leftOut.has(index)}
            leave={(isLeft) => leave(index, isLeft)}
          />
          <span className={styles.kind}>
            {act.again === undefined ? words.kinds[act.kind] : words.again(act.again)}
            {act.newName !== undefined && <bdi className={styles.newName}>{act.newName}</bdi>}
          </span>
          <div className={styles.fate}>
            {leftOut.has(index) || dropped.has(index) ? (
              <span className={styles.soft}>
                {dropped.has(index) ? words.dropped : words.leftOut}
              </span>
            ) : (
              <Fate
                outcome={outcomes[index]}
                isRenamed={act.kind === 'rename'}
                plan={plans[index]?.data}
                error={plans[index]?.error}
                retry={() => void plans[index]?.refetch()}
                why={<WhyNot target={target} act={act} />}
                stale={
                  <StaleAct
                    of={{ target, act }}
                    drop={() => props.drop(index)}
                    renew={(next) => props.renew(index, next)}
                  />
                }
              />
            )}
            {isGone(act) && !outcomes[index] && !leftOut.has(index) && !dropped.has(index) && (
              <Referrers target={target} environment={act.environment} />
            )}
          </div>
          <Sides {...{ act, target }} name={nameOf(target)} isOpen={!outcomes[index]} />
        </li>
      ))}
    </ul>
  );
};

interface WhichProps {
  readonly act: Act;
  readonly target: Target;
  /** Whether it is one of several that are not done yet: then each may be left out. */
  readonly isChoice: boolean;
  readonly isLeft: boolean;
  readonly leave: (isLeft: boolean) => void;
}

/** The environment of an act, and whether it is done there. */
const Which = ({ act, target, isChoice, isLeft, leave }: WhichProps) =>
  isChoice ? (
    <label className={styles.which}>
      <input
        type="checkbox"
        aria-label={words.doIn(nameOf(target), act.environment)}
        checked={!isLeft}
        onChange={(event) => leave(!event.target.checked)}
      />
      <bdi className={styles.environment}>{act.environment}</bdi>
    </label>
  ) : (
    <bdi className={styles.environment}>{act.environment}</bdi>
  );

const nameOf = ({ secretPath, secretKey }: Target): string =>
  secretPath === '/' ? secretKey : `${secretPath}/${secretKey}`;

/** Whether references to the secret find nothing afterwards: a new name is written into none of them. */
const isGone = ({ kind }: Act): boolean => kind === 'delete' || kind === 'rename';

interface ReferrersProps {
  readonly target: Target;
  readonly environment: string;
}

function Referrers({ target, environment }: ReferrersProps) {
  const { secretKey: secretName, ...where } = target;
  const { data } = useQuery(referrersQuery({ ...where, secretName, environment }));
  if (!data || (data.references.length === 0 && data.complete)) return null;
  return (
    <span className={styles.warn}>{words.referrers(data.references.length, data.complete)}</span>
  );
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
function Fate({ outcome, plan, isRenamed, error, retry, why, stale }: FateProps) {
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

/** The right that each act needs. Renaming is a change. */
const ACTIONS = {
  ...{ create: 'create', update: 'edit', rename: 'edit', delete: 'delete' },
} as const satisfies Record<Act['kind'], Action>;

const WhyNot = ({ target, act }: { readonly target: Target; readonly act: Act }) => {
  const { secretKey: secretName, ...where } = target;
  const address = { ...where, secretName, environment: act.environment };
  return (
    <span>
      <WhoLink isAboutMe {...{ address, action: ACTIONS[act.kind] }} />
    </span>
  );
};
