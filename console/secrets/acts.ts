import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
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
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== 'c' || !isPlain || !cells.get(column)?.isReadable) return;
    event.preventDefault();
    const address = { projectId, environment: column, secretPath: path, secretName: name };
    readValue(address).then(copyValue).catch(sayError);
  };
