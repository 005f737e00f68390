import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../widgets/choice';
import { Difference } from '../batch/difference';
import { readableIn, type WantedSecret } from '../batch/model';
import { readEach } from '../batch/send';
import type { Row, View } from '../secrets/model';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { ErrorState } from '../widgets/states';
import { batchWords } from '../words/batch';
import { promoteWords as words } from '../words/promote';
import { widgetWords } from '../words/widgets';
import { type Copyable, copyPlan, type CopyPlan, usualWay } from './model';
import styles from './dialog.module.css';

/** Values of one copy: each is a request, and an entry of the audit log. */
const MOST = 100;

interface Props {
  /** Rows that are marked. */
  readonly rows: readonly Row[];
  readonly view: View;
  readonly close: () => void;
  /** When all is done that was marked for. */
  readonly done: () => void;
}

/** Copies marked rows to another environment: values are read once, wait masked, and are seen as a difference first. */
export function CopyDialog({ rows, view, close, done }: Props) {
  const { id: projectId } = useProject();
  const { environments } = view;
  const [[from, to], setWay] = useState(() => usualWay(environments));
  const [wanted, setWanted] = useState<readonly WantedSecret[] | null>(null);
  const plan = copyPlan(rows, view, from, to);
  const reading = useReading({ projectId, environment: from }, setWanted);
  if (wanted)
    return (
      <Dialog
        isOpen
        close={close}
        title={words.title(wanted.length)}
        acts={<Button onPress={close}>{widgetWords.close}</Button>}
      >
        <Difference
          place={{ projectId, environment: to }}
          wanted={wanted}
          readable={readableIn(rows, to)}
          back={<Button onPress={() => setWanted(null)}>{words.back}</Button>}
          after={(count) => <Done count={count} environment={to} done={done} />}
        />
      </Dialog>
    );
  const problem =
    from === to ? words.sameEnvironment : plan.copied.length > MOST ? words.tooMany(MOST) : null;
  const acts = (
    <>
      <Button onPress={close}>{widgetWords.cancel}</Button>
      <Button
        look="first"
        isDisabled={problem !== null || plan.copied.length === 0}
        isPending={reading.isPending}
        onPress={() => reading.mutate(plan.copied)}
      >
        {words.read}
      </Button>
    </>
  );
  return (
    <Dialog isOpen close={close} title={words.title(rows.length)} acts={acts}>
      <Way {...{ environments, from, to }} change={(next) => setWay(next)} />
      {problem === null ? <PlanText plan={plan} /> : <p className={styles.bad}>{problem}</p>}
      <p className={styles.soft}>{words.help}</p>
      {reading.error && <ErrorState error={reading.error} />}
    </Dialog>
  );
}

/** Reads the values, which are in the state of the dialog for as long as it is open. */
const useReading = (
  place: { readonly projectId: string; readonly environment: string },
  give: (wanted: readonly WantedSecret[]) => void,
) =>
  useMutation({
    mutationFn: async (copied: readonly Copyable[]) => {
      const wanted: WantedSecret[] = [];
      await readEach(place, copied, (each, secretValue) => wanted.push({ ...each, secretValue }));
      give(wanted.toSorted((one, other) => one.secretKey.localeCompare(other.secretKey)));
    },
    // The answer of a mutation stays in its cache: this one has none.
    gcTime: 0,
  });

interface WayProps {
  readonly environments: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly change: (way: readonly [from: string, to: string]) => void;
}

function Way({ environments, from, to, change }: WayProps) {
  const options = environments.map((slug) => [slug, slug] as const);
  return (
    <div className={styles.way}>
      <span>{words.from}</span>
      <Choice
        {...{ label: words.from, value: from, options }}
        onChange={(slug) => change([slug, to])}
      />
      <span>{words.to}</span>
      <Choice
        {...{ label: words.to, value: to, options }}
        onChange={(slug) => change([from, slug])}
      />
    </div>
  );
}

const PlanText = ({ plan }: { readonly plan: CopyPlan }) => {
  const { copied, same, unreadable, missing } = plan;
  const counts = { copied: copied.length, same, unreadable, missing };
  const keys = ['copied', 'same', 'unreadable', 'missing'] as const;
  return (
    <p aria-live="polite">
      {keys
        .filter((key) => key === 'copied' || counts[key] > 0)
        .map((key) => words.counts[key](counts[key]))
        .join(', ')}
    </p>
  );
};

interface DoneProps {
  readonly count: number;
  readonly environment: string;
  readonly done: () => void;
}

const Done = ({ count, environment, done }: DoneProps) => (
  <div className={styles.way} role="status">
    <strong className={styles.good}>✓ {batchWords.done(count, environment)}</strong>
    <Button isSmall onPress={done}>
      {words.unmark}
    </Button>
  </div>
);
