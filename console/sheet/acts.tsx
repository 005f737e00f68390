import { useProjectRights } from '../api/rights';
import type { Right, WhyNot } from '../api/rights-answers';
import type { Change } from '../review/change';
import type { Row } from '../secrets/model';
import { useProject } from '../shell/project';
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
  readonly ask: (change: Change) => void;
}

/** The acts on a secret in all its environments, as far as the caller may do them. */
export function SecretActs({ row, environments, chosen, ask }: Props) {
  const { path, name } = row;
  const { rename, remove } = useWhyNot(row, environments);
  const change = () =>
    ask({ kind: 'change', path, name, ...(chosen !== undefined && { environment: chosen }) });
  return (
    <div className={styles.acts}>
      <Button onPress={() => void copyText(location.href).catch(sayError)}>
        {words.copyAddress}
      </Button>
      <Button onPress={change}>{reviewWords.change}</Button>
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
        aria-label={reviewWords.deleteIn(name)}
        onPress={() => ask({ kind: 'delete', path, name })}
      >
        {reviewWords.delete}
      </ActButton>
    </div>
  );
}

/** Why the secret can be renamed or deleted in no environment. What is refused in some of them, the review tells. */
function useWhyNot({ path, name, cells }: Row, environments: readonly string[]) {
  const { id: projectId } = useProject();
  const own = environments.flatMap((environment) => {
    const cell = cells.get(environment);
    return cell && !cell.source ? [{ environment, ...cell }] : [];
  });
  const rightsTo = (action: string) =>
    Object.fromEntries(
      own.map(({ environment, tags }): [string, Right] => [
        environment,
        {
          ...{ subject: 'secrets', action },
          attributes: { environment, secretPath: path, secretName: name, secretTags: tags },
        },
      ]),
    );
  const edits = useProjectRights(projectId, rightsTo('edit'));
  const deletions = useProjectRights(projectId, rightsTo('delete'));
  return { rename: whyNowhere(edits), remove: whyNowhere(deletions) };
}

function whyNowhere(answers: Readonly<Record<string, WhyNot>>): WhyNot {
  const [first, ...others] = Object.values(answers);
  if (first === undefined) return reviewWords.nowhere;
  return others.every((each) => each !== null) ? first : null;
}
