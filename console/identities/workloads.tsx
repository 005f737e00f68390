import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Confirm } from '../widgets/confirm';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { identitiesWords as words } from '../words/identities';
import { workloadWords } from '../words/workloads';
import { Attach } from './attach';
import { Explain } from './explain';
import { detach, isWorkload, type WorkloadAuth, type WorkloadName } from './methods';
import { momentIn, settingsOf } from './model';
import { changed, workloadQuery } from './queries';
import { useIdentityRights } from './rights';
import styles from './sheet.module.css';
import { Warnings } from './warnings';

interface Props {
  readonly id: string;
  /** All methods of the identity. */
  readonly methods: readonly string[];
}

/** How workloads sign in as the identity, each method with its settings, its last login and what is doubtful. */
export function Workloads({ id, methods }: Props) {
  const attached = methods.filter(isWorkload);
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h3>{workloadWords.workloads}</h3>
        <Attach id={id} attached={attached} />
      </header>
      <p className={styles.soft}>
        {workloadWords.workloadsHelp} {attached.length === 0 && workloadWords.noWorkloads}
      </p>
      {attached.map((method) => (
        <Method key={method} {...{ id, method }} />
      ))}
    </section>
  );
}

function Method({ id, method }: { readonly id: string; readonly method: WorkloadName }) {
  const { data, error, refetch } = useQuery(workloadQuery(id, method));
  const { revokeAuth } = useIdentityRights();
  const name = words.methods[method] ?? method;
  return (
    <article className={styles.card}>
      <header className={styles.sectionHead}>
        <h4>{name}</h4>
        <div className={styles.acts}>
          <Explain {...{ id, method }} />
          <Confirm
            isSmall
            label={workloadWords.detach}
            title={workloadWords.detachTitle(name)}
            act={workloadWords.detach}
            work={async () => {
              await detach(id, method);
              await changed();
            }}
            whyNot={revokeAuth}
            done={workloadWords.detached}
          >
            <p>{workloadWords.detachHelp}</p>
          </Confirm>
        </div>
      </header>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data && 'refused' in data ? (
        <p className={styles.soft}>{String(data['refused'])}</p>
      ) : (
        data && <Attached auth={data} />
      )}
    </article>
  );
}

function Attached({ auth }: { readonly auth: WorkloadAuth }) {
  const [login, failure] = [momentIn(auth.lastLogin), momentIn(auth.lastFailure)];
  return (
    <>
      <Warnings of={auth.warnings} />
      <dl className={styles.facts}>
        {settingsOf(auth).map(([name, value]) => (
          <Fact key={name} name={name}>
            <code className={styles.setting}>
              <bdi>{value}</bdi>
            </code>
          </Fact>
        ))}
        <Fact name={workloadWords.lastLogin}>
          {login ? (
            <MomentFacts of={login} />
          ) : (
            <span className={styles.soft}>{workloadWords.noLogin}</span>
          )}
        </Fact>
        {failure && (
          <Fact name={workloadWords.lastFailure}>
            <MomentFacts of={failure} />
          </Fact>
        )}
      </dl>
    </>
  );
}

const MomentFacts = ({ of }: { readonly of: NonNullable<ReturnType<typeof momentIn>> }) => (
  <span className={styles.two}>
    <Time at={of.time} />
    {of.more.map(([name, value]) => (
      <span key={name} className={styles.soft}>
        {name}: <bdi>{value}</bdi>
      </span>
    ))}
  </span>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
