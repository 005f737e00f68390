import { useEffect, useRef, useState } from 'react';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { useReveal } from '../widgets/reveal';
import { sayError } from '../widgets/toast';
import { sheetWords as words } from '../words/sheet';
import { drawValue } from './draw-value';
import styles from './sheet.module.css';

interface Props {
  /** The version of it: where another one takes its place, what was revealed is gone. */
  readonly of: number | string | null;
  /** Which value it is, as spoken after "Reveal" and "Copy". */
  readonly what: string;
  /** Reads the value, which is an act and an entry of the audit log. */
  readonly fetch: () => Promise<string>;
  /** Whether it was asked for already, where it is opened. */
  readonly isAsked?: boolean;
  /** Whether there is no button that copies it: it is there to be looked at. */
  readonly isSeenOnly?: boolean;
}

/** One value: masked, shown for half a minute, or copied unseen. Either is one read. */
export function MaskedValue({ of, isAsked = false, ...props }: Props) {
  // Nobody asked for what came since.
  const [first] = useState(of);
  return <MaskedVersion key={of} {...props} isAsked={isAsked && of === first} />;
}

function MaskedVersion({ what, fetch, isAsked, isSeenOnly }: Omit<Props, 'of'>) {
  const [isBusy, setBusy] = useState(false);
  const { isShown, left, show, hide, drawn } = useReveal(fetch, drawValue);
  const reveal = () => {
    setBusy(true);
    show()
      .catch(sayError)
      .finally(() => setBusy(false));
  };
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isAsked || hasAsked.current) return;
    hasAsked.current = true;
    reveal();
  });
  return (
    <div className={styles.value}>
      {isShown ? (
        <div ref={drawn} className={styles.drawn} />
      ) : (
        <span className={styles.mask} role="img" aria-label={words.masked}>
          ••••••••
        </span>
      )}
      <div className={styles.acts}>
        {isShown ? (
          <Button isSmall onPress={hide}>
            {words.hide}
          </Button>
        ) : (
          <Button isSmall isPending={isBusy} aria-label={words.revealOf(what)} onPress={reveal}>
            {words.reveal}
          </Button>
        )}
        {!isSeenOnly && <CopyButton isSecret label={words.copyOf(what)} value={fetch} />}
        {isShown && <span className={styles.soft}>{words.hides(left)}</span>}
      </div>
    </div>
  );
}
