import type { Show } from '../secrets/shows';
import type { Sight } from '../secrets/sight';

/** Words of the grid of secrets. */
export const secretsWords = {
  title: 'Secrets',
  grid: (path: string) => `Secrets of ${path}`,
  folders: 'Folders',
  folder: 'Folder',
  environment: 'Environment',
  filter: 'Filter names',
  filterKey: '/',
  import: 'Import',
  show: 'Show',
  shows: {
    all: 'All',
    gaps: 'Gaps',
    differ: 'Differ',
    recent: 'Last hour',
  } satisfies Record<Show, string>,
  name: 'Name',
  changed: 'Changed',
  by: (who: string) => `by ${who}`,
  deletedBy: (who: string) => (who === '' ? 'deleted' : `deleted by ${who}`),
  deleted: (by: string | null, at: string, version: number) =>
    `Deleted${by === null ? '' : ` by ${by}`}, ${at}; was v${version}. B brings it back.`,
  bringBack: 'Bring it back (B)',
  deletedMark: 'Deleted: ↺ or B brings it back',
  notDeleted: 'It was not deleted here: there is nothing to bring back.',
  version: (version: number) => `v${version}`,
  /** Of the folder that is shown, and of those below it. */
  namesHere: (count: number, below: number) =>
    `${count === 1 ? '1 name' : `${count} names`}${below > 0 ? ` here, ${below} in its folders` : ''}`,
  names: (count: number) => (count === 1 ? '1 name' : `${count} names`),
  hidden: (count: number) => `${count} you may not read`,
  cut: 'Only the first 10,000 names of the project are shown.',
  marks: {
    first: 'Same letter, same value',
    set: 'Set',
    hidden: 'You may not read it',
    missing: 'Missing',
    unknown: 'Not known',
    deleted: 'Deleted',
    refers: 'References others',
    imported: 'Imported',
    empty: 'Empty',
    recent: 'Changed in the last hour',
    draft: 'Changed in the draft',
  },
  sameAs: (environments: readonly string[]) =>
    environments.length === 0
      ? 'no other environment has this value'
      : `same value as in ${environments.join(', ')}`,
  unseen: {
    folder: (environment: string) => `You may not see this folder in ${environment}`,
    name: (environment: string) => `You may not see whether it is set in ${environment}`,
    unknown: (environment: string) => `It is not known whether it is set in ${environment}`,
  } satisfies Record<Exclude<Sight, 'seen'>, unknown>,
  importedFrom: (environment: string, path: string) => `${environment} ${path}`,
  spoken: {
    missing: 'missing',
    deleted: (ago: string, by: string | null) =>
      `deleted ${ago}${by === null ? '' : ` by ${by}`}; b brings it back`,
    hidden: 'you may not read the value',
    empty: 'empty',
    refers: 'references other secrets',
    imported: (place: string) => `imported from ${place}`,
    version: (version: number) => `version ${version}`,
    letter: (letter: string) => `value ${letter}`,
    recent: 'changed within the hour',
    draft: 'changed in the draft',
  },
  letters: (first: string) => `Same letter in a row: same value; a is that of ${first}`,
  legend: 'What the marks mean',
  emptyProject: 'No secrets yet',
  emptyProjectHelp: 'This project has no secrets that you can see.',
  emptyFolder: 'This folder has no secrets',
  noneHere: (path: string, below: number) =>
    `No secrets in ${path} itself, ${below === 1 ? '1 name' : `${below} names`} in its folders`,
  emptyFolderHelp: 'Open a folder inside it, or type in the filter, which also searches those.',
  emptyFolderAlone: 'It has no secrets that you can see, in any environment.',
  noFolder: (path: string) => `No environment has a folder ${path}`,
  noFolderHelp: 'It was deleted or renamed.',
  toRoot: 'To the topmost folder',
  nothing: 'Nothing to show',
  nothingHelp: {
    all: 'No name here, or in the folders inside, contains this text.',
    gaps: 'No name of this folder itself is missing in an environment where you may see it.',
    differ: 'Every value of this folder itself that you may read is the same in all environments.',
    recent: 'Nothing was changed here or in the folders inside in the last hour.',
  } satisfies Record<Show, string>,
  showAll: 'Show all',
  isDrafted: 'draft',
  oneVersion: 'There is no earlier version to compare it with.',
  typeName: (slug: string) => `This is production. Type ${slug} to go on.`,
} as const;
