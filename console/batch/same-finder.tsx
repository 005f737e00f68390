import { useMutation } from '@tanstack/react-query';
import { Button } from '../widgets/button';
import { sayError } from '../widgets/toast';
import { batchWords as words } from '../words/batch';
import styles from './difference.module.css';
import type { WantedSecret } from './model';
import { type BatchPlace, findSame } from './send';

/** Values of one comparison: each is a request. */
const MOST = 100;

interface Props {
  readonly place: BatchPlace;
  /** Those that are there, and may be read. */
  readonly comparable: readonly WantedSecret[];
  readonly found: (same: ReadonlySet<string>) => void;
}

/** Reads what is there, on demand: to know what is the same is to have read it. */
export function SameFinder({ place, comparable, found }: Props) {
  const finding = useMutation({
    mutationFn: () => findSame(place, comparable),
    onSuccess: found,
    onError: sayError,
  });
  if (comparable.length > MOST) return <p className={styles.soft}>{words.tooMany(MOST)}</p>;
  return (
    <div className={styles.finder}>
      <Button isPending={finding.isPending} onPress={() => finding.mutate()}>
        {words.findSame(comparable.length)}
      </Button>
      <span className={styles.soft}>{words.findSameHelp}</span>
    </div>
  );
}
