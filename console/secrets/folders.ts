import type { Row } from './model';

/** Whether it is the folder or one below it. */
export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** A folder of some environment. */
export interface Folder {
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** Names in it and below. */
  readonly count: number;
}

/** Folders in the order of a tree: those that hold a name, those of `paths`, and all above them. */
export function foldersOf(rows: readonly Pick<Row, 'path'>[], paths: readonly string[]): Folder[] {
  const known = ['/', ...paths.flatMap(ancestorsOf)];
  const counts = new Map<string, number>(known.map((path) => [path, 0]));
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
