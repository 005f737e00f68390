import { Timeline } from '../widgets/timeline';
import { timeWords as words } from '../words/time';
import type { TimeSearch } from './address';
import { useArrows } from './keys';
import { barsOfChanges, beforeBar, type Changes, momentText, stepped } from './model';
import styles from './screen.module.css';

interface Props {
  readonly changes: Changes;
  /** As spoken. */
  readonly place: string;
  readonly at: string | undefined;
  /** The event of the change after which it is shown. */
  readonly event: string | undefined;
  /** Null: now. */
  readonly onShow: (moment: Pick<TimeSearch, 'at' | 'event'> | null) => void;
}

/** When how much changed, and which moment is shown. */
export function Line({ changes, place, at, event, onShow }: Props) {
  const { startDate, countedFrom, completeFrom, moments } = changes;
  const shown = at === undefined ? null : Date.parse(at);
  useArrows(({ direction, isDay }) => {
    const now = Date.now();
    onShow(stepped(moments, shown ?? now, { direction, isDay, now, event }));
  });
  return (
    <section className={styles.line}>
      <Timeline
        label={words.timeline(place)}
        bars={barsOfChanges(changes)}
        at={shown}
        spoken={at === undefined ? words.now : momentText(at)}
        onPick={(bar) => onShow(beforeBar(moments, bar))}
      />
      <div className={styles.ends}>
        <time dateTime={startDate}>{momentText(startDate)}</time>
        <span>{words.now}</span>
      </div>
      <p className={styles.soft}>
        {words.help} <span className="with-keyboard">{words.helpKeys}</span>
      </p>
      {countedFrom && <p className={styles.soft}>{words.cut(momentText(countedFrom))}</p>}
      {completeFrom && <p className={styles.soft}>{words.kept(momentText(completeFrom))}</p>}
    </section>
  );
}
