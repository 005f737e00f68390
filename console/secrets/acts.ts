import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Change } from '../review/change';
import { readValue } from '../sheet/queries';
import { copyValue } from '../widgets/copy';
import { sayError } from '../widgets/toast';
import type { Row } from './model';
import type { SecretsSearch } from './route';

/** Opens the sheet of a row, with the details of the environment whose column it was opened from. */
export function useOpenSheet() {
  const navigate = useNavigate();
  return ({ path, name, cells }: Row, column: string) =>
    void navigate({
      to: '.',
      search: ((before: SecretsSearch) => ({
        ...before,
        ...{ path, name },
        ...(cells.has(column) && { environment: column }),
      })) as never,
    });
}

/** `c` copies the value of a cell unseen. */
export const useCopyKey =
  (projectId: string) =>
  (event: KeyboardEvent, { path, name, cells }: Row, column: string) => {
    if (event.key !== 'c' || !isPlain(event) || !cells.get(column)?.isReadable) return;
    event.preventDefault();
    const address = { projectId, environment: column, secretPath: path, secretName: name };
    readValue(address).then(copyValue).catch(sayError);
  };

/** `e` or F2 changes the secret of a row. */
export function changeKey(
  event: KeyboardEvent,
  { path, name }: Row,
  ask: (change: Change) => void,
): void {
  if ((event.key !== 'e' && event.key !== 'F2') || !isPlain(event)) return;
  event.preventDefault();
  ask({ kind: 'change', path, name });
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey;
