import { type Bar, heightOf } from './timeline-bars';
import styles from './timeline.module.css';

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The moment that is shown, in milliseconds since 1970; null for now. */
  readonly at: number | null;
  /** The moment as spoken. */
  readonly spoken: string;
  readonly onPick: (bar: Bar) => void;
}

/** How many changes there were when, and which moment is shown. A click picks a bar; arrows are taken by the screen, wherever its focus is. */
export function Timeline({ label, bars, at, spoken, onPick }: Props) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const [from, to] = [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 1];
  const xOf = (moment: number) => ((moment - from) / (to - from)) * bars.length;
  return (
    <svg
      className={styles.timeline}
      viewBox={`0 0 ${Math.max(bars.length, 1)} 1`}
      preserveAspectRatio="none"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={at ?? to}
      aria-valuetext={spoken}
    >
      {bars.map((bar, i) => {
        const height = heightOf(bar.count, most);
        return (
          <g key={bar.from}>
            <rect className={styles.bar} x={i + 0.1} width={0.8} y={1 - height} height={height} />
            <rect className={styles.hit} x={i} width={1} height={1} onClick={() => onPick(bar)} />
          </g>
        );
      })}
      {at !== null && <line className={styles.cursor} x1={xOf(at)} x2={xOf(at)} y1={0} y2={1} />}
    </svg>
  );
}
