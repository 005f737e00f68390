import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Change } from '../review/change';
import { isLetter } from '../shell/shortcuts';
import { readValue } from '../sheet/queries';
import { copyValue } from '../widgets/copy';
import { say, sayError } from '../widgets/toast';
import { secretsWords as words } from '../words/secrets';
import type { Row } from './model';
import type { SecretsSearch } from './route';

/** Opens the sheet of a row, with the details of the environment whose column it was opened from, be it set there or not. */
export function useOpenSheet(environments: readonly string[]) {
  const navigate = useNavigate();
  return ({ path, name }: Row, column: string) =>
    void navigate({
      to: '.',
      search: ((before: SecretsSearch) => ({
        ...before,
        ...{ path, name },
        ...(environments.includes(column) && { environment: column }),
      })) as never,
    });
}

/** `c` copies the value of a cell unseen. */
export const useCopyKey =
  (projectId: string) =>
  (event: KeyboardEvent, { path, name, cells }: Row, column: string) => {
    if (event.key !== 'c' || !isLetter(event) || !cells.get(column)?.isReadable) return;
    event.preventDefault();
    const address = { projectId, environment: column, secretPath: path, secretName: name };
    readValue(address).then(copyValue).catch(sayError);
  };

/** `e` or F2 changes the secret of a row; in a column of an environment, its value there. */
export function changeKey(
  event: KeyboardEvent,
  { path, name }: Row,
  environment: string,
  ask: (change: Change) => void,
): void {
  if (!(event.key === 'e' && isLetter(event)) && event.key !== 'F2') return;
  event.preventDefault();
  ask(editOf({ path, name }, environment));
}

/** The editor of a row, with the focus on the value of the environment. */
export const editOf = (
  { path, name }: Pick<Row, 'path' | 'name'>,
  environment: string,
): Change => ({
  ...{ kind: 'change', path, name, environment },
});

/** An act of the sheet that was asked for in the grid: the value of one environment is shown, or compared with the one before, or what was deleted there is brought back. */
export interface SheetAct {
  readonly kind: 'reveal' | 'compare' | 'bring-back';
  readonly path: string;
  readonly name: string;
  readonly environment: string;
}

const SHEET_KEYS: Readonly<Record<string, SheetAct['kind']>> = {
  ...{ r: 'reveal', d: 'compare', b: 'bring-back' },
};

/**
 * `r` shows the value of a cell, and `d` compares it with the one before: in the sheet, for a page shows no values. `b` brings back what
 * was deleted there.
 */
export function sheetKey(
  event: KeyboardEvent,
  { path, name, cells, deletions }: Row,
  environment: string,
  ask: (act: SheetAct) => void,
): void {
  const kind = SHEET_KEYS[event.key];
  const cell = cells.get(environment);
  if (kind === undefined || !isLetter(event)) return;
  if (kind === 'bring-back') {
    event.preventDefault();
    if (cell || !deletions.has(environment)) return say(words.notDeleted);
    return ask({ kind, path, name, environment });
  }
  if (!cell) return;
  event.preventDefault();
  if (!cell.isReadable) return say(words.marks.hidden);
  if (kind === 'compare' && (cell.source || cell.version < 2)) return say(words.oneVersion);
  ask({ kind, path, name, environment });
}
