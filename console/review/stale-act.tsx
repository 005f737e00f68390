import { Button } from '../widgets/button';
import { Time } from '../widgets/time';
import { reviewWords as words } from '../words/review';
import type { Act, TargetedAct } from './model';
import styles from './review.module.css';
import { againOn, type Stale } from './stale';
import { useStale } from './use-stale';

interface Props {
  readonly of: TargetedAct;
  readonly drop: () => void;
  readonly renew: (act: Act) => void;
}

/** Who changed a secret since an act on it was wished for, when, and what may be done about it. Nothing where nobody did. */
export function StaleAct({ of, drop, renew }: Props) {
  const stale = useStale(of);
  if (!stale) return null;
  const again = againOn(of.act, stale);
  return (
    <>
      <span>
        {textOfStale(stale, of.act)}{' '}
        {stale.at !== null && <Time at={new Date(stale.at).toISOString()} />}
      </span>
      <div className={styles.ways}>
        {again && (
          <Button isSmall onPress={() => renew(again)}>
            {stale.version === null ? words.setAgain : words.useMine}
          </Button>
        )}
        <Button isSmall onPress={drop}>
          {words.dropMine}
        </Button>
      </div>
    </>
  );
}

function textOfStale({ kind, version, by }: Stale, { expectedVersion }: Act): string {
  const who = by === null || by === '' ? words.somebody : by;
  return words.stale[kind](who, version, expectedVersion);
}
