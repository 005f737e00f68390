import type { UseQueryResult } from '@tanstack/react-query';
import type { Action } from '../access/actions';
import { useReferrers } from '../sheet/queries';
import { WhoLink } from '../sheet/who-link';
import { Written } from '../widgets/written';
import { reviewWords as words } from '../words/review';
import { Fate, type Plan } from './fate';
import { Sides } from './sides';
import { StaleAct } from './stale-act';
import { type Act, isSame, type Outcome, type Target, type TargetedAct, versionsOf } from './model';
import styles from './review.module.css';

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
  // Of what is not done nothing is told as if it were.
  const isOut = (index: number) => leftOut.has(index) || dropped.has(index);
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
            isChoice={
              (acts.length > 1 || leftOut.has(index)) && !outcomes[index] && !dropped.has(index)
            }
            isLeft={leftOut.has(index)}
            leave={(isLeft) => leave(index, isLeft)}
          />
          {isOut(index) ? (
            <span className={styles.soft}>
              {dropped.has(index) ? words.dropped : words.leftOut[act.kind]}
            </span>
          ) : (
            <>
              <Kind act={act} />
              <div className={styles.fate}>
                {!outcomes[index] && <Renamed act={act} />}
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
                {isGone(act) && !outcomes[index] && (
                  <Referrers target={target} environment={act.environment} />
                )}
              </div>
              <Sides {...{ act, target }} name={nameOf(target)} isOpen={!outcomes[index]} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

/** What an act does to its secret. */
const Kind = ({ act: { kind, again, newName } }: { readonly act: Act }) => (
  <span className={styles.kind}>
    {again === undefined ? words.kinds[kind] : words.again(again)}
    {newName !== undefined && <bdi className={styles.newName}>{newName}</bdi>}
  </span>
);

/** The version that a rename makes, which nobody would expect of it. */
const Renamed = ({ act }: { readonly act: Act }) => {
  const [version] = act.kind === 'rename' ? versionsOf([act]) : [];
  return version && <span className={styles.soft}>{words.renamedVersion(version[1])}</span>;
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
  const { data } = useReferrers({ ...where, secretName, environment });
  if (!data || (data.references.length === 0 && data.complete)) return null;
  return (
    <span className={styles.warn}>{words.referrers(data.references.length, data.complete)}</span>
  );
}

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
