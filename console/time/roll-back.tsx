import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, idempotencyKey, take } from '../api/client';
import { queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { say, sayError } from '../widgets/toast';
import { timeWords as words } from '../words/time';
import { momentText } from './model';
import type { RollbackOrder } from './queries';
import { ProductionForm, useProductionName } from '../secrets/production-form';
import styles from './screen.module.css';

type Order = RollbackOrder & {
  /** What was shown: if it would be another now, the server refuses. */
  readonly expectedPlan: string;
};

interface Props {
  readonly body: Order;
  readonly at: string;
  /** What is done, a line for each kind. */
  readonly lines: readonly string[];
  /** Secrets that stay as they are, though they have changed. */
  readonly leftOut?: number;
  readonly close: () => void;
  /** What is asked, what the button does and what is said then, where it is not a whole folder. */
  readonly title?: string;
  readonly text?: string;
  readonly act?: string;
  readonly done?: string;
}

/** Puts the folder back, once, however often the answer is lost. */
function useRollBack(body: Order, done: string, close: () => void) {
  const project = useProject();
  const navigate = useNavigate();
  const [headers] = useState(idempotencyKey);
  return useMutation({
    mutationFn: () => take(api.POST('/api/v4/secrets/batch/rollback', { body, headers })),
    onSuccess: ({ rollback, approval }) => {
      say(rollback ? done : words.waits);
      if (!approval) return;
      const params = { projectSlug: project.slug, requestId: approval.id };
      return navigate({ to: '/p/$projectSlug/approvals/change/$requestId', params });
    },
    onError: sayError,
    onSettled: () => {
      close();
      return queryClient.invalidateQueries({ queryKey: ['project', project.id] });
    },
  });
}

/** Asks once more, and in production for the name of the environment; then puts the folder back. */
export function RollBack({ body, at, lines, leftOut = 0, close, ...asked }: Props) {
  const { environment, secretPath } = body;
  // What only comes back takes nothing away.
  const isReturn = asked.act !== undefined;
  const production = useProductionName([environment]);
  const rolling = useRollBack(body, asked.done ?? words.done, close);
  const acts = (
    <>
      <Button onPress={close}>{words.cancel}</Button>
      <Button
        look={isReturn ? 'first' : 'danger'}
        type="submit"
        form="roll-back"
        isDisabled={!production.isTyped}
        isPending={rolling.isPending}
      >
        {asked.act ?? words.rollBackNow}
      </Button>
    </>
  );
  const title = asked.title ?? words.confirmTitle(`${environment} ${secretPath}`);
  return (
    <Dialog title={title} isOpen isAlert close={close} acts={acts}>
      <p>{asked.text ?? words.confirm(momentText(at))}</p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      {leftOut > 0 && <p className={styles.soft}>{words.confirmLeftOut(leftOut)}</p>}
      <ProductionForm
        id="roll-back"
        production={production}
        submit={() => rolling.isPending || rolling.mutate()}
      />
    </Dialog>
  );
}
