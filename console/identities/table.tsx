import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../api/schema';
import { DataTable } from '../widgets/data-table';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { identitiesWords as words } from '../words/identities';
import { endOfSecret, endOfToken, nextEnd, stageOf } from './model';
import { clientSecretsQuery, type Identity, tokensQuery } from './queries';
import { orgRoleText } from '../organization/model';
import { LastLogin } from './last-login';
import styles from './screen.module.css';

type Overview = components['schemas']['WorkloadAuthOverview'];

interface Props {
  readonly identities: readonly Identity[];
  readonly workloads: readonly Overview[];
}

/** The identities of a page, each with its ways in and what is to be looked at. */
export const IdentitiesTable = ({ identities, workloads }: Props) => (
  <DataTable
    label={words.title}
    rows={identities}
    keyOf={({ identityId }) => identityId}
    columns={[
      { id: 'who', title: words.who, isRowHeader: true, cell: (row) => <Who row={row} /> },
      {
        ...{ id: 'role', title: words.roleShort },
        cell: ({ role, customRole }) => <Written>{orgRoleText(role, customRole?.name)}</Written>,
      },
      { id: 'ways', title: words.ways, cell: (row) => <Ways row={row} /> },
      { id: 'last', title: words.last, cell: (row) => <LastLogin row={row} /> },
      { id: 'next', title: words.next, cell: (row) => <NextEnd row={row} /> },
      {
        ...{ id: 'attention', title: words.attention },
        cell: (row) => (
          <Attention
            row={row}
            workloads={workloads.filter((each) => each.identityId === row.identityId)}
          />
        ),
      },
    ]}
  />
);

interface RowProps {
  readonly row: Identity;
}

const Who = ({ row: { identityId, identity } }: RowProps) => (
  <Link
    to="/identities"
    search={((before: object) => ({ ...before, identity: identityId })) as never}
    resetScroll={false}
  >
    <Written>{identity.name}</Written>
  </Link>
);

function Ways({ row }: RowProps) {
  const { authMethods } = row.identity;
  if (authMethods.length === 0) return <span className={styles.soft}>{words.noWays}</span>;
  return (
    <ul className={styles.ways}>
      {authMethods.map((method) => (
        <li key={method}>{words.methods[method] ?? method}</li>
      ))}
    </ul>
  );
}

/** The credential that ends next, of those that whoever looks may see; asked for beside the list. */
function NextEnd({ row: { identityId, identity } }: RowProps) {
  const [now] = useState(Date.now);
  const has = (method: string) => identity.authMethods.includes(method);
  const stored = { retry: false, enabled: has('universal-auth') };
  const secrets = useQuery({ ...clientSecretsQuery(identityId), ...stored });
  const tokens = useQuery({
    ...{ ...tokensQuery(identityId), retry: false },
    enabled: has('token-auth'),
  });
  if (secrets.isLoading || tokens.isLoading) return null;
  const known = [secrets.data, tokens.data].filter((each) => each !== undefined);
  if (known.some((each) => 'refused' in each))
    return <span className={styles.soft}>{words.hidden}</span>;
  const ends = known.flatMap((each) => {
    if ('secrets' in each) return each.secrets.map(endOfSecret);
    return 'tokens' in each ? each.tokens.map(endOfToken) : [];
  });
  const end = nextEnd(ends, now);
  if (end === null)
    return <span className={styles.soft}>{ends.length > 0 ? words.endless : '–'}</span>;
  const stage = stageOf(end, now);
  return (
    <span className={stage === 'soon' ? styles.warn : ''}>
      {stage === 'soon' && <span aria-hidden>◷ </span>}
      <Time at={end} />
    </span>
  );
}

interface AttentionProps extends RowProps {
  readonly workloads: readonly Overview[];
}

function Attention({ row, workloads }: AttentionProps) {
  const warnings = workloads.reduce((sum, each) => sum + each.warnings.length, 0);
  const notes = [
    ...(row.identity.activeLockoutAuthMethods.length > 0 ? [words.locked] : []),
    ...(warnings > 0 ? [words.warnings(warnings)] : []),
    ...(workloads.some(({ usage }) => usage === 'unused') ? [words.unused] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>
          <span aria-hidden>! </span>
          {note}
        </li>
      ))}
    </ul>
  );
}
