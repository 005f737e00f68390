import type { components } from '../api/schema';
import type { Show } from './shows';

type Names = components['schemas']['SecretNames'];
export type Comparison = components['schemas']['SecretComparison'];

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

/** One name of one folder, in all environments. */
export interface Row {
  readonly path: string;
  readonly name: string;
  /** By environment; absent where it is not set. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** The one that was changed last. */
  readonly last: Cell;
}

export interface Grid {
  readonly environments: readonly string[];
  readonly rows: readonly Row[];
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
  const rows = names.names.flatMap((name, index) => {
    const found = cells[index]!;
    const [first, ...others] = found.values();
    if (!first) return [];
    const last = others.reduce(
      (one, other) => (other.changedAt > one.changedAt ? other : one),
      first,
    );
    return [{ path: names.paths[names.folders[index]!] ?? '/', name, cells: found, last }];
  });
  return { environments: names.environments, rows, isCut: names.nextCursor !== undefined };
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
export type Mark = 'missing' | 'hidden' | 'imported' | 'empty' | 'refers' | 'odd' | 'even' | 'set';

/** Letters of equal values alternate between a filled and an open shape; `letter` is empty where none is known. */
export function markOf(cell: Cell | undefined, letter: string): Mark {
  if (!cell) return 'missing';
  if (cell.source) return 'imported';
  if (!cell.isReadable) return 'hidden';
  if (cell.isEmpty) return 'empty';
  if (cell.refers) return 'refers';
  if (letter === '') return 'set';
  return (letter.codePointAt(letter.length - 1)! - 97) % 2 === 0 ? 'odd' : 'even';
}

/** By name and environment, the same letter for the same value. */
export type Letters = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const lettersOf = ({ environments, names, letters }: Comparison): Letters =>
  new Map(
    names.map((name, index) => [
      name,
      new Map(environments.map((slug, column) => [slug, letters[index]?.[column] ?? ''])),
    ]),
  );

/** The letter of a cell, which only names of the folder that is shown have. One value alone is the first of its name. */
export function letterIn(row: Row, slug: string, { path, letters }: View): string {
  if (row.path !== path || !row.cells.get(slug)?.isReadable) return '';
  return letters.get(row.name)?.get(slug) ?? (isComparable(row) ? '' : 'a');
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
  /** Milliseconds since 1970. */
  readonly now: number;
}

const TESTS: Readonly<Record<Show, (row: Row, view: View) => boolean>> = {
  all: () => true,
  gaps: ({ cells }, { environments }) => environments.some((slug) => !cells.has(slug)),
  differ: (row, view) => {
    // Letters are those of one folder.
    const known = row.path === view.path ? view.letters.get(row.name) : undefined;
    return new Set([...(known?.values() ?? [])].filter((letter) => letter !== '')).size > 1;
  },
  recent: ({ last }, { now }) => now - last.changedAt < RECENT,
};

/** How many names of the folder itself each choice shows. */
export function countsOf(rows: readonly Row[], view: View): Readonly<Record<Show, number>> {
  const own = rows.filter(({ path }) => path === view.path);
  const count = (show: Show) => own.filter((row) => TESTS[show](row, view)).length;
  return { all: own.length, gaps: count('gaps'), differ: count('differ'), recent: count('recent') };
}

/** Rows of the folder; with a text also those of folders below whose name contains it, in any case. */
export function shownRows(rows: readonly Row[], view: View, show: Show, text: string): Row[] {
  const part = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (part === ''
        ? row.path === view.path
        : isBelow(row.path, view.path) && row.name.toLowerCase().includes(part)) &&
      TESTS[show](row, view),
  );
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

export interface Folder {
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** Names in it and below. */
  readonly count: number;
}

/** Folders in the order of a tree. */
export function foldersOf(rows: readonly Row[]): Folder[] {
  const counts = new Map<string, number>([['/', 0]]);
  for (const { path } of rows) {
    for (const each of ancestorsOf(path)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts]
    .map(([path, count]) => {
      const parts = path.split('/').filter((part) => part !== '');
      return { path, count, depth: parts.length, label: parts.at(-1) ?? '/' };
    })
    .sort((one, other) => compareParts(one.path, other.path));
}

/** The folder and all above it, from the top. */
export function ancestorsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}

/** A folder stands right before what is below it, whatever signs its neighbours' names have. */
function compareParts(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  const index = left.findIndex((part, at) => part !== right[at]);
  if (index === -1) return left.length - right.length;
  return (left[index] ?? '').localeCompare(right[index] ?? '');
}

/** The tree opened down to the folder: everything on the way there, what lies beside it, and what lies in it. */
export function openedTo(path: string, folders: readonly Folder[]): Folder[] {
  const opened = new Set(ancestorsOf(path));
  return folders.filter((folder) => folder.path === '/' || opened.has(parentOf(folder.path)));
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
