import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useProjectRights } from '../api/rights';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Tabs } from '../widgets/tabs';
import { peopleWords as words } from '../words/people';
import { AddGroup } from './add-group';
import { AddPeople } from './add-people';
import { Endings } from './endings';
import { MemberSheet } from './member-sheet';
import { MembersTable } from './members-table';
import type { Member } from './model';
import { groupsQuery, peopleQuery } from './queries';
import type { PeopleSearch } from './route';
import styles from './screen.module.css';

const ADDS = {
  people: { subject: 'member', action: 'create' },
  groups: { subject: 'groups', action: 'create' },
} as const;

/** Who is a member of the project, as a person or by a group, with which roles and until when. */
export function PeopleScreen() {
  const project = useProject();
  useTitle(words.title, project.name);
  const { show = 'people' } = useSearch({ strict: false }) as PeopleSearch;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const people = useInfiniteQuery(peopleQuery(project.id, search));
  const groups = useQuery(groupsQuery(project.id));
  const pages = people.data?.pages ?? [];
  const found = pages.flatMap(({ members }) => members);
  const total = pages[0]?.totalCount;
  const members = [...found, ...(groups.data ?? [])];
  const listed = show === 'people' ? people : groups;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Parts show={show} people={total} groups={groups.data?.length} />
        {show === 'people' && (
          <input
            type="search"
            className={styles.find}
            aria-label={words.find}
            placeholder={words.find}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <Add show={show} members={members} />
      </header>
      {show === 'people' && total !== undefined && found.length < total && (
        <p className={styles.soft}>{words.ofFirst(found.length, total)}</p>
      )}
      <Endings members={members} />
      <Listed listed={listed}>
        <List members={show === 'people' ? found : (groups.data ?? [])} {...{ show, search }} />
      </Listed>
      {show === 'people' && people.hasNextPage && (
        <div>
          <Button isPending={people.isFetchingNextPage} onPress={() => void people.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      <MemberSheet members={members} isLoading={people.isPending || groups.isPending} />
    </div>
  );
}

interface PartsProps {
  readonly show: 'people' | 'groups';
  readonly people: number | undefined;
  readonly groups: number | undefined;
}

const Parts = ({ show, people, groups }: PartsProps) => (
  <Tabs
    label={words.show}
    chosen={show}
    tabs={[
      { id: 'people', title: words.people, search: {}, count: people },
      { id: 'groups', title: words.groups, search: { show: 'groups' }, count: groups },
    ]}
  />
);

interface ListedProps {
  readonly listed: Pick<UseQueryResult, 'error' | 'isPending' | 'refetch'>;
  readonly children: ReactNode;
}

/** A list, or why it is not there yet. */
function Listed({ listed, children }: ListedProps) {
  if (listed.error) return <ErrorState error={listed.error} retry={() => void listed.refetch()} />;
  return listed.isPending ? <LoadingState /> : children;
}

interface AddProps {
  readonly show: 'people' | 'groups';
  readonly members: readonly Member[];
}

function Add({ show, members }: AddProps) {
  const { id: projectId } = useProject();
  const rights = useProjectRights(projectId, ADDS);
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <span className={styles.add}>
      <ActButton look="first" whyNot={rights[show]} onPress={() => setAdding(true)}>
        {show === 'people' ? words.addPeople : words.addGroup}
      </ActButton>
      {isAdding && show === 'people' && <AddPeople close={close} />}
      {isAdding && show === 'groups' && (
        <AddGroup close={close} known={members.filter(({ kind }) => kind === 'group')} />
      )}
    </span>
  );
}

interface ListProps {
  readonly members: readonly Member[];
  readonly show: 'people' | 'groups';
  readonly search: string;
}

function List({ members, show, search }: ListProps) {
  if (members.length > 0) return <MembersTable label={words[show]} members={members} />;
  if (show === 'groups')
    return <EmptyState title={words.noGroups}>{words.noGroupsHelp}</EmptyState>;
  return search === '' ? (
    <EmptyState title={words.nobody}>{words.nobodyHelp}</EmptyState>
  ) : (
    <EmptyState title={words.noneFound}>{words.noneFoundHelp}</EmptyState>
  );
}
