import type { components } from '../api/schema';
import { isBelow } from './folders';
import type { Letters } from './letters';
import type { Show } from './shows';
import type { Sight, SightOf } from './sight';

type Names = components['schemas']['SecretNames'];

/** One secret of one environment. */
export interface Cell {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly changedBy: string;
  readonly isReadable: boolean;
  readonly isEditable: boolean;
  readonly isEmpty: boolean;
  readonly refers: boolean;
  /** Slugs. */
  readonly tags: readonly string[];
  /** Where it is imported from; null for one that lies here. */
  readonly source: Place | null;
}

interface Place {
  readonly environment: string;
  readonly secretPath: string;
}

/** What an environment had under a name, and has no more. */
export interface DeletedCell {
  /** The last one. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** Null where the server does not know any more. */
  readonly deletedBy: string | null;
}

/** One name of one folder, in all environments. */
export interface Row {
  readonly path: string;
  readonly name: string;
  /** By environment; absent where it is not set. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** By environment, where it was deleted. */
  readonly deletions: ReadonlyMap<string, DeletedCell>;
  readonly last: LastChange;
}

/** What was done last with a name, in whatever environment. */
interface LastChange {
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Empty where it is not known. */
  readonly changedBy: string;
  readonly isDeletion: boolean;
}

export interface Grid {
  readonly environments: readonly string[];
  readonly rows: readonly Row[];
  /** Folders that some environment has, with and without secrets. */
  readonly paths: readonly string[];
  /** Whether there are more names than the page asked for. */
  readonly isCut: boolean;
}

/** Bits of the sixth number of a cell, as the API documents them. */
const FLAGS = { readable: 1, editable: 2, empty: 4, refers: 8, imported: 16 } as const;

/** Rows of a list of names, whose cells are arrays of numbers. */
export function toGrid(names: Names): Grid {
  const cells = names.names.map(() => new Map<string, Cell>());
  for (const numbers of names.cells) {
    const [name = 0, environment = 0] = numbers;
    cells[name]?.set(names.environments[environment] ?? '', toCell(names, numbers));
  }
  const deletions = names.names.map(() => new Map<string, DeletedCell>());
  for (const [name = 0, environment = 0, version = 0, at = 0, by = 0] of names.deletions ?? []) {
    const deletedBy = by === 0 ? null : (names.actors[by - 1]?.name ?? null);
    const deleted = { version, deletedAt: at * 1000, deletedBy };
    deletions[name]?.set(names.environments[environment] ?? '', deleted);
  }
  const rows = names.names.flatMap((name, index) => {
    const own = { cells: cells[index]!, deletions: deletions[index]! };
    if (own.cells.size === 0) return [];
    return [{ path: names.paths[names.folders[index]!] ?? '/', name, ...own, last: lastOf(own) }];
  });
  const { environments, allPaths: paths = names.paths, nextCursor } = names;
  return { environments, rows, paths, isCut: nextCursor !== undefined };
}

function lastOf({ cells, deletions }: Pick<Row, 'cells' | 'deletions'>): LastChange {
  const written = [...cells.values()].map(({ changedAt, changedBy }) => ({
    ...{ changedAt, changedBy, isDeletion: false },
  }));
  const deleted = [...deletions.values()].map(({ deletedAt, deletedBy }) => ({
    ...{ changedAt: deletedAt, changedBy: deletedBy ?? '', isDeletion: true },
  }));
  return [...written, ...deleted].reduce((one, other) =>
    other.changedAt > one.changedAt ? other : one,
  );
}

const NO_TAGS: readonly string[] = [];

function toCell(names: Names, numbers: readonly number[]): Cell {
  const [, , version = 0, changedAt = 0, actor = 0, flags = 0, tagSet = 0, source = 0] = numbers;
  return {
    version,
    changedAt: changedAt * 1000,
    changedBy: names.actors[actor]?.name ?? '',
    isReadable: (flags & FLAGS.readable) !== 0,
    isEditable: (flags & FLAGS.editable) !== 0,
    isEmpty: (flags & FLAGS.empty) !== 0,
    refers: (flags & FLAGS.refers) !== 0,
    tags: (tagSet === 0 ? undefined : names.tagSets[tagSet - 1]) ?? NO_TAGS,
    source: source === 0 ? null : (names.sources[source - 1] ?? null),
  };
}

/** What lies at a place itself, not by an import; null where nothing does. */
export function cellAt(
  rows: readonly Row[],
  { path, name, environment }: Record<'path' | 'name' | 'environment', string>,
): Cell | null {
  const cell = rows.find((row) => row.path === path && row.name === name)?.cells.get(environment);
  return cell && cell.source === null ? cell : null;
}

/** What a cell is drawn as. */
export type Mark =
  | 'missing'
  | 'deleted'
  | 'hidden'
  | 'unknown'
  | 'imported'
  | 'empty'
  | 'refers'
  | 'first'
  | 'second'
  | 'third'
  | 'further'
  | 'set';

const OF_LETTERS: Readonly<Record<string, Mark>> = { a: 'first', b: 'second', c: 'third' };

const UNSEEN = { seen: 'missing', folder: 'hidden', name: 'hidden', unknown: 'unknown' } as const;

/** The first three letters of equal values have a shape each, further ones share one; `letter` is empty where none is known. */
export function markOf(
  cell: Cell | undefined,
  letter: string,
  deleted: DeletedCell | undefined,
  sight: Sight,
): Mark {
  if (!cell) return deleted ? 'deleted' : UNSEEN[sight];
  if (cell.source) return 'imported';
  if (!cell.isReadable) return 'hidden';
  if (cell.isEmpty) return 'empty';
  if (cell.refers) return 'refers';
  if (letter === '') return 'set';
  return OF_LETTERS[letter] ?? 'further';
}

/** The letter of a cell, which only names of the folder that is shown have. One value alone is the first of its name. */
export function letterIn(row: Row, slug: string, { path, letters }: View): string {
  if (row.path !== path || !row.cells.get(slug)?.isReadable) return '';
  return letters.get(row.name)?.get(slug) ?? (isComparable(row) ? '' : 'a');
}

/** The other environments that have the same value as a cell; null where that is not known. */
export function sameAs(row: Row, slug: string, view: View): string[] | null {
  const letter = letterIn(row, slug, view);
  if (letter === '') return null;
  return view.environments.filter((each) => each !== slug && letterIn(row, each, view) === letter);
}

/** One value alone is equal to nothing. */
export const isComparable = ({ cells }: Row): boolean =>
  [...cells.values()].filter(({ isReadable }) => isReadable).length > 1;

/** Milliseconds in which a change counts as recent. */
export const RECENT = 3_600_000;

export interface View {
  readonly path: string;
  readonly environments: readonly string[];
  readonly letters: Letters;
  readonly sightOf: SightOf;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Whether a name is not set in an environment, and the caller may know it. */
export const isGap = (row: Row, slug: string, { sightOf }: Pick<View, 'sightOf'>): boolean =>
  !row.cells.has(slug) && (row.deletions.has(slug) || sightOf(row, slug) === 'seen');

const TESTS: Readonly<Record<Show, (row: Row, view: View) => boolean>> = {
  all: () => true,
  gaps: (row, view) => view.environments.some((slug) => isGap(row, slug, view)),
  differ: (row, view) => {
    // Letters are those of one folder.
    const known = row.path === view.path ? view.letters.get(row.name) : undefined;
    return new Set([...(known?.values() ?? [])].filter((letter) => letter !== '')).size > 1;
  },
  recent: ({ last }, { now }) => now - last.changedAt < RECENT,
};

/** Whether a choice shows what lies in folders below as well: what has just changed is looked for from above. */
const isOfBelow = (show: Show): boolean => show === 'recent';

/** How many names each choice shows: of the folder itself, and of those below where it shows these. */
export function countsOf(rows: readonly Row[], view: View): Readonly<Record<Show, number>> {
  const own = rows.filter(({ path }) => path === view.path);
  const below = rows.filter(({ path }) => isBelow(path, view.path));
  const count = (show: Show) =>
    (isOfBelow(show) ? below : own).filter((row) => TESTS[show](row, view)).length;
  return { all: own.length, gaps: count('gaps'), differ: count('differ'), recent: count('recent') };
}

/** Rows of the folder, and of those below where the choice shows these; with a text also those below whose name contains it, in any case. */
export function shownRows(rows: readonly Row[], view: View, show: Show, text: string): Row[] {
  const part = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (part === '' && !isOfBelow(show)
        ? row.path === view.path
        : isBelow(row.path, view.path) && row.name.toLowerCase().includes(part)) &&
      TESTS[show](row, view),
  );
}
