import { Link } from '@tanstack/react-router';
import { DataTable } from '../widgets/data-table';
import { Time, useNow } from '../widgets/time';
import { certificatesWords as words } from '../words/certificates';
import { type Certificate, nameOf, otherNames, type State, stateOf } from './model';
import type { CertificatesSearch } from './route';
import styles from './screen.module.css';

/** Certificates, each leading to its sheet. */
export function CertificatesTable({
  certificates,
}: {
  readonly certificates: readonly Certificate[];
}) {
  const now = useNow();
  return (
    <DataTable
      label={words.certificates}
      rows={certificates}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ id: 'name', title: words.name, isRowHeader: true },
          cell: (certificate) => <Name certificate={certificate} />,
        },
        {
          ...{ id: 'state', title: words.status },
          cell: (certificate) => <StateMark of={stateOf(certificate, now)} />,
        },
        { id: 'ends', title: words.ends, cell: ({ notAfter }) => <Time at={notAfter} /> },
        {
          id: 'profile',
          title: words.profile,
          cell: ({ profileName, origin }) => <bdi>{profileName ?? words.origins[origin]}</bdi>,
        },
        { id: 'authority', title: words.authority, cell: ({ caName }) => <bdi>{caName}</bdi> },
      ]}
    />
  );
}

/** Names that stand in a list. */
const SHOWN = 3;

function Name({ certificate }: { readonly certificate: Certificate }) {
  const name = nameOf(certificate);
  const others = otherNames(certificate).filter((each) => each !== name);
  const more = others.length > SHOWN ? ` +${others.length - SHOWN}` : '';
  return (
    <span className={styles.name}>
      <CertificateLink id={certificate.id}>{name}</CertificateLink>
      {others.length > 0 && (
        <span className={styles.soft}>
          <bdi>{others.slice(0, SHOWN).join(', ')}</bdi>
          {more}
        </span>
      )}
    </span>
  );
}

export const CertificateLink = ({
  id,
  children,
}: {
  readonly id: string;
  readonly children: string;
}) => (
  <Link to="." search={((before: CertificatesSearch) => ({ ...before, id })) as never}>
    <bdi>{children}</bdi>
  </Link>
);

const DRAWINGS: Readonly<Record<State, string>> = {
  active: '●',
  soon: '◔',
  expired: '○',
  revoked: '✕',
};

export const StateMark = ({ of }: { readonly of: State }) => (
  <span className={`${styles.state} ${styles[of]}`}>
    <span aria-hidden>{DRAWINGS[of]}</span> {words.states[of]}
  </span>
);
