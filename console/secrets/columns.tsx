import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type SecretsDraft, isIn } from '../review/draft';
import type { GridColumn } from '../widgets/data-grid';
import { relativeTime } from '../widgets/relative-time';
import { Time } from '../widgets/time';
import { secretsWords as words } from '../words/secrets';
import { BringBackLink, Deleted } from './deleted';
import { isDrafted } from './drafted';
import { CellMark, isLetter, sameText, unseenText } from './mark';
import {
  type Cell,
  type DeletedCell,
  letterIn,
  type Mark,
  markOf,
  RECENT,
  type Row,
  type View,
} from './model';
import type { SheetAct } from './acts';
import { isProduction } from './production';
import type { SecretsSearch } from './route';
import type { Sight } from './sight';
import styles from './screen.module.css';

/** Names, an environment a column, and the last change; a narrow page has room for one environment. `all`: environments of the project. */
export function columnsOf(
  view: View,
  narrow: string | null,
  draft: SecretsDraft,
  all: readonly string[],
  onAct: (act: SheetAct) => void,
): GridColumn<Row>[] {
  const shown = view.environments.filter((slug) => narrow === null || slug === narrow);
  return [
    nameColumn(view, narrow === null ? 'minmax(12rem, 1.5fr)' : 'minmax(8rem, 1fr)'),
    ...shown.map((slug) => environmentColumn(slug, view, draft, all, onAct)),
    ...(narrow === null ? [changedColumn()] : []),
  ];
}

const nameColumn = (view: View, width: string): GridColumn<Row> => ({
  id: 'name',
  title: words.name,
  width,
  isRowHeader: true,
  cell: (row) =>
    isDrafted(row) ? (
      <span className={styles.drafted}>
        <bdi>{row.name}</bdi> <em>{words.isDrafted}</em>
      </span>
    ) : (
      // The grid is one stop of Tab: its cell takes Enter, the link a click.
      <Link
        to="."
        tabIndex={-1}
        className={styles.name}
        title={row.name}
        search={
          ((before: SecretsSearch) => ({ ...before, path: row.path, name: row.name })) as never
        }
      >
        {row.path !== view.path && (
          <bdi className={styles.below}>{row.path === '/' ? '/' : `${row.path}/`}</bdi>
        )}
        <bdi>{row.name}</bdi>
      </Link>
    ),
});

function environmentColumn(
  slug: string,
  view: View,
  draft: SecretsDraft,
  all: readonly string[],
  onAct: (act: SheetAct) => void,
): GridColumn<Row> {
  const letterOf = (row: Row) => letterIn(row, slug, view);
  return {
    id: slug,
    // Its colour is that of its place in the project, not among those that whoever looks may see.
    title: <bdi className={`${styles.head} ${styles[`head${all.indexOf(slug) + 1}`]}`}>{slug}</bdi>,
    width: 'minmax(6.5rem, 1fr)',
    isApart: isProduction(slug),
    cell: (row) => {
      const isWaiting = isIn(draft, row, slug);
      return (
        <>
          <CellView
            cell={row.cells.get(slug)}
            deleted={row.deletions.get(slug)}
            letter={letterOf(row)}
            same={sameText(row, slug, view)}
            {...{ slug, sight: view.sightOf(row, slug), now: view.now }}
          >
            {isWaiting && <CellMark of="draft" />}
          </CellView>
          {!row.cells.has(slug) && row.deletions.has(slug) && (
            <BringBackLink {...{ row, slug, onAct }} />
          )}
          <span className="hidden-visually">
            {spokenOf(row, slug, view)}
            {isWaiting && `, ${words.spoken.draft}`}
          </span>
        </>
      );
    },
  };
}

interface CellProps {
  readonly cell: Cell | undefined;
  readonly deleted: DeletedCell | undefined;
  readonly letter: string;
  /** What the letter says. */
  readonly same: string;
  readonly slug: string;
  readonly sight: Sight;
  readonly now: number;
  readonly children: ReactNode;
}

function CellView({ cell, deleted, letter, same, slug, sight, now, children }: CellProps) {
  const mark = markOf(cell, letter, deleted, sight);
  return (
    // What is spoken stands beside it in words.
    <span className={styles.cell} aria-hidden>
      <CellMark of={mark} title={titleOf(mark, same, cell || deleted, unseenText(sight, slug))} />
      {!cell && deleted && <Deleted {...deleted} />}
      {cell && (
        <span className={styles.letter} title={same}>
          {letter}
        </span>
      )}
      {cell?.source && (
        <bdi className={styles.source} title={placeOf(cell.source)}>
          {placeOf(cell.source)}
        </bdi>
      )}
      {cell && !cell.source && (
        <span className={styles.version}>{words.version(cell.version)}</span>
      )}
      {cell && now - cell.changedAt < RECENT && <CellMark of="recent" />}
      {children}
    </span>
  );
}

/** A diamond says what its letter says; a cell that shows nothing says why. */
function titleOf(mark: Mark, same: string, there: unknown, unseen: string | undefined) {
  if (!there) return unseen;
  return isLetter(mark) && same !== '' ? same : undefined;
}

const placeOf = ({ environment, secretPath }: NonNullable<Cell['source']>): string =>
  words.importedFrom(environment, secretPath);

/** What a cell says aloud: "DB_PASSWORD, prod, version 9, you may not read the value". */
function spokenOf(row: Row, slug: string, view: View): string {
  const { spoken } = words;
  const cell = row.cells.get(slug);
  const deleted = row.deletions.get(slug);
  if (!cell) {
    const unseen = unseenText(view.sightOf(row, slug), slug) ?? spoken.missing;
    const what = deleted ? spoken.deleted(agoOf(deleted, view), deleted.deletedBy) : unseen;
    return [row.name, slug, what].join(', ');
  }
  const letter = letterIn(row, slug, view);
  return [
    ...[row.name, slug],
    cell.source ? spoken.imported(placeOf(cell.source)) : spoken.version(cell.version),
    ...(cell.isReadable ? [] : [spoken.hidden]),
    ...(cell.isEmpty ? [spoken.empty] : []),
    ...(cell.refers ? [spoken.refers] : []),
    ...(letter === '' ? [] : [spoken.letter(letter), sameText(row, slug, view)]),
    ...(view.now - cell.changedAt < RECENT ? [spoken.recent] : []),
  ].join(', ');
}

const agoOf = ({ deletedAt }: DeletedCell, { now }: View): string => relativeTime(deletedAt, now);

const changedColumn = (): GridColumn<Row> => ({
  id: 'changed',
  title: words.changed,
  width: 'minmax(6rem, 1.25fr)',
  cell: (row) =>
    isDrafted(row) ? null : (
      <span className={styles.changed}>
        <LastChange of={row.last} />
      </span>
    ),
});

const LastChange = ({ of: { changedAt, changedBy, isDeletion } }: { readonly of: Row['last'] }) => (
  <>
    <Time at={new Date(changedAt).toISOString()} />
    <bdi title={isDeletion ? words.deletedBy(changedBy) : words.by(changedBy)}>{changedBy}</bdi>
  </>
);
