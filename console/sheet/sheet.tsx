import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Change } from '../review/change';
import { letterIn, markOf, type Row, type View } from '../secrets/model';
import { isProduction } from '../secrets/production';
import { CellMark, sameText, unseenText } from '../secrets/mark';
import type { SheetAct } from '../secrets/acts';
import type { SecretsSearch } from '../secrets/route';
import { useProject } from '../shell/project';
import { EmptyState } from '../widgets/states';
import { Sheet } from '../widgets/dialog';
import { sheetWords as words } from '../words/sheet';
import { SecretActs } from './acts';
import { Details } from './details';
import { Missing } from './missing';
import { WhoLink } from './who-link';
import styles from './sheet.module.css';
import { Value } from './value';

interface Props {
  readonly rows: readonly Row[];
  readonly view: View;
  /** Is told that the sheet asked for it, and is open again after it. */
  readonly onChange: (change: Change, isOfSheet: true) => void;
  /** What the sheet was opened for. */
  readonly act: SheetAct | null;
  readonly onClose: () => void;
}

/** All there is to know of the secret that the address names, in every environment. */
export function SecretSheet({ rows, view, onChange, act, onClose }: Props) {
  const { name, environment } = useSearch({ strict: false }) as SecretsSearch;
  const navigate = useNavigate();
  const close = () => {
    onClose();
    void navigate({
      to: '.',
      search: (({ path, show, environment }: SecretsSearch) => ({
        path,
        show,
        environment,
      })) as never,
    });
  };
  const row = rows.find((each) => each.path === view.path && each.name === name);
  const slugs = view.environments;
  const chosen =
    slugs.find((slug) => slug === environment) ?? slugs.find((slug) => row?.cells.has(slug));
  const asked =
    act !== null && act.name === name && act.path === view.path && act.environment === chosen
      ? act.kind
      : null;
  const ask = (change: Change) => {
    close();
    onChange(change, true);
  };
  return (
    <Sheet
      acts={
        row && (
          <SecretActs
            {...{ row, environments: slugs, chosen, ask }}
            cell={slugs.find((slug) => slug === environment)}
          />
        )
      }
      isOpen={name !== undefined}
      close={close}
      title={<Title name={name ?? ''} path={view.path} />}
    >
      {row ? (
        <Environments {...{ row, view, chosen, asked, ask }} />
      ) : (
        <EmptyState title={words.gone}>{words.goneHelp}</EmptyState>
      )}
    </Sheet>
  );
}

interface EnvironmentsProps {
  readonly row: Row;
  readonly view: View;
  /** The environment that the details are of. */
  readonly chosen: string | undefined;
  /** What is done as soon as the sheet is there. */
  readonly asked: SheetAct['kind'] | null;
  readonly ask: (change: Change) => void;
}

/** The secret in every environment side by side, and the details of one. */
const Environments = ({ row, view, chosen, asked, ask }: EnvironmentsProps) => (
  <>
    <ul className={styles.cards}>
      {view.environments.map((slug) => (
        <Card
          key={slug}
          {...{ row, slug, view, ask }}
          isChosen={slug === chosen}
          asked={slug === chosen ? asked : null}
        />
      ))}
    </ul>
    {chosen !== undefined && (
      <Details
        {...{ row, slugs: view.environments, ask }}
        slug={chosen}
        isCompared={asked === 'compare'}
      />
    )}
  </>
);

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
  /** What is done with it as soon as the sheet is there. */
  readonly asked: SheetAct['kind'] | null;
  readonly ask: (change: Change) => void;
}

/** The secret in one environment. */
function Card({ row, slug, view, isChosen, asked, ask }: CardProps) {
  const cell = row.cells.get(slug);
  const letter = letterIn(row, slug, view);
  const same = sameText(row, slug, view);
  const deleted = row.deletions.get(slug);
  const unseen = unseenText(view.sightOf(row, slug), slug);
  return (
    <li
      className={`${styles.card} ${isProduction(slug) ? styles.apart : ''}`}
      aria-current={isChosen}
    >
      <h3 className={styles.cardHead}>
        <bdi>{slug}</bdi>
        <CellMark
          of={markOf(cell, letter, deleted, view.sightOf(row, slug))}
          title={cell || deleted ? undefined : unseen}
        />
        <span className={styles.letter}>{letter}</span>
        {cell && !cell.source && <span className={styles.soft}>{words.version(cell.version)}</span>}
      </h3>
      {same !== '' && <p className={styles.soft}>{same}</p>}
      <CardBody {...{ row, slug, unseen, asked, ask }} />
    </li>
  );
}

interface BodyProps extends Omit<CardProps, 'view' | 'isChosen'> {
  readonly unseen: string | undefined;
}

function CardBody({ row, slug, unseen, asked, ask }: BodyProps) {
  const { id: projectId } = useProject();
  const cell = row.cells.get(slug);
  const address = { projectId, environment: slug, secretPath: row.path, secretName: row.name };
  if (!cell)
    return (
      <Missing
        {...{ address, unseen, ask }}
        deleted={row.deletions.get(slug)}
        isAsked={asked === 'bring-back'}
      />
    );
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
      <Value address={address} present={cell.version} isAsked={asked === 'reveal'} />
      <div className={styles.acts}>
        <WhoLink address={address} />
      </div>
    </>
  );
}
