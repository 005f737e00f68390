import { Link, useNavigate } from '@tanstack/react-router';
import { Choice } from '../widgets/choice';
import { readIn } from '../access/last-reads';
import { useReads } from '../access/use-reads';
import type { Change } from '../review/change';
import type { Row } from '../secrets/model';
import type { SecretsSearch } from '../secrets/route';
import { useProject } from '../shell/project';
import { Time } from '../widgets/time';
import { sheetWords as words } from '../words/sheet';
import { type Address, useReferrers } from './queries';
import styles from './sheet.module.css';
import { Versions } from './versions';
import { WhoLink } from './who-link';

interface Props {
  readonly row: Row;
  readonly slug: string;
  readonly slugs: readonly string[];
  /** Whether the present version is compared with the one before as soon as it is there. */
  readonly isCompared: boolean;
  readonly ask: (change: Change) => void;
}

/** Versions, what refers to it and who read it, in one environment at a time. */
export function Details({ row, slug, slugs, isCompared, ask }: Props) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const address = { projectId, environment: slug, secretPath: row.path, secretName: row.name };
  const cell = row.cells.get(slug);
  const choose = (environment: string) =>
    void navigate({
      to: '.',
      replace: true,
      search: ((before: SecretsSearch) => ({ ...before, environment })) as never,
    });
  return (
    <>
      <div className={styles.of}>
        <span>{words.of}</span>
        <Choice
          label={words.environment}
          value={slug}
          options={slugs.map((each) => [each, each] as const)}
          onChange={choose}
        />
      </div>
      {cell && !cell.source && <Versions key={slug} {...{ address, cell, isCompared, ask }} />}
      {cell && <Referrers address={address} />}
      <Reads address={address} />
    </>
  );
}

function Referrers({ address }: { readonly address: Address }) {
  const { slug } = useProject();
  const { data, error } = useReferrers(address);
  if (error || !data) return null;
  return (
    <section className={styles.section}>
      <h3>{words.referrers}</h3>
      {data.references.length === 0 && <p className={styles.soft}>{words.noReferrers}</p>}
      <ul className={styles.list}>
        {data.references.map(({ secretId, secretKey: name, secretPath: path, environment }) => (
          <li key={secretId}>
            <Link
              to="/p/$projectSlug/secrets"
              params={{ projectSlug: slug }}
              search={{ path, name, environment }}
            >
              <bdi className={styles.number}>{name}</bdi>
            </Link>{' '}
            <bdi className={styles.soft}>
              {environment} {path}
            </bdi>
          </li>
        ))}
      </ul>
      {!data.complete && <p className={styles.soft}>{words.incomplete}</p>}
    </section>
  );
}

/** Reads that are listed. */
const SHOWN = 5;

function Reads({ address }: { readonly address: Address }) {
  const { projectId, secretPath, secretName } = address;
  const seen = useReads(projectId, secretPath, secretName);
  const known = seen && 'entries' in seen ? seen : null;
  const place = { ...address, environments: [address.environment] };
  const reads = known?.entries.filter((entry) => readIn(entry, place) !== undefined);
  return (
    <section className={styles.section}>
      <h3>{words.readers}</h3>
      {seen && 'whyNot' in seen && (
        <p className={styles.soft}>
          {words.readsForbidden} {seen.whyNot}
        </p>
      )}
      {reads?.length === 0 && (
        <p className={styles.soft}>{known?.isWhole ? words.noReaders : words.noneLately}</p>
      )}
      <ul className={styles.list}>
        {reads?.slice(0, SHOWN).map(({ id, actor, createdAt }) => (
          <li key={id}>
            <bdi>{actor.name ?? actor.type}</bdi>{' '}
            <span className={styles.soft}>
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.acts}>
        <WhoLink address={address} />
        <TimeLink address={address} />
        {known && (
          <Link to="/audit" search={{ project: projectId, path: secretPath, name: secretName }}>
            {words.inLog}
          </Link>
        )}
      </p>
    </section>
  );
}

/** The changes of the folder, with those of the secret marked. */
function TimeLink({ address }: { readonly address: Address }) {
  const { slug: projectSlug } = useProject();
  const { environment, secretPath: path, secretName: name } = address;
  return (
    <Link
      to="/p/$projectSlug/time"
      params={{ projectSlug }}
      search={{ environment, path, name, period: 'month' }}
    >
      {words.inTime}
    </Link>
  );
}
