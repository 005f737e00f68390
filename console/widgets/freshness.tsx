import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import styles from './freshness.module.css';

interface Props {
  /** Milliseconds since 1970; 0 before the first answer. */
  readonly at: number;
  readonly isBusy: boolean;
  readonly look: () => void;
}

/** Of what no event tells: says of when it is, and looks again when it is asked to. */
export const Freshness = ({ at, isBusy, look }: Props) => (
  <span className={styles.fresh}>
    {at > 0 && (
      <span className={styles.at} aria-live="polite">
        {words.asOf(new Date(at).toLocaleTimeString())}
      </span>
    )}
    <Button isPending={isBusy} onPress={look}>
      {words.again}
    </Button>
  </span>
);
