import { useCallback, useEffect, useRef, useState } from 'react';
import { useLostAtLock } from '../session/lost-at-lock';
import { onLock } from '../session/session';
import { Button } from '../widgets/button';
import { CopyButton } from '../widgets/copy';
import { useReveal } from '../widgets/reveal';
import { identitiesWords as words } from '../words/identities';
import styles from './once.module.css';

/** A client secret that the server tells once. It is kept outside of what is drawn, until it was taken or the page locks. */
export interface Once {
  readonly state: 'none' | 'here' | 'lost';
  readonly keep: (secret: string) => void;
  readonly drop: () => void;
  readonly read: () => string;
}

export function useOnce(): Once {
  const held = useRef<string | null>(null);
  const [state, setState] = useState<Once['state']>('none');
  const keep = useCallback((secret: string) => {
    held.current = secret;
    setState('here');
  }, []);
  const drop = useCallback(() => {
    held.current = null;
    setState('none');
  }, []);
  useEffect(() => {
    const stop = onLock(() => {
      if (held.current === null) return;
      held.current = null;
      setState('lost');
    });
    return stop;
  }, []);
  useLostAtLock(state === 'here');
  const read = useCallback(() => held.current ?? '', []);
  return { state, keep, drop, read };
}

/** Not by React, which would keep it. */
const drawText = (element: HTMLElement, secret: string) => {
  element.textContent = secret;
};

/** The secret: masked until somebody asks, then for half a minute, and copied for less than a minute. */
export function OnceValue({ once }: { readonly once: Once }) {
  const { isShown, left, show, hide, drawn } = useReveal(async () => once.read(), drawText);
  if (once.state === 'lost') return <p role="alert">{words.onceLost}</p>;
  return (
    <div className={styles.once}>
      <p>{words.onceHelp}</p>
      <div className={styles.value}>
        {isShown ? (
          <code ref={drawn} className={styles.shown} />
        ) : (
          <span className={styles.mask} role="img" aria-label={words.masked}>
            ••••••••••••••••
          </span>
        )}
      </div>
      <div className={styles.acts}>
        {isShown ? (
          <Button isSmall onPress={hide}>
            {words.hide}
          </Button>
        ) : (
          <Button isSmall aria-label={words.reveal} onPress={() => void show()}>
            {words.revealShort}
          </Button>
        )}
        <CopyButton isSecret label={words.copySecret} value={once.read} />
        {isShown && <span className={styles.soft}>{words.hides(left)}</span>}
      </div>
    </div>
  );
}
