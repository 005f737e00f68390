import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../api/schema';
import type { Project } from '../shell/project';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { asOfOf, changeCount, planLines } from './model';
import { rollbackQuery } from './queries';
import { RollBack } from './roll-back';
import styles from './screen.module.css';

type Report = components['schemas']['FolderRollbackReport'];
type Item = components['schemas']['FolderRollbackItem'];

interface Props {
  readonly project: Project;
  readonly search: TimeSearch;
  /** Whether changes after the moment are listed below. */
  readonly isFollowed: boolean;
}

/** What has changed since the moment, and what putting it back would do: the plan is the server's own. */
export function Plan({ project, search, isFollowed }: Props) {
  const { environment = '', path = '/' } = search;
  const asOf = asOfOf(search) ?? '';
  const body = { projectId: project.id, environment, secretPath: path, asOf, recursive: true };
  const plan = useQuery(rollbackQuery(body));
  if (plan.isPending) return <LoadingState rows={3} />;
  if (plan.error) return <ErrorState error={plan.error} retry={() => void plan.refetch()} />;
  if (!plan.data) return null;
  if (plan.data.items.length === 0)
    return (
      <EmptyState title={words.same}>{isFollowed ? words.changedBack : words.sameHelp}</EmptyState>
    );
  return (
    <section className={styles.section}>
      <h2>{words.plan}</h2>
      <Items items={plan.data.items} />
      <Foot report={plan.data} body={body} at={search.at ?? ''} />
    </section>
  );
}

interface FootProps {
  readonly report: Report;
  readonly body: Omit<Parameters<typeof RollBack>[0]['body'], 'expectedPlan'>;
  readonly at: string;
}

/** What it comes to, and the button that asks once more. */
function Foot({ report, body, at }: FootProps) {
  const [isAsking, setAsking] = useState(false);
  const { items, unchanged, accepted, wouldBeHeld, plan } = report;
  const count = changeCount(items);
  const refused = items.length - count;
  const order = { ...body, expectedPlan: plan };
  return (
    <footer className={styles.foot}>
      <span>
        {words.summary(count, unchanged)}
        {refused > 0 && <em className={styles.bad}> {words.refused(refused)}</em>}
        {wouldBeHeld && <em className={styles.warn}> {words.held}</em>}
      </span>
      <Button look="danger" isDisabled={!accepted} onPress={() => setAsking(true)}>
        {words.rollBack}
      </Button>
      {isAsking && (
        <RollBack
          {...{ body: order, at, lines: planLines(items) }}
          close={() => setAsking(false)}
        />
      )}
    </footer>
  );
}

const Items = ({ items }: { readonly items: readonly Item[] }) => (
  <DataTable
    label={words.plan}
    rows={items}
    keyOf={({ secretId }) => secretId}
    columns={[
      { id: 'name', title: words.name, isRowHeader: true, cell: (row) => <Name item={row} /> },
      { id: 'then', title: words.then, cell: ({ target }) => versionOf(target, words.notThere) },
      { id: 'now', title: words.present, cell: (row) => versionOf(row, words.gone) },
      { id: 'if', title: words.ifRolledBack, cell: (row) => <Outcome item={row} /> },
    ]}
  />
);

const versionOf = (state: { readonly version?: number } | undefined, none: string): string =>
  state?.version === undefined ? none : words.version(state.version);

const Name = ({ item }: { readonly item: Item }) => (
  <span className={styles.name}>
    <code>
      <bdi>{item.secretKey}</bdi>
    </code>
    {item.secretPath !== '/' && <small className={styles.soft}>{item.secretPath}</small>}
  </span>
);

/** The refusal's own sentences stand beside the mark. */
const Outcome = ({ item }: { readonly item: Item }) => (
  <span data-outcome={item.outcome} className={styles.outcome}>
    {words.outcomes[item.outcome]}
    {item.problems.map(({ message }) => (
      <small key={message}> {message}</small>
    ))}
  </span>
);
