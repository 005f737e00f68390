import { problemText } from '../api/missing-right';
import { useQuery } from '@tanstack/react-query';
import { planLines } from '../time/model';
import { rollbackQuery } from '../time/queries';
import { RollBack } from '../time/roll-back';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { ErrorState, LoadingState } from '../widgets/states';
import { sheetWords as words } from '../words/sheet';
import { widgetWords } from '../words/widgets';
import type { Deletion } from './model';
import type { Address } from './queries';

interface Props {
  readonly address: Address;
  readonly deletion: Deletion;
  readonly close: () => void;
}

/** Brings a deleted secret back as it was, with its versions: a rollback of this one secret to right before it was deleted. */
export function BringBackDeleted({ address, deletion, close }: Props) {
  const { projectId, environment, secretPath, secretName } = address;
  const { asOf, secretId, at } = deletion;
  const body = { projectId, environment, secretPath, asOf, recursive: false };
  const order = { ...body, secretIds: [secretId] };
  const plan = useQuery(rollbackQuery(order));
  const report = plan.data;
  if (report?.accepted && report.items.length > 0)
    return (
      <RollBack
        {...{ at, close, lines: planLines(report.items) }}
        title={words.titleBringBack(secretName, environment)}
        text={words.bringBackText}
        act={words.bringBack}
        done={words.isBack}
        body={{ ...order, expectedPlan: report.plan }}
      />
    );
  const problems = report?.items.flatMap((item) => item.problems) ?? [];
  return (
    <Dialog
      isOpen
      close={close}
      title={words.titleBringBack(secretName, environment)}
      acts={<Button onPress={close}>{widgetWords.cancel}</Button>}
    >
      {plan.isPending ? (
        <LoadingState rows={2} />
      ) : plan.error ? (
        <ErrorState error={plan.error} retry={() => void plan.refetch()} />
      ) : (
        <p>
          {words.cannotBringBack} {problems.map(problemText).join(' ')}
        </p>
      )}
    </Dialog>
  );
}
