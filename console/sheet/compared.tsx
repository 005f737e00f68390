import { useEffect, useRef } from 'react';
import { Button } from '../widgets/button';
import { useReveal } from '../widgets/reveal';
import { sayError } from '../widgets/toast';
import { sheetWords as words } from '../words/sheet';
import { drawLinesOfTwo } from './draw-value';
import { type Address, readValue } from './queries';
import styles from './sheet.module.css';

interface Props {
  readonly address: Address;
  readonly former: number;
  readonly later: number;
  /** When it has hidden the values, or could not read them. */
  readonly close: () => void;
}

/** Two versions of a value, line by line, for half a minute. Both are read once, which the audit log tells. */
export function Compared({ address, former, later, close }: Props) {
  // Both are one text while they are held: what drops a value drops them together.
  const fetch = async () =>
    JSON.stringify(await Promise.all([former, later].map((each) => readValue(address, each))));
  const { isShown, left, show, hide, drawn } = useReveal(fetch, drawLinesOfTwo);
  const hasAsked = useRef(false);
  const hasShown = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    show().catch((error: unknown) => {
      sayError(error);
      close();
    });
  });
  useEffect(() => {
    if (isShown) hasShown.current = true;
    else if (hasShown.current) close();
  }, [isShown, close]);
  return (
    <section
      className={styles.section}
      aria-label={words.compared(address.secretName, former, later)}
    >
      <div className={styles.acts}>
        <h4>{words.between(former, later)}</h4>
        {isShown && <span className={styles.soft}>{words.hides(left)}</span>}
        <Button isSmall autoFocus onPress={isShown ? hide : close}>
          {words.hide}
        </Button>
      </div>
      {isShown && <div ref={drawn} className={styles.drawn} />}
    </section>
  );
}
