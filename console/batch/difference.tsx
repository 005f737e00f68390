import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asRefusal } from '../api/client';
import { useAct } from '../approvals/use-act';
import { HeldBy } from '../review/held-by';
import { ProductionForm, useProductionName } from '../secrets/production-form';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { Written } from '../widgets/written';
import { batchWords as words } from '../words/batch';
import {
  differenceOf,
  type DifferenceLine,
  fatesOf,
  keyOf,
  sentOf,
  type WantedSecret,
} from './model';
import styles from './difference.module.css';
import { type BatchPlace, previewBatch, sendBatch } from './send';
import { SameFinder } from './same-finder';

interface Props {
  readonly place: BatchPlace;
  readonly wanted: readonly WantedSecret[];
  /** Keys of those whose value is known to be there already. */
  readonly known?: ReadonlySet<string>;
  /** Keys of those that are there and may be read. */
  readonly readable: ReadonlySet<string>;
  readonly back: ReactNode;
  /** What stands in the place of the difference once it is done. */
  readonly after: (count: number) => ReactNode;
  readonly onDone?: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** What a batch would do, by the server's dry run; then the same is done. */
export function Difference({ place, wanted, known = NONE, readable, back, after, onDone }: Props) {
  const [same, setSame] = useState(known);
  const [result, setResult] = useState<{ count: number; heldBy: string | null } | null>(null);
  const preview = usePreview(place, wanted);
  const applying = useAct(
    place.projectId,
    async (headers, sent: readonly WantedSecret[]) => {
      const { approval } = await sendBatch(place, sent, headers);
      setResult({ count: sent.length, heldBy: approval?.id ?? null });
      onDone?.();
    },
    () => undefined,
  );
  if (result)
    return result.heldBy === null ? after(result.count) : <HeldBy requestId={result.heldBy} />;
  if (preview.error)
    return (
      <div className={styles.failed}>
        <ErrorState error={preview.error} retry={() => void preview.refetch()} acts={back} />
      </div>
    );
  if (!preview.data) return <LoadingState rows={4} />;
  const { items, wouldBeHeld } = preview.data;
  const lines = differenceOf(wanted, items, same);
  const sent = sentOf(lines);
  const comparable = sent.filter((each) => readable.has(keyOf(each)));
  return (
    <section className={styles.difference} aria-labelledby="difference">
      <header className={styles.head}>
        <h2 id="difference">{words.difference}</h2>
        <Counts lines={lines} />
      </header>
      <Lines lines={lines} />
      {same === NONE && comparable.length > 0 && (
        <SameFinder {...{ place, comparable }} found={setSame} />
      )}
      {wouldBeHeld && <p>{words.held(wouldBeHeld.name ?? wouldBeHeld.policyId)}</p>}
      {sent.length < lines.length && <p className={styles.soft}>{words.left}</p>}
      {applying.error && <Refused error={applying.error} retry={() => applying.mutate(sent)} />}
      <Acts
        {...{ place, back, isHeld: Boolean(wouldBeHeld), isPending: applying.isPending }}
        count={sent.length}
        write={() => applying.isPending || applying.mutate(sent)}
      />
    </section>
  );
}

interface ActsProps extends Pick<Props, 'place' | 'back'> {
  /** Secrets that would be written. */
  readonly count: number;
  readonly isHeld: boolean;
  readonly isPending: boolean;
  readonly write: () => void;
}

/** The way back, and the button that writes; in production once its name is typed. */
function Acts({ place: { environment }, back, count, isHeld, isPending, write }: ActsProps) {
  const production = useProductionName(isHeld ? [] : [environment]);
  return (
    <>
      {count > 0 && <ProductionForm id="difference-form" production={production} submit={write} />}
      <footer className={styles.acts}>
        {back}
        {count > 0 ? (
          <Button
            look="first"
            type="submit"
            form="difference-form"
            isDisabled={!production.isTyped}
            isPending={isPending}
          >
            {words.apply(count, environment)}
          </Button>
        ) : (
          <span className={styles.soft}>{words.nothing}</span>
        )}
      </footer>
    </>
  );
}

interface RefusedProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** What has changed since it was shown (409) is shown anew first: the same again would be refused again. */
const Refused = ({ error, retry }: RefusedProps) => (
  <div className={styles.failed}>
    <ErrorState error={error} {...(asRefusal(error).status === 409 ? {} : { retry })} />
    {asRefusal(error).status === 409 && <p>{words.again}</p>}
  </div>
);

/** The key of the query holds no value: it is of this difference alone, and is dropped with it. */
function usePreview(place: BatchPlace, wanted: readonly WantedSecret[]) {
  const [id] = useState(() => crypto.randomUUID());
  return useQuery({
    queryKey: ['batch', id],
    queryFn: ({ signal }) => previewBatch(place, wanted, signal),
    ...{ retry: false, gcTime: 0, staleTime: Infinity },
  });
}

const Counts = ({ lines }: { readonly lines: readonly DifferenceLine[] }) => (
  <p className={styles.soft} aria-live="polite">
    {fatesOf(lines)
      .map(([fate, count]) => words.counts[fate](count))
      .join(', ')}
  </p>
);

const Lines = ({ lines }: { readonly lines: readonly DifferenceLine[] }) => (
  <div className={styles.lines}>
    <DataTable
      label={words.difference}
      rows={lines}
      keyOf={({ wanted }) => keyOf(wanted)}
      columns={[
        { id: 'name', title: words.name, isRowHeader: true, cell: (line) => <Name {...line} /> },
        { id: 'fate', title: words.fate, cell: (line) => <FateOf {...line} /> },
      ]}
    />
  </div>
);

const Name = ({ wanted: { secretPath, secretKey } }: DifferenceLine) => (
  <code className={styles.name}>
    {secretPath !== '/' && <bdi className={styles.soft}>{secretPath}/</bdi>}
    <bdi>{secretKey}</bdi>
  </code>
);

const FateOf = ({ fate, problems }: DifferenceLine) => (
  <span className={styles[fate]}>
    {words.fates[fate]}
    {problems.length > 0 && <Written>{`: ${problems.join(' ')}`}</Written>}
  </span>
);
