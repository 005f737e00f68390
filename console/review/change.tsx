import { useState } from 'react';
import type { Row } from '../secrets/model';
import { useProject } from '../shell/project';
import { BringBack } from './bring-back';
import { SecretEditor } from './editor';
import { actsEverywhere, aimed } from './model';
import { RenameDialog } from './rename';
import { ReviewDialog } from './review-dialog';

/** A change that somebody asked for: a new secret; to change, rename or delete one in all environments; a former version of one. */
export type Change =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'change' | 'rename' | 'delete';
      readonly path: string;
      readonly name: string;
      /** The one whose field has the focus first, or which alone is ticked for a deletion; without one, the first, or all. */
      readonly environment?: string;
    }
  | {
      readonly kind: 'bring-back';
      readonly path: string;
      readonly name: string;
      readonly environment: string;
      /** The former one, whose value is written again. */
      readonly version: number;
    };

interface Props {
  readonly change: Change;
  /** The folder of a new secret. */
  readonly path: string;
  readonly rows: readonly Row[];
  readonly environments: readonly string[];
  /** Is told whether the change waits in the draft now. */
  readonly close: (isKept?: boolean) => void;
}

/** The dialog of a change. It is about the secret as it was when it was asked for: an act makes it go from the list. */
export function ChangeDialog({ change, path: shown, rows, environments, close: end }: Props) {
  const close = () => end();
  const { id: projectId } = useProject();
  const { path, name } = change.kind === 'new' ? { path: shown, name: null } : change;
  const [row] = useState(() => rows.find((each) => each.path === path && each.name === name));
  const [deletions] = useState(() => (row ? actsEverywhere(row, environments, null) : []));
  if (change.kind === 'bring-back' && row) return <BringBack {...{ change, row, close }} />;
  if (change.kind === 'rename' && row) return <RenameDialog {...{ row, environments, close }} />;
  if (change.kind === 'delete' && row)
    return (
      <ReviewDialog
        acts={aimed({ projectId, secretPath: path, secretKey: row.name }, deletions)}
        only={change.environment}
        close={close}
      />
    );
  const asked = change.kind === 'change' ? change.environment : undefined;
  // A new secret begins with its name.
  const first = name === null ? undefined : environments.find((slug) => slug === asked);
  return (
    <SecretEditor
      {...{ path, name, rows, environments, close: end }}
      first={first ?? (name === null ? undefined : environments[0])}
    />
  );
}
