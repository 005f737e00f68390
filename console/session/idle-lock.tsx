import { useEffect, useRef, useState } from 'react';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { sessionWords as words } from '../words/session';
import { lockIn, type Moment } from './lock-clock';
import { isLostAtLock } from './lost-at-lock';
import { leave, lock } from './session';
import { count, useUnsaved } from './unsaved';

const now = (): Moment => ({ wall: Date.now(), steady: performance.now() });

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Milliseconds. */
const LOOK = 1_000;
/** Milliseconds between the messages that tell other tabs of a use. */
const TELL = 5_000;

/** Locks the page when no tab of it was used for a quarter of an hour, and asks a minute before. Hides values with the page. */
export function IdleLock() {
  const [left, setLeft] = useState<number | null>(null);
  const use = useRef(() => undefined as void);
  useEffect(() => {
    const channel = new BroadcastChannel('strongroom-uses');
    let last = now();
    let told = 0;
    use.current = () => {
      last = now();
      if (last.steady - told < TELL) return;
      told = last.steady;
      channel.postMessage(null);
    };
    channel.onmessage = () => (last = now());
    const look = () => {
      const seconds = lockIn(last, now());
      if (seconds === 0) void lock();
      else if (seconds !== null) count();
      setLeft(seconds);
    };
    const onUse = () => {
      // Once it is announced, moving the mouse is no answer.
      if (lockIn(last, now()) === null) use.current();
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') leave();
      else look();
    };
    const timer = setInterval(look, LOOK);
    for (const kind of USES) addEventListener(kind, onUse, { passive: true, capture: true });
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      for (const kind of USES) removeEventListener(kind, onUse, { capture: true });
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', leave);
      channel.close();
    };
  }, []);
  const stay = () => {
    use.current();
    setLeft(null);
  };
  return <Warning left={left} stay={stay} />;
}

interface WarningProps {
  /** Seconds. */
  readonly left: number | null;
  readonly stay: () => void;
}

/** That the page locks soon, and what becomes of what is not applied. */
function Warning({ left, stay }: WarningProps) {
  const { count: unsaved } = useUnsaved();
  return (
    <Dialog
      title={words.soon}
      isOpen={left !== null && left > 0}
      close={stay}
      isAlert
      acts={
        <Button look="first" onPress={stay} autoFocus>
          {words.stay}
        </Button>
      }
    >
      <p>{words.soonSeconds(left ?? 0)}</p>
      {left !== null && unsaved > 0 && <p>{words.soonKept(unsaved)}</p>}
      {left !== null && isLostAtLock() && <p>{words.soonLost}</p>}
    </Dialog>
  );
}
