import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { components } from '../api/schema';
import type { Project } from '../shell/project';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { asOfOf, changeCount, planLines } from './model';
import { PlanItems } from './plan-items';
import { type RollbackOrder, rollbackQuery } from './queries';
import { RollBack } from './roll-back';
import styles from './screen.module.css';

type Report = components['schemas']['FolderRollbackReport'];

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
  const [hadItems, setHadItems] = useState(false);
  if (!hadItems && plan.data && plan.data.items.length > 0) setHadItems(true);
  if (plan.isPending) return <LoadingState rows={3} />;
  if (plan.error) return <ErrorState error={plan.error} retry={() => void plan.refetch()} />;
  if (!plan.data) return null;
  if (plan.data.items.length === 0)
    return <Same isArrived={hadItems}>{isFollowed ? words.changedBack : words.sameHelp}</Same>;
  return <Choices {...{ body, report: plan.data, at: search.at ?? '', name: search.name }} />;
}

interface SameProps {
  /** Whether it was otherwise before: then somebody has just put it back, and looks for what came of it. */
  readonly isArrived: boolean;
  readonly children: string;
}

function Same({ isArrived, children }: SameProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isArrived) return;
    // A dialog that closes gives the focus back a moment later.
    const timer = setTimeout(() => {
      place.current?.focus();
      place.current?.scrollIntoView({ block: 'center' });
    }, 200);
    return () => clearTimeout(timer);
  }, [isArrived]);
  return (
    <div ref={place} tabIndex={-1}>
      <EmptyState title={words.same}>{children}</EmptyState>
    </div>
  );
}

interface ChoicesProps {
  readonly body: RollbackOrder;
  /** The plan of everything. */
  readonly report: Report;
  readonly at: string;
  readonly name: string | undefined;
}

/** Which of the secrets go back: all, until somebody leaves one out. What is left is planned anew, by itself. */
function Choices({ body, report, at, name }: ChoicesProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set());
  const chosen = report.items.flatMap(({ secretId: id }) => (left.has(id) ? [] : [id]));
  const isAll = chosen.length === report.items.length;
  const order = isAll ? body : { ...body, secretIds: chosen };
  const planned = useQuery({ ...rollbackQuery(order), enabled: !isAll && chosen.length > 0 });
  const plan = isAll ? report : planned.data;
  const leave = (id: string, isLeft: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isLeft) next.add(id);
      else next.delete(id);
      return next;
    });
  const items = report.items.map(
    (item) => plan?.items.find(({ secretId }) => secretId === item.secretId) ?? item,
  );
  return (
    <section className={styles.section}>
      <h2>{words.plan}</h2>
      <PlanItems {...{ items, left, leave, name }} />
      {planned.error && !isAll && (
        <ErrorState error={planned.error} retry={() => void planned.refetch()} />
      )}
      <Foot
        {...{ plan: chosen.length > 0 ? plan : undefined, order, at }}
        leftOut={report.items.length - chosen.length}
        unchanged={report.unchanged}
      />
    </section>
  );
}

interface FootProps {
  /** Of what is chosen; undefined while it is asked for, and where nothing is chosen. */
  readonly plan: Report | undefined | null;
  readonly order: RollbackOrder;
  readonly at: string;
  readonly leftOut: number;
  readonly unchanged: number;
}

/** What it comes to, and the button that asks once more. */
function Foot({ plan, order, at, leftOut, unchanged }: FootProps) {
  const [isAsking, setAsking] = useState(false);
  const items = plan?.items ?? [];
  const count = changeCount(items);
  const refused = items.length - count;
  return (
    <footer className={styles.foot}>
      <span role="status">
        {words.summary(count, leftOut, unchanged)}
        {refused > 0 && <em className={styles.bad}> {words.refused(refused)}</em>}
        {plan?.wouldBeHeld && <em className={styles.warn}> {words.held}</em>}
      </span>
      <Button
        look="danger"
        isDisabled={!plan?.accepted || count === 0}
        onPress={() => setAsking(true)}
      >
        {words.rollBack}
      </Button>
      {isAsking && plan && (
        <RollBack
          {...{ at, body: { ...order, expectedPlan: plan.plan }, leftOut }}
          lines={planLines(items, order.secretPath)}
          close={() => setAsking(false)}
        />
      )}
    </footer>
  );
}
