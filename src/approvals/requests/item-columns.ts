import type { SealedItem } from '../held/proposal-vault.js';

/** The columns of items, each as one array, in the order of the statement that inserts them. */
export function columnsOf(items: readonly SealedItem[]): unknown[] {
  const column = <T>(read: (item: SealedItem, position: number) => T): T[] => items.map(read);
  return [
    column(({ id }) => id),
    column((_, position) => position),
    column(({ op }) => op),
    column(({ secretId }) => secretId),
    column(({ baseVersion }) => baseVersion),
    column(({ folderId }) => folderId),
    column(({ environmentId }) => environmentId),
    column(({ secretPath }) => secretPath),
    column(({ key }) => key),
    column(({ newFolderId }) => newFolderId),
    column(({ newEnvironmentId }) => newEnvironmentId),
    column(({ newKey }) => newKey),
    column(({ tagIds }) => JSON.stringify(tagIds)),
    column(({ more }) => JSON.stringify(more)),
    column(({ sealed }) => sealed),
  ];
}
