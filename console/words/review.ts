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
  deleteIn: (name: string) => `Delete ${name} in all environments`,
  titleRename: (name: string) => `Rename ${name}`,
  newName: 'New name',
  renamed: (environments: readonly string[]) =>
    `It is renamed in ${environments.join(', ')}. References to the name it has now are not changed.`,
  imported: (environments: readonly string[]) =>
    `Imported in ${environments.join(', ')}: there it has the name that it has where it lies.`,
  nowhere: 'It is imported in every environment: change it where it lies.',
  titleNew: (path: string) => `New secret in ${path}`,
  titleChange: (name: string, path: string) => `Change ${name} in ${path}`,
  titleReview: (name: string, path: string) => `Review ${name} in ${path}`,
  titleDelete: (name: string, path: string) => `Delete ${name} in ${path}`,
  titleReviewAll: (count: number) => `Review ${count} changes`,
  draft: 'Draft',
  inDraft: (changes: number, environments: number) =>
    `Draft: ${changes === 1 ? '1 change' : `${changes} changes`}, ${environments === 1 ? '1 environment' : `${environments} environments`}`,
  keep: 'Keep in the draft',
  takeBack: 'Undo',
  discard: 'Discard',
  name: 'Name',
  valueIn: (environment: string) => `Value in ${environment}`,
  help: 'Left empty: stays as it is',
  remove: (environment: string) => `Delete in ${environment}`,
  review: 'Review',
  back: 'Back',
  done: 'Close',
  cancel: 'Cancel',
  apply: (environments: readonly string[]) => `Apply to ${listed(environments)}`,
  deleteHere: (environments: readonly string[]) => `Delete in ${listed(environments)}`,
  asking: 'Asking the server what it would do',
  kinds: {
    create: '+ new secret',
    update: '↺ new value',
    delete: '− deleted',
    rename: '→ ',
  } satisfies Record<Act['kind'], string>,
  would: 'will be done',
  held: (policy: string) => `will wait for consent, by the policy ${policy}`,
  isHeld: 'waits for consent now',
  request: 'open the request',
  isDone: 'done',
  refused: 'refused',
  again: 'It has changed since it was shown. Look again before you repeat it.',
  referrers: (count: number, isAll: boolean) =>
    `${isAll ? '' : 'at least '}${count === 1 ? '1 secret refers' : `${count} secrets refer`} to it, and would find nothing`,
} as const;
