import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { namesQuery } from '../access/queries';
import { isProduction } from '../secrets/production';
import { type Project, useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { useIsNarrow } from '../widgets/narrow';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { timeWords as words } from '../words/time';
import { LastChanges } from './last-changes';
import { latestIn, openingOf } from './latest';
import { Line } from './line';
import type { TimeSearch } from './address';
import { useEscape } from './keys';
import { type ChangeMoment, hasLater, momentText, otherSide, placeOf } from './model';
import { Moments } from './moments';
import { Place } from './place';
import { Plan } from './plan';
import { latestQuery } from './queries';
import styles from './screen.module.css';
import { useChanges } from './use-changes';

/** The strip over what is past. */
const PAST = 'past';

const ROUTE = '/p/$projectSlug/time';

/** What a folder was at a moment, what has changed since, and how to put it back. */
export function TimeScreen() {
  useTitle(words.title);
  const project = useProject();
  const search = useSearch({ from: ROUTE });
  const go = useNavigate({ from: ROUTE });
  const { path = '/', period = 'day', at } = search;
  const { environment, environments, latest } = useOpening(project, search);
  const { name } = search;
  const place = { ...(environment ? { environment } : {}), path, period, ...(name && { name }) };
  const change = (next: TimeSearch) => void go({ search: next });
  const toNow = useCallback(() => void go({ search: placeOf }), [go]);
  useEscape(at !== undefined, toNow);
  const changes = useChanges(project.id, place);
  const { data } = changes;
  const isNarrow = useIsNarrow();
  const show = (moment: TimeSearch | null) => {
    change({ ...place, ...moment });
    // What is shown stands above what was pressed; on a narrow page below much else.
    requestAnimationFrame(() => {
      scrollTo({ top: 0 });
      if (isNarrow) document.getElementById(PAST)?.scrollIntoView({ block: 'start' });
    });
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Place project={project} search={{ ...place, ...(at ? { at } : {}) }} onChange={change} />
      </header>
      {latest && <LastChanges {...{ environments, latest }} shown={environment} />}
      {at !== undefined && <Past {...{ at, toNow, show }} moments={data?.moments ?? []} />}
      {data && <Arrival key={`${path} ${name}`} name={name} />}
      {changes.isPending && <LoadingState />}
      {changes.error && <ErrorState error={changes.error} retry={() => void changes.refetch()} />}
      {data && (
        <Line
          {...{ changes: data, at, event: search.event }}
          place={`${environment} ${path}`}
          onShow={show}
        />
      )}
      {at !== undefined && (
        <Plan
          {...{ key: at, project, search: { ...place, ...search } }}
          isFollowed={hasLater(data?.moments ?? [], at)}
        />
      )}
      {data?.moments.length === 0 && (
        <Nothing
          {...{ project, environment, path }}
          look={period === 'month' ? null : () => change({ ...search, period: 'month' })}
        />
      )}
      {data && data.moments.length > 0 && (
        <Moments moments={data.moments} {...{ at, name, path }} onShow={show} />
      )}
    </div>
  );
}

/** The environment of the address. An address without one gets that of the last change, and keeps it whatever changes then. */
function useOpening(project: Project, { environment, path = '/' }: TimeSearch) {
  const go = useNavigate({ from: ROUTE });
  const { data, isPending } = useQuery(latestQuery(project.id));
  const environments = useMemo(() => project.environments.map(({ slug }) => slug), [project]);
  const latest = useMemo(() => (data ? latestIn(data, path) : null), [data, path]);
  const opening = isPending
    ? undefined
    : openingOf(environments, latest ?? new Map(), isProduction);
  useEffect(() => {
    if (environment !== undefined || opening === undefined) return;
    void go({ search: (before) => ({ ...before, environment: opening }), replace: true });
  }, [environment, opening, go]);
  return { environment: environment ?? opening, environments, latest };
}

interface NothingProps {
  readonly project: Project;
  readonly environment: string | undefined;
  readonly path: string;
  /** Looks further back; null where there is no longer period. */
  readonly look: (() => void) | null;
}

/** No change: in a quiet folder, or in one that is not there. */
function Nothing({ project, environment = '', path, look }: NothingProps) {
  const { data: known } = useQuery(namesQuery(project.id));
  if (!known || known.isHeld(environment, path) || path === '/')
    return (
      <EmptyState title={words.nothing}>
        {words.nothingHelp} {look && <Button onPress={look}>{words.lookBack}</Button>}
      </EmptyState>
    );
  const place = `${path} of ${environment}`;
  return <EmptyState title={words.noFolder(place)}>{words.noFolderHelp}</EmptyState>;
}

/** Leads to the change of the secret that somebody came for, once it is there. */
function Arrival({ name }: { readonly name: string | undefined }) {
  useEffect(() => {
    if (name === undefined) return;
    document.querySelector('[data-named]')?.scrollIntoView({ block: 'center' });
  }, [name]);
  return null;
}

interface PastProps {
  readonly at: string;
  readonly moments: readonly ChangeMoment[];
  readonly toNow: () => void;
  readonly show: (moment: TimeSearch) => void;
}

/** Says over everything else that what is shown is past, and leads to the other side of the change beside it. */
function Past({ at, moments, toNow, show }: PastProps) {
  const other = otherSide(moments, at);
  return (
    <div id={PAST} className={styles.past} role="status">
      <strong>{words.shown(momentText(at))}</strong>
      {other && (
        <span>
          {words.beside[other.side]}{' '}
          <Button isSmall onPress={() => show(other.moment)}>
            {words.toSide[other.side]}
          </Button>
        </span>
      )}
      <Button isSmall onPress={toNow}>
        {words.backToNow}
      </Button>
      <kbd>Esc</kbd>
    </div>
  );
}
