import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { asRefusal } from '../api/client';
import { CopyButton } from '../widgets/copy';
import { Sheet } from '../widgets/dialog';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { identitiesWords as words } from '../words/identities';
import { ClearLock } from './clear-lock';
import { ClientSecrets, StoredTokens } from './credentials';
import { orgRoleText } from '../organization/model';
import { LastLogin } from './last-login';
import { Projects } from './projects';
import { type Identity, identityQuery } from './queries';
import type { IdentitiesSearch } from './route';
import styles from './sheet.module.css';
import { Workloads } from './workloads';

/** All there is to know of the identity that the address names. */
export function IdentitySheet({ id }: { readonly id: string | undefined }) {
  const navigate = useNavigate();
  const found = useQuery({ ...identityQuery(id ?? ''), enabled: id !== undefined });
  const close = () =>
    void navigate({
      to: '/identities',
      search: (({ name }: IdentitiesSearch) => (name === undefined ? {} : { name })) as never,
    });
  const isGone = found.error !== null && asRefusal(found.error).status === 404;
  return (
    <Sheet
      isOpen={id !== undefined}
      close={close}
      title={<bdi>{found.data?.identity.name ?? words.who}</bdi>}
    >
      {found.isLoading && <LoadingState />}
      {isGone && <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>}
      {found.error && !isGone && (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      )}
      {found.data && <Whole row={found.data} />}
    </Sheet>
  );
}

function Whole({ row }: { readonly row: Identity }) {
  const { identityId: id, identity } = row;
  const has = (method: string) => identity.authMethods.includes(method);
  return (
    <>
      <Head row={row} />
      <Projects id={id} name={identity.name} />
      <ClientSecrets id={id} hasAuth={has('universal-auth')} />
      {has('token-auth') && <StoredTokens id={id} />}
      <Workloads id={id} methods={identity.authMethods} />
    </>
  );
}

function Head({ row }: { readonly row: Identity }) {
  const { identityId: id, identity, role, customRole, metadata } = row;
  return (
    <section className={styles.section}>
      <dl className={styles.facts}>
        <Fact name={words.id}>
          <code>{id}</code> <CopyButton label={words.copyId} value={() => id} />
        </Fact>
        <Fact name={words.role}>
          <bdi>{orgRoleText(role, customRole?.name)}</bdi>
        </Fact>
        <Fact name={words.created}>
          <Time at={row.createdAt} />
        </Fact>
        <Fact name={words.last}>
          <LastLogin row={row} />
        </Fact>
        {identity.hasDeleteProtection && <Fact name={words.protected}>✓</Fact>}
        {metadata.length > 0 && (
          <Fact name={words.metadata}>
            <bdi>{metadata.map(({ key, value }) => `${key}: ${value}`).join(', ')}</bdi>
          </Fact>
        )}
        {identity.activeLockoutAuthMethods.length > 0 && (
          <Fact name={words.attention}>
            <span className={styles.warn}>! {words.locked}</span> <ClearLock id={id} />
          </Fact>
        )}
      </dl>
      <p className={styles.acts}>
        <Link to="/seen" search={{ identity: id }}>
          {words.exposure}
        </Link>
        <Link to="/audit" search={{ actor: id }}>
          {words.audit}
        </Link>
      </p>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
