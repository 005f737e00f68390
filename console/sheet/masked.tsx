import { useState } from 'react';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { useReveal } from '../widgets/reveal';
import { sayError } from '../widgets/toast';
import { sheetWords as words } from '../words/sheet';
import { factsOf, piecesOf } from './model';
import styles from './sheet.module.css';

interface Props {
  /** Which value it is, as spoken after "Reveal" and "Copy". */
  readonly what: string;
  /** Reads the value, which is an act and an entry of the audit log. */
  readonly fetch: () => Promise<string>;
}

/** One value: masked, shown for half a minute, or copied unseen. Either is one read. */
export function MaskedValue({ what, fetch }: Props) {
  const [isBusy, setBusy] = useState(false);
  const { value, left, show, hide } = useReveal(fetch);
  const reveal = () => {
    setBusy(true);
    show()
      .catch(sayError)
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.value}>
      {value === null ? (
        <span className={styles.mask} role="img" aria-label={words.masked}>
          ••••••••
        </span>
      ) : (
        <Shown value={value} />
      )}
      <div className={styles.acts}>
        {value === null ? (
          <Button isSmall isPending={isBusy} aria-label={words.revealOf(what)} onPress={reveal}>
            {words.reveal}
          </Button>
        ) : (
          <Button isSmall onPress={hide}>
            {words.hide}
          </Button>
        )}
        <CopyButton isSecret label={words.copyOf(what)} value={fetch} />
        {value !== null && <span className={styles.soft}>{words.hides(left)}</span>}
      </div>
    </div>
  );
}

/** A value with its invisible signs marked. */
function Shown({ value }: { readonly value: string }) {
  const { bytes, endsIn } = factsOf(value);
  return (
    <>
      <pre className={styles.shown} translate="no">
        {piecesOf(value).map(({ text, isMark }, index) =>
          isMark ? (
            <mark key={index} className={styles.unseen}>
              {text}
            </mark>
          ) : (
            <bdi key={index}>{text}</bdi>
          ),
        )}
      </pre>
      <span className={styles.soft}>
        {[words.bytes(bytes), ...(endsIn ? [words.endsIn[endsIn]] : [])].join(', ')}
      </span>
    </>
  );
}
