import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Change } from '../review/change';
import { letterIn, markOf, type Row, type View } from '../secrets/model';
import { isProduction } from '../secrets/production';
import { CellMark } from '../secrets/mark';
import type { SecretsSearch } from '../secrets/route';
import { useProject } from '../shell/project';
import { EmptyState } from '../widgets/states';
import { Sheet } from '../widgets/dialog';
import { sheetWords as words } from '../words/sheet';
import { SecretActs } from './acts';
import { Details } from './details';
import { WhoLink } from './who-link';
import styles from './sheet.module.css';
import { Value } from './value';

interface Props {
  readonly rows: readonly Row[];
  readonly view: View;
  readonly onChange: (change: Change) => void;
}

/** All there is to know of the secret that the address names, in every environment. */
export function SecretSheet({ rows, view, onChange }: Props) {
  const { name, environment } = useSearch({ strict: false }) as SecretsSearch;
  const navigate = useNavigate();
  const close = () =>
    void navigate({
      to: '.',
      search: (({ path, show }: SecretsSearch) => ({ path, show })) as never,
    });
  const row = rows.find((each) => each.path === view.path && each.name === name);
  const slugs = view.environments;
  const chosen =
    slugs.find((slug) => slug === environment) ?? slugs.find((slug) => row?.cells.has(slug));
  return (
    <Sheet
      acts={
        row && (
          <SecretActs
            {...{ row, environments: slugs }}
            ask={(change) => {
              close();
              onChange(change);
            }}
          />
        )
      }
      isOpen={name !== undefined}
      close={close}
      title={<Title name={name ?? ''} path={view.path} />}
    >
      {row ? (
        <>
          <ul className={styles.cards}>
            {slugs.map((slug) => (
              <Card key={slug} {...{ row, slug, view }} isChosen={slug === chosen} />
            ))}
          </ul>
          {chosen !== undefined && <Details row={row} slug={chosen} slugs={slugs} />}
        </>
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

const Title = ({ name, path }: { readonly name: string; readonly path: string }) => (
  <span className={styles.title}>
    <bdi className={styles.name}>{name}</bdi>
    <bdi className={styles.path}>{path}</bdi>
  </span>
);

interface CardProps {
  readonly row: Row;
  readonly slug: string;
  readonly view: View;
  /** Whether the details below are of this environment. */
  readonly isChosen: boolean;
}

/** The secret in one environment. */
function Card({ row, slug, view, isChosen }: CardProps) {
  const cell = row.cells.get(slug);
  const letter = letterIn(row, slug, view);
  return (
    <li
      className={`${styles.card} ${isProduction(slug) ? styles.apart : ''}`}
      aria-current={isChosen}
    >
      <h3 className={styles.cardHead}>
        <bdi>{slug}</bdi>
        <CellMark of={markOf(cell, letter)} />
        <span className={styles.letter}>{letter}</span>
        {cell && !cell.source && <span className={styles.soft}>{words.version(cell.version)}</span>}
      </h3>
      <CardBody {...{ row, slug }} />
    </li>
  );
}

function CardBody({ row, slug }: Pick<CardProps, 'row' | 'slug'>) {
  const { id: projectId } = useProject();
  const cell = row.cells.get(slug);
  if (!cell) return <p className={styles.soft}>{words.missing}</p>;
  const address = { projectId, environment: slug, secretPath: row.path, secretName: row.name };
  if (!cell.isReadable)
    return (
      <>
        <p className={styles.soft}>{words.hidden}</p>
        <div className={styles.acts}>
          <WhoLink address={address} isAboutMe />
          <WhoLink address={address} />
        </div>
      </>
    );
  return (
    <>
      {cell.source && (
        <p className={styles.soft}>
          {words.imported(`${cell.source.environment} ${cell.source.secretPath}`)}
        </p>
      )}
      <Value address={address} />
      <div className={styles.acts}>
        <WhoLink address={address} />
      </div>
    </>
  );
}
