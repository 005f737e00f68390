import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, SERVER, take } from '../api/client';
import { statusQuery } from '../api/queries';
import { useSession } from '../session/session';
import { useTitle } from '../shell/title';
import { Facts } from '../widgets/facts';
import { settingsWords as words } from '../words/settings';
import styles from './screen.module.css';
import { Sessions } from './sessions';

/** What this server is, and what is whose: the own account and where it is signed in. */
export function SettingsScreen() {
  useTitle(words.title);
  const isMachine = useSession().account?.kind === 'machine';
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      <Section title={words.server}>
        <Server />
      </Section>
      <Section title={words.account}>
        <Account />
      </Section>
      <Section
        title={words.sessions}
        help={isMachine ? words.sessionsHelpMachine : words.sessionsHelp}
      >
        <Sessions />
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

const Section = ({ title, help, children }: SectionProps) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {help && <p className={styles.soft}>{help}</p>}
    {children}
  </section>
);

function Server() {
  const { data: status } = useQuery(statusQuery);
  return (
    <Facts
      of={[
        [words.version, status?.version ?? ''],
        [words.readiness, <Readiness key="readiness" />],
        [words.address, <code key="address">{`${SERVER}/api`}</code>],
        [words.mail, status ? (status.emailConfigured ? words.mailOn : words.mailOff) : ''],
        [words.apiDocs, <a key="docs" href={`${SERVER}/api/docs`}>{`${SERVER}/api/docs`}</a>],
      ]}
    />
  );
}

function Readiness() {
  const { isPending, isSuccess } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => take(api.GET('/api/health/ready', { signal })),
    retry: false,
    refetchInterval: 15_000,
  });
  if (isPending) return null;
  return (
    <span className={isSuccess ? styles.good : styles.bad}>
      {isSuccess ? words.ready : words.notReady}
    </span>
  );
}

function Account() {
  const { account } = useSession();
  if (!account) return null;
  const isPerson = account.kind === 'person';
  return (
    <Facts
      of={[
        [words.name, <bdi key="name">{account.name}</bdi>],
        ...(isPerson
          ? [[words.email, <bdi key="email">{account.email}</bdi>] as const]
          : [[words.identityId, <code key="id">{account.id}</code>] as const]),
        [words.organization, <bdi key="organization">{account.organization}</bdi>],
        ...(isPerson
          ? [
              [
                words.account2,
                <a key="account" href={`${SERVER}/account#signed-in`}>
                  {words.accountGo}
                </a>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
