import { useState } from 'react';
import type { Row } from '../secrets/model';
import { useUnsavedWork } from '../session/unsaved';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { reviewWords as words } from '../words/review';
import { widgetWords } from '../words/widgets';
import { type Act, actsEverywhere, importedIn, aimed, versionsOf } from './model';
import { ReviewDialog } from './review-dialog';
import styles from './review.module.css';

interface Props {
  readonly row: Row;
  readonly environments: readonly string[];
  readonly close: () => void;
}

/** Gives a name another one in every environment that has it: the name first, then what would come of it, then the act. */
export function RenameDialog({ row, environments, close }: Props) {
  const { id: projectId } = useProject();
  const [text, setText] = useState(row.name);
  const [acts, setActs] = useState<readonly Act[] | null>(null);
  const newName = text.trim();
  const isOther = newName !== '' && newName !== row.name;
  useUnsavedWork('rename', isOther ? 1 : 0);
  const found = actsEverywhere(row, environments, newName);
  const imported = importedIn(row, environments);
  if (acts)
    return (
      <ReviewDialog
        acts={aimed({ projectId, secretPath: row.path, secretKey: row.name }, acts)}
        back={() => setActs(null)}
        close={close}
      />
    );
  return (
    <Dialog
      {...{ isOpen: true, isUnsaved: isOther, close }}
      title={words.titleRename(row.name)}
      acts={
        <>
          <Button onPress={close}>{widgetWords.cancel}</Button>
          <Button type="submit" form="rename" look="first" isDisabled={!isOther}>
            {words.review}
          </Button>
        </>
      }
    >
      <form
        id="rename"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isOther) setActs(found);
        }}
      >
        <Field
          {...{ label: words.newName, value: text, onChange: setText }}
          {...{ isMono: true, isRequired: true, autoFocus: true, autoComplete: 'off' }}
        />
        <p className={styles.soft}>{words.renamed(found.map(({ environment }) => environment))}</p>
        <p className={styles.soft}>{words.renameVersions(versionsOf(found))}</p>
        {imported.length > 0 && <p className={styles.soft}>{words.imported(imported)}</p>}
      </form>
    </Dialog>
  );
}
