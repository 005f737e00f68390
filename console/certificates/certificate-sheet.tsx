import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useProject } from '../shell/project';
import { Sheet } from '../widgets/dialog';
import { Facts } from '../widgets/facts';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Moment, Time, useNow } from '../widgets/time';
import { asRefusal } from '../api/client';
import { certificatesWords as words } from '../words/certificates';
import { AuthorityState } from './authorities';
import { CertificateActs } from './certificate-acts';
import { CertificateLink, StateMark } from './certificates-table';
import { type Certificate, issuersOf, nameOf, otherNames, pairsOf, stateOf } from './model';
import { authoritiesQuery, certificateQuery } from './queries';
import type { CertificatesSearch } from './route';
import styles from './screen.module.css';

/** The certificate that the address names. */
export function CertificateSheet() {
  const { id } = useSearch({ strict: false }) as CertificatesSearch;
  const navigate = useNavigate();
  const close = () =>
    void navigate({
      to: '.',
      search: (({ show, status }: CertificatesSearch) => ({
        ...(show ? { show } : {}),
        ...(status ? { status } : {}),
      })) as never,
    });
  const project = useProject();
  const known = useQuery({ ...certificateQuery(project.id, id ?? ''), enabled: id !== undefined });
  const certificate = known.data;
  return (
    <Sheet
      isOpen={id !== undefined}
      close={close}
      title={<bdi>{certificate ? nameOf(certificate) : words.title}</bdi>}
    >
      {certificate ? (
        <Known certificate={certificate} />
      ) : known.error && asRefusal(known.error).status !== 404 ? (
        <ErrorState error={known.error} retry={() => void known.refetch()} />
      ) : known.isPending ? (
        <LoadingState rows={4} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

function Known({ certificate }: { readonly certificate: Certificate }) {
  const state = stateOf(certificate, useNow());
  const { renewedFromCertificateId: before, renewedByCertificateId: after } = certificate;
  return (
    <>
      <CertificateActs certificate={certificate} state={state} />
      <Facts
        of={[
          [words.status, <StateMark key="state" of={state} />],
          ...revocationOf(certificate),
          [words.until, <Moment key="until" at={certificate.notAfter} />],
          [words.from, <Moment key="from" at={certificate.notBefore} />],
          ...otherNamesOf(certificate),
          ...(certificate.friendlyName === ''
            ? []
            : [[words.friendlyName, <bdi key="called">{certificate.friendlyName}</bdi>] as const]),
          [
            words.profile,
            <bdi key="profile">{certificate.profileName ?? words.origins[certificate.origin]}</bdi>,
          ],
          [words.key, <KeyFact key="key" certificate={certificate} />],
          [words.usages, usagesOf(certificate)],
          [words.serial, <Pairs key="serial" hex={certificate.serialNumber} />],
          [words.fingerprint, <Pairs key="sha256" hex={certificate.fingerprints.sha256} />],
          ...linkTo(words.renewedFrom, before, words.anotherOne),
          ...linkTo(words.renewedBy, after, words.nextOne),
        ]}
      />
      <Chain certificate={certificate} />
    </>
  );
}

/** Lines end between two pairs. */
const Pairs = ({ hex }: { readonly hex: string }) => (
  <code>
    {pairsOf(hex).map((pair, index) => (
      <Fragment key={index}>
        {index > 0 && ':'}
        <wbr />
        {pair}
      </Fragment>
    ))}
  </code>
);

const linkTo = (title: string, id: string | null, text: string) =>
  id === null
    ? []
    : [
        [
          title,
          <CertificateLink key={id} id={id}>
            {text}
          </CertificateLink>,
        ] as const,
      ];

function otherNamesOf(certificate: Certificate) {
  const others = otherNames(certificate);
  if (others.length === 0) return [];
  return [[words.otherNames, <bdi key="names">{others.join(', ')}</bdi>] as const];
}

function revocationOf({ revokedAt, revocationReason }: Certificate) {
  if (revokedAt === null) return [];
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const reason = reasons[revocationReason ?? ''] ?? revocationReason ?? '';
  return [
    [words.revokedAt, <Moment key="revoked" at={revokedAt} />] as const,
    [words.reason, reason] as const,
  ];
}

const usagesOf = ({ keyUsages, extendedKeyUsages }: Certificate): string =>
  [...extendedKeyUsages, ...keyUsages].map((each) => each.replaceAll('_', ' ')).join(', ');

const KeyFact = ({
  certificate: { keyAlgorithm, hasPrivateKey },
}: {
  certificate: Certificate;
}) => (
  <span>
    <code>{keyAlgorithm}</code>, {hasPrivateKey ? words.keyHeld : words.keyElsewhere}
  </span>
);

/** From the certificate up to the root. */
function Chain({ certificate }: { readonly certificate: Certificate }) {
  const project = useProject();
  const { data: authorities } = useQuery(authoritiesQuery(project.id));
  const issuers = issuersOf(certificate.caId, authorities ?? []);
  return (
    <section className={styles.section}>
      <h3>{words.chain}</h3>
      <ol className={styles.chain}>
        <li>
          <bdi>{nameOf(certificate)}</bdi>
        </li>
        {issuers.map(({ id, name, status, configuration: { type, notAfter } }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            {type === 'root' && <span className={styles.soft}>{words.root}</span>}
            <AuthorityState status={status} />
            <span className={styles.soft}>
              {words.ends} <Time at={notAfter} />
            </span>
          </li>
        ))}
        {certificate.origin === 'import' ? (
          <li className={styles.soft}>{words.importedChain}</li>
        ) : (
          issuers.at(-1)?.configuration.type !== 'root' && (
            <li className={styles.soft}>
              <bdi>{issuers.length === 0 ? certificate.caName : ''}</bdi> {words.unknownIssuer}
            </li>
          )
        )}
      </ol>
    </section>
  );
}
