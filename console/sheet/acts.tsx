import type { Change } from '../review/change';
import { useWhyNotChange } from '../secrets/change-rights';
import type { Row } from '../secrets/model';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { copyText } from '../widgets/copy';
import { sayError } from '../widgets/toast';
import { reviewWords } from '../words/review';
import { sheetWords as words } from '../words/sheet';
import styles from './sheet.module.css';

interface Props {
  readonly row: Row;
  readonly environments: readonly string[];
  /** The one that the sheet has the details of. */
  readonly chosen: string | undefined;
  /** The one of the cell that the sheet was opened from, which alone is ticked for a deletion. */
  readonly cell: string | undefined;
  readonly ask: (change: Change) => void;
}

/** The acts on a secret in all its environments, as far as the caller may do them. */
export function SecretActs({ row, environments, chosen, cell, ask }: Props) {
  const { path, name } = row;
  const { change, rename, remove } = useWhyNotChange(row, environments);
  const askChange = () =>
    ask({ kind: 'change', path, name, ...(chosen !== undefined && { environment: chosen }) });
  return (
    <div className={styles.acts}>
      <Button onPress={() => void copyText(location.href).catch(sayError)}>
        {words.copyAddress}
      </Button>
      <ActButton whyNot={change} onPress={askChange}>
        {reviewWords.change}
      </ActButton>
      <ActButton
        whyNot={rename}
        aria-label={reviewWords.renameIn(name)}
        onPress={() => ask({ kind: 'rename', path, name })}
      >
        {reviewWords.rename}
      </ActButton>
      <ActButton
        look="danger"
        whyNot={remove}
        aria-label={reviewWords.deleteIn(name, cell)}
        onPress={() =>
          ask({ kind: 'delete', path, name, ...(cell !== undefined && { environment: cell }) })
        }
      >
        {reviewWords.delete}
      </ActButton>
    </div>
  );
}
