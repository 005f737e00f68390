import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { AsCommand } from '../widgets/command';
import { readCommand } from '../widgets/curl';
import { Freshness } from '../widgets/freshness';
import { Field } from '../widgets/field';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { identitiesWords as words } from '../words/identities';
import { CreateIdentity } from './create';
import { IdentitiesTable } from './table';
import { isSearchable } from './model';
import { changed, identitiesQuery, overviewQuery, PAGE } from './queries';
import type { IdentitiesSearch } from './route';
import styles from './screen.module.css';
import { IdentitySheet } from './sheet';

/** Who is there beside people, how each signs in, and what ends soon. */
export function IdentitiesScreen() {
  const { name = '', identity } = useSearch({ strict: false }) as IdentitiesSearch;
  useTitle(words.title);
  const isAsked = isSearchable(name);
  const found = useInfiniteQuery({ ...identitiesQuery(name), enabled: isAsked });
  const { data: workloads = [] } = useQuery({ ...overviewQuery, retry: false });
  const identities = found.data?.pages.flatMap((page) => page.identities) ?? [];
  const total = found.data?.pages[0]?.totalCount ?? 0;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{words.title}</h1>
          <p className={styles.soft}>{words.help}</p>
        </div>
        {!found.error && (
          <div className={styles.acts}>
            <Freshness
              at={found.dataUpdatedAt}
              isBusy={found.isFetching}
              look={() => void changed()}
            />
            <CreateIdentity />
          </div>
        )}
      </header>
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : (
        <>
          <SearchField given={name} isWrong={!isAsked} />
          {isAsked && found.isPending && <LoadingState rows={10} />}
          {found.data && identities.length === 0 && <Nothing isSearch={name !== ''} />}
          {identities.length > 0 && <IdentitiesTable {...{ identities, workloads }} />}
          {found.data && identities.length > 0 && (
            <div className={styles.foot}>
              <span className={styles.soft} aria-live="polite">
                {words.shown(identities.length, total)}
              </span>
              {found.hasNextPage && (
                <Button
                  isPending={found.isFetchingNextPage}
                  onPress={() => void found.fetchNextPage()}
                >
                  {words.more}
                </Button>
              )}
            </div>
          )}
          <AsCommand command={readCommand('/v1/identities', { limit: PAGE })} />
        </>
      )}
      <IdentitySheet id={identity} />
    </div>
  );
}

/** Milliseconds after the last key. */
const PAUSE = 250;

interface SearchProps {
  readonly given: string;
  readonly isWrong: boolean;
}

/** Narrows the list as one types; the address holds it. */
function SearchField({ given, isWrong }: SearchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(given);
  useEffect(() => {
    const name = text.trim();
    if (name === given) return;
    const timer = setTimeout(
      () =>
        void navigate({
          ...{ to: '/identities', replace: true },
          search: (({ identity }: IdentitiesSearch) => ({
            ...(identity === undefined ? {} : { identity }),
            ...(name === '' ? {} : { name }),
          })) as never,
        }),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [text, given, navigate]);
  return (
    <div className={styles.search}>
      <Field
        label={words.search}
        value={text}
        onChange={setText}
        isInvalid={isWrong}
        error={words.badSearch}
        autoComplete="off"
        spellCheck="false"
      />
    </div>
  );
}

const Nothing = ({ isSearch }: { readonly isSearch: boolean }) => (
  <EmptyState title={isSearch ? words.nothing : words.empty}>
    {isSearch ? words.nothingHelp : words.emptyHelp}
  </EmptyState>
);
