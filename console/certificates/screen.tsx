import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { Choice } from '../widgets/choice';
import { useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Tabs } from '../widgets/tabs';
import { certificatesWords as words } from '../words/certificates';
import { AuthoritiesTable } from './authorities';
import { CertificateSheet } from './certificate-sheet';
import { CertificatesTable } from './certificates-table';
import { IssueButton } from './issue-button';
import { ProfilesTable } from './profiles';
import { authoritiesQuery, certificatesQuery, profilesQuery, type Status } from './queries';
import type { CertificatesSearch } from './route';
import styles from './screen.module.css';

/** Certificates in the order of their ends, and the authorities and profiles that they come from. */
export function CertificatesScreen() {
  const project = useProject();
  useTitle(words.title, project.name);
  const { show = 'certificates' } = useSearch({ strict: false }) as CertificatesSearch;
  const authorities = useQuery(authoritiesQuery(project.id));
  const profiles = useQuery(profilesQuery(project.id));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Tabs
          label={words.show}
          chosen={show}
          tabs={[
            { id: 'certificates', title: words.certificates, search: {} },
            {
              ...{ id: 'authorities', title: words.authorities, search: { show: 'authorities' } },
              count: authorities.data?.length,
            },
            {
              ...{ id: 'profiles', title: words.profiles, search: { show: 'profiles' } },
              count: profiles.data?.length,
            },
          ]}
        />
        <IssueButton />
      </header>
      {show === 'certificates' && <Certificates />}
      {show === 'authorities' && <AuthoritiesTable />}
      {show === 'profiles' && <ProfilesTable />}
      <CertificateSheet />
    </div>
  );
}

function Certificates() {
  const project = useProject();
  const { status = 'active' } = useSearch({ strict: false }) as CertificatesSearch;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useInfiniteQuery(certificatesQuery(project.id, status, search));
  const certificates = found.data?.pages.flatMap((page) => page.certificates) ?? [];
  return (
    <>
      <div className={styles.filter}>
        <StatusChoice status={status} />
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
      </div>
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <LoadingState />
      ) : certificates.length > 0 ? (
        <CertificatesTable certificates={certificates} />
      ) : (
        <EmptyState title={search === '' ? words.none : words.noneFound}>
          {search === '' ? words.noneHelp[status] : words.noneFoundHelp}
        </EmptyState>
      )}
      {found.hasNextPage && (
        <div>
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

const STATUSES = Object.entries(words.statuses);

function StatusChoice({ status }: { readonly status: Status }) {
  const navigate = useNavigate();
  return (
    <Choice
      label={words.status}
      value={status}
      options={STATUSES}
      onChange={(chosen) => {
        const search = chosen === 'active' ? {} : { status: chosen };
        void navigate({ to: '.', replace: true, search: search as never });
      }}
    />
  );
}
