import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { projectsQuery } from '../api/queries';
import { Sheet } from '../widgets/dialog';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { auditWords as words } from '../words/audit';
import { type Entry, factsOfTarget, foldersOf, momentFilter, type Way, wayOf } from './model';
import { entriesQuery } from './queries';
import { useWholeLog } from './rights';
import type { AuditSearch } from './route';
import styles from './entry-sheet.module.css';

/** All that one entry says, and the ways that lead on from it. */
export function EntrySheet({ entries }: { readonly entries: readonly Entry[] }) {
  const { entry: id, at = '' } = useSearch({ strict: false }) as AuditSearch;
  const navigate = useNavigate();
  const listed = entries.find((entry) => entry.id === id);
  const isFound = listed !== undefined || id === undefined;
  const isMoment = !Number.isNaN(Date.parse(at));
  const looked = useQuery({
    ...entriesQuery(isMoment ? momentFilter(at) : {}),
    enabled: !isFound && isMoment,
  });
  const entry = listed ?? looked.data?.find((each) => each.id === id);
  const close = () =>
    void navigate({
      to: '/audit',
      search: (({ entry: _entry, at: _at, ...rest }: AuditSearch) => rest) as never,
    });
  return (
    <Sheet isOpen={id !== undefined} close={close} title={words.entry(entry?.number ?? null)}>
      {entry ? (
        <Whole entry={entry} />
      ) : looked.isLoading ? (
        <LoadingState />
      ) : looked.error ? (
        <ErrorState error={looked.error} retry={() => void looked.refetch()} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

function Whole({ entry }: { readonly entry: Entry }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { facts } = words;
  const { id, number, action, actor, projectId, createdAt } = entry;
  const project = projects.find((each) => each.id === projectId);
  const at = new Date(createdAt).toLocaleString(undefined, {
    ...({ dateStyle: 'medium', timeStyle: 'long' } as const),
  });
  return (
    <>
      <Facts
        of={[
          [facts.at, <time key="at" dateTime={createdAt}>{`${at} · ${createdAt}`}</time>],
          [facts.actor, <Actor key="actor" actor={actor} />],
          [facts.action, <code key="action">{action}</code>],
          ...(projectId === undefined
            ? []
            : [[facts.project, <bdi key="project">{project?.name ?? projectId}</bdi>] as const]),
          [facts.number, number === null ? facts.unlinked : number.toLocaleString()],
          [facts.address, <code key="from">{entry.ipAddress ?? '–'}</code>],
          [facts.client, <bdi key="client">{entry.userAgent ?? '–'}</bdi>],
          [facts.request, <code key="request">{entry.reqId}</code>],
          [facts.id, <code key="id">{id}</code>],
        ]}
      />
      <section className={styles.section}>
        <h3>{words.onWhat}</h3>
        <Facts
          of={factsOfTarget(entry.target).map(([name, value]) => [
            name,
            <code key={name} className={styles.value}>
              <bdi>{value}</bdi>
            </code>,
          ])}
        />
      </section>
      <WaysOn
        entry={entry}
        way={wayOf(entry, (wanted) => projects.find((each) => each.id === wanted)?.slug)}
      />
    </>
  );
}

const Actor = ({ actor: { name, type, id } }: Pick<Entry, 'actor'>) => (
  <>
    <bdi>{name}</bdi>{' '}
    <span className={styles.soft}>
      {words.kinds[type] ?? type} {id !== undefined && <code>{id}</code>}
    </span>
  </>
);

const Facts = ({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.flatMap(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{fact}</dd>])}
  </dl>
);

function WaysOn({ entry, way }: { readonly entry: Entry; readonly way: Way | null }) {
  const { action, actor, target } = entry;
  const whyNot = useWholeLog();
  const [folder] = foldersOf(target);
  const [secret] = folder?.secretKeys ?? [];
  return (
    <section className={styles.section}>
      <h3>{words.goOn}</h3>
      <ul className={styles.ways}>
        {way && (
          <li>
            <WayLink way={way} />
          </li>
        )}
        {secret !== undefined && (
          <li>
            <Link to="/audit" search={{ name: secret }}>
              {words.ofSecret(secret)}
            </Link>
          </li>
        )}
        <li>
          <Link to="/audit" search={{ action }}>
            {words.ofAction(action)}
          </Link>
        </li>
        {actor.id !== undefined && (
          <li>
            <Link to="/audit" search={{ actor: actor.id }}>
              {words.ofActor(actor.name)}
            </Link>
          </li>
        )}
        {whyNot === null && actor.type === 'identity' && actor.id !== undefined && (
          <li>
            <Link to="/seen" search={{ identity: actor.id }}>
              {words.seenBy(actor.name)}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function WayLink({ way }: { readonly way: Way }) {
  if (way.kind === 'identity')
    return (
      <Link to="/identities" search={{ identity: way.id }}>
        {words.ways.identity}
      </Link>
    );
  const params = { projectSlug: way.slug };
  if (way.kind === 'role')
    return (
      <Link to="/p/$projectSlug/what-if" params={params} search={{ role: way.role } as never}>
        {words.ways.role}
      </Link>
    );
  const { path, environment, name } = way;
  const search = { path, ...(environment && { environment }), ...(name && { name }) };
  return (
    <Link to="/p/$projectSlug/secrets" params={params} search={search}>
      {words.ways.secret}
    </Link>
  );
}
