import type { Act } from '../review/model';

const listed = (environments: readonly string[]): string =>
  environments.length <= 3 ? environments.join(', ') : `${environments.length} environments`;

/** Words of setting a secret, and of the review before it. */
export const reviewWords = {
  add: '+ Secret',
  change: 'Change',
  rename: 'Rename',
  renameIn: (name: string) => `Rename ${name} in all environments`,
  delete: 'Delete',
  deleteIn: (name: string, environment: string | undefined) =>
    `Delete ${name} in ${environment ?? 'all environments'}`,
  titleRename: (name: string) => `Rename ${name}`,
  newName: 'New name',
  renamed: (environments: readonly string[]) =>
    `It will be renamed in ${environments.join(', ')}. References to its present name are not updated.`,
  renameVersions: (versions: readonly (readonly [string, number])[]) =>
    `The value stays the same. Each environment gets a new version of it: ${versions.map(([environment, version]) => `${environment}\u{A0}v${version}\u{A0}→\u{A0}v${version + 1}`).join(', ')}.`,
  renamedVersion: (version: number) => `v${version} → v${version + 1}, same value`,
  imported: (environments: readonly string[]) =>
    `It is imported in ${environments.join(', ')}: there it keeps the name that it has where it is defined.`,
  nowhere: 'It is imported in every environment: change it where it is defined.',
  titleNew: (path: string) => `New secret in ${path}`,
  titleChange: (name: string, path: string) => `Change ${name} in ${path}`,
  titleReview: (name: string, path: string) => `Review ${name} in ${path}`,
  titleDelete: (name: string, path: string) => `Delete ${name} in ${path}`,
  titleReviewAll: (count: number) => `Review ${count} changes`,
  draft: 'Draft',
  inDraft: (changes: number, environments: number) =>
    `Draft: ${changes === 1 ? '1 change' : `${changes} changes`}, ${environments === 1 ? '1 environment' : `${environments} environments`}`,
  keep: 'Keep in the draft',
  kept: 'Kept in the draft: nothing is applied yet.',
  takenBack: (secrets: readonly string[]) =>
    secrets.length === 1
      ? `Undone in the draft: ${secrets[0]}`
      : `Undone in the draft: ${secrets.length} changes`,
  takeBack: 'Undo',
  discard: 'Discard',
  name: 'Name',
  valueIn: (environment: string) => `Value in ${environment}`,
  help: 'Leave empty to keep the present value',
  remove: (environment: string) => `Delete in ${environment}`,
  review: 'Review',
  back: 'Back',
  done: 'Close',
  cancel: 'Cancel',
  apply: (environments: readonly string[]) => `Apply to ${listed(environments)}`,
  propose: (environments: readonly string[]) => `Propose for ${listed(environments)}`,
  deleteHere: (environments: readonly string[]) => `Delete in ${listed(environments)}`,
  asking: 'Checking with the server',
  kinds: {
    create: '+ new secret',
    update: '~ new value',
    delete: '− deleted',
    rename: '→ ',
  } satisfies Record<Act['kind'], string>,
  again: (version: number) => `↺ v${version} again`,
  before: 'Before',
  after: 'After',
  theirs: 'Now',
  notSet: 'not set',
  version: (version: number) => `v${version}`,
  valueOf: (name: string, environment: string, side: 'before' | 'now' | 'after') =>
    `${name} of ${environment}, ${side}`,
  would: 'will be done',
  leftOut: {
    ...{ create: 'is not set', update: 'stays', delete: 'stays', rename: 'keeps its name' },
  } satisfies Record<Act['kind'], string>,
  doIn: (name: string, environment: string) => `${name} in ${environment}`,
  held: (policy: string | null) =>
    `will wait for consent, by ${policy === null ? 'the policy of this folder' : `the policy ${policy}`}`,
  isHeld: 'waits for consent now',
  request: 'open the request',
  isDone: 'done',
  refused: 'refused',
  changed: 'It was changed in the meantime. Look at it again before you retry.',
  isStale: 'not as it is',
  stale: {
    created: (by: string, version: number | null) =>
      `${by} made it since, as v${version}; when you asked, there was none.`,
    changed: (by: string, version: number | null, before: number | null) =>
      `${by} wrote v${version} since; yours was asked for on v${before}.`,
    deleted: (by: string) => `${by} deleted it since.`,
    gone: () =>
      'It is not there any more: it was deleted, renamed or moved, or you may not see it now.',
  },
  somebody: 'Somebody',
  useMine: 'Use mine on top',
  setAgain: 'Set it again',
  dropMine: 'Drop mine',
  dropped: 'dropped: what is there stays',
  staleCount: (count: number) =>
    count === 1 ? '1 changed by others since' : `${count} changed by others since`,
  referrers: (count: number, isAll: boolean) =>
    `${isAll ? '' : 'at least '}${count === 1 ? '1 secret references it and would break' : `${count} secrets reference it and would break`}`,
} as const;
