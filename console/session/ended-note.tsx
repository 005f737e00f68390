import { sessionWords as words } from '../words/session';
import { useSession } from './session';
import styles from './sign-in.module.css';
import { useUnsaved } from './unsaved';

/** Why the page asks for a sign-in, and what became of changes that were not applied. */
export function EndedNote() {
  const { phase, ended, lost, keptElsewhere } = useSession();
  const { count } = useUnsaved();
  const note =
    ended === 'elsewhere'
      ? words.endedElsewhere(count)
      : lost > 0
        ? words.lost(lost)
        : phase === 'out' && keptElsewhere > 0
          ? words.keptElsewhere(keptElsewhere)
          : ended === 'over' && words.ended;
  return <div role="status">{note !== false && <p className={styles.note}>{note}</p>}</div>;
}
