import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Choice } from '../widgets/choice';
import { Suggest } from '../widgets/suggest';
import { choicesOf, idOf } from '../audit/people';
import { identityNamesQuery } from '../audit/queries';
import { useWholeLog } from '../audit/rights';
import { knownOf } from '../api/rights-answers';
import { identityQuery } from '../identities/queries';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { AsCommand } from '../widgets/command';
import { readCommand } from '../widgets/curl';
import { Freshness } from '../widgets/freshness';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { stateWords } from '../words/states';
import { seenWords as words } from '../words/seen';
import { HasLeft } from './has-left';
import { countsOf, type Seen, seenIn, unnamedIn } from './model';
import { seenQuery } from './queries';
import type { SeenSearch } from './route';
import styles from './screen.module.css';
import { SeenTable } from './seen-table';

/** Which values an identity has seen that still hold, and how its access ends. */
export function SeenScreen() {
  const { identity: id } = useSearch({ strict: false }) as SeenSearch;
  useTitle(words.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Whose id={id ?? ''} />
        {id !== undefined && (
          <Link to="/identities" search={{ identity: id }}>
            {words.toIdentity}
          </Link>
        )}
      </header>
      {id === undefined ? (
        <EmptyState title={words.choose}>{words.chooseHelp}</EmptyState>
      ) : (
        <OfIdentity key={id} id={id} />
      )}
    </div>
  );
}

/** Whom it is about: by name, or by an id where names are not the caller's to read. */
function Whose({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { data: names = [] } = useQuery(identityNamesQuery);
  const { data: own } = useQuery({ ...identityQuery(id), enabled: id !== '', retry: false });
  const known = choicesOf(own ? [...names, { id, name: own.identity.name }] : names);
  const choose = (text: string) => {
    const identity = idOf(text.trim(), known);
    if (identity !== id)
      void navigate({ to: '/seen', search: identity === '' ? {} : { identity } });
  };
  return (
    <Suggest
      isWide
      label={words.whose}
      placeholder={words.typeId}
      value={known.find((each) => each.id === id)?.name ?? id}
      options={known.map(({ name }) => name)}
      onChange={choose}
    />
  );
}

/** Those who may read the whole log are shown what it has seen; those who may see it, that it has left. */
function OfIdentity({ id }: { readonly id: string }) {
  const whyNot = useWholeLog();
  const found = useInfiniteQuery({ ...seenQuery(id), enabled: whyNot === null });
  const pages = found.data?.pages ?? [];
  const seen = seenIn(pages);
  const refused = knownOf(whyNot);
  return (
    <>
      {refused !== null ? (
        <EmptyState title={stateWords.forbidden}>{refused}</EmptyState>
      ) : found.isPending ? (
        <LoadingState rows={8} />
      ) : found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <section className={styles.section} aria-labelledby="seen-counts">
          <Head seen={seen} found={found} />
          <Rows seen={seen} />
          <div className={styles.foot}>
            {countsOf(seen).gone > 0 && <p className={styles.soft}>{words.goneHelp}</p>}
            {unnamedIn(pages) > 0 && (
              <p className={styles.soft}>{words.unnamed(unnamedIn(pages))}</p>
            )}
            {found.hasNextPage && (
              <Button
                isPending={found.isFetchingNextPage}
                onPress={() => void found.fetchNextPage()}
              >
                {words.older}
              </Button>
            )}
          </div>
          <AsCommand command={readCommand(`/v1/identities/${id}/exposure`)} />
        </section>
      )}
      {(refused !== null || !found.isPending) && (
        <HasLeft id={id} stillHolds={countsOf(seen).current} />
      )}
    </>
  );
}

interface HeadProps {
  readonly seen: readonly Seen[];
  readonly found: {
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

function Head({ seen, found }: HeadProps) {
  const { show } = useSearch({ strict: false }) as SeenSearch;
  const navigate = useNavigate();
  const { current, replaced, gone } = countsOf(seen);
  return (
    <div className={styles.counts}>
      <h2 id="seen-counts" aria-live="polite">
        {words.counts(current, replaced, gone)}
      </h2>
      {seen.length > 0 && (
        <progress aria-label={words.progress} value={replaced} max={seen.length} />
      )}
      <span className={styles.space} />
      <Choice
        label={words.show}
        value={show ?? ''}
        options={[
          ['', words.onlyCurrent],
          ['all', words.all],
        ]}
        onChange={(chosen) =>
          void navigate({
            ...{ to: '.', replace: true },
            search: (({ identity }: SeenSearch) => ({
              ...{ identity },
              ...(chosen === 'all' ? { show: chosen } : {}),
            })) as never,
          })
        }
      />
      <Freshness
        at={found.dataUpdatedAt}
        isBusy={found.isFetching}
        look={() => void found.refetch()}
      />
    </div>
  );
}

function Rows({ seen }: { readonly seen: readonly Seen[] }) {
  const { show } = useSearch({ strict: false }) as SeenSearch;
  const shown = show === 'all' ? seen : seen.filter(({ status }) => status === 'current');
  if (seen.length === 0) return <EmptyState title={words.nothing}>{words.nothingHelp}</EmptyState>;
  if (shown.length === 0) return <EmptyState title={words.done}>{words.doneHelp}</EmptyState>;
  return <SeenTable seen={shown} />;
}
