import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useOrganizationRights } from '../api/rights';
import { allGroupsQuery } from '../people/queries';
import { useSession } from '../session/session';
import { useTitle } from '../shell/title';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Tabs } from '../widgets/tabs';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { organizationWords as words } from '../words/organization';
import { GroupSheet } from './group-sheet';
import { Invite } from './invite';
import { orgRoleText, type Person, roleOf } from './model';
import { NewGroup } from './new-group';
import { PersonSheet } from './person-sheet';
import { peopleQuery } from './queries';
import type { OrganizationSearch } from './route';
import styles from '../people/screen.module.css';

/** The people and groups of the organization. */
export function OrganizationScreen() {
  const { account } = useSession();
  return account && <OfOrganization orgId={account.organizationId} name={account.organization} />;
}

const usePeople = (orgId: string) => useInfiniteQuery(peopleQuery(orgId));
const useGroups = () => useQuery(allGroupsQuery);

function OfOrganization({ orgId, name }: { readonly orgId: string; readonly name: string }) {
  useTitle(words.title, name);
  const { show = 'people' } = useSearch({ strict: false }) as OrganizationSearch;
  const people = usePeople(orgId);
  const groups = useGroups();
  const total = people.data?.pages[0]?.totalCount;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {words.title} <bdi className={styles.of}>{name}</bdi>
        </h1>
        <Tabs
          label={words.show}
          chosen={show}
          tabs={[
            { id: 'people', title: words.people, search: {}, count: total },
            {
              ...{ id: 'groups', title: words.groups, search: { show: 'groups' } },
              count: groups.data?.length,
            },
          ]}
        />
        <Add show={show} orgId={orgId} />
      </header>
      {show === 'people' ? <People orgId={orgId} people={people} /> : <Groups groups={groups} />}
    </div>
  );
}

function Add({ show, orgId }: { readonly show: 'people' | 'groups'; readonly orgId: string }) {
  const rights = useOrganizationRights({
    people: { subject: 'member', action: 'create' },
    groups: { subject: 'groups', action: 'create' },
  });
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <span className={styles.add}>
      <ActButton look="first" whyNot={rights[show]} onPress={() => setAdding(true)}>
        {show === 'people' ? words.invite : words.newGroup}
      </ActButton>
      {isAdding && show === 'people' && <Invite {...{ orgId, close }} />}
      {isAdding && show === 'groups' && <NewGroup close={close} />}
    </span>
  );
}

interface PeopleProps {
  readonly orgId: string;
  readonly people: ReturnType<typeof usePeople>;
}

function People({ orgId, people }: PeopleProps) {
  const found = people.data?.pages.flatMap((page) => page.people) ?? [];
  if (people.error) return <ErrorState error={people.error} retry={() => void people.refetch()} />;
  if (people.isPending) return <LoadingState />;
  if (found.length === 0) return <EmptyState title={words.nobody}>{words.nobodyHelp}</EmptyState>;
  return (
    <>
      <DataTable
        label={words.people}
        rows={found}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ id: 'who', title: words.who, isRowHeader: true },
            cell: ({ id, name, email }) => <Who {...{ id, name }} detail={email} />,
          },
          {
            id: 'role',
            title: words.role,
            cell: ({ role }) => <Written>{orgRoleText(role)}</Written>,
          },
          { id: 'state', title: words.state, cell: (person) => <State person={person} /> },
          {
            ...{ id: 'login', title: words.lastLogin },
            cell: ({ lastLogin }) => <Time at={lastLogin} />,
          },
        ]}
      />
      {people.hasNextPage && (
        <div>
          <Button isPending={people.isFetchingNextPage} onPress={() => void people.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      <PersonSheet people={found} orgId={orgId} />
    </>
  );
}

function Groups({ groups }: { readonly groups: ReturnType<typeof useGroups> }) {
  if (groups.error) return <ErrorState error={groups.error} retry={() => void groups.refetch()} />;
  if (groups.isPending) return <LoadingState />;
  return (
    <>
      {groups.data.length === 0 ? (
        <EmptyState title={words.noGroups}>{words.noGroupsHelp}</EmptyState>
      ) : (
        <DataTable
          label={words.groups}
          rows={groups.data}
          keyOf={({ id }) => id}
          columns={[
            {
              ...{ id: 'who', title: words.who, isRowHeader: true },
              cell: ({ id, name, slug }) => <Who {...{ id, name }} detail={slug} />,
            },
            {
              id: 'role',
              title: words.role,
              cell: (group) => <bdi>{orgRoleText(roleOf(group))}</bdi>,
            },
          ]}
        />
      )}
      <GroupSheet groups={groups.data} />
    </>
  );
}

interface WhoProps {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const Who = ({ id, name, detail }: WhoProps) => (
  <span className={styles.who}>
    <Link to="." search={((before: OrganizationSearch) => ({ ...before, who: id })) as never}>
      <Written>{name}</Written>
    </Link>
    {detail !== name && <Written className={styles.soft}>{detail}</Written>}
  </span>
);

const State = ({ person: { state } }: { readonly person: Person }) => (
  <span className={state === 'active' ? undefined : styles.ends}>{words[state]}</span>
);
