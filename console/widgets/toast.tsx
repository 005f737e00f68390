import { Button } from 'react-aria-components/Button';
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { Text } from 'react-aria-components/Text';
import { asRefusal } from '../api/client';
import { CloseMark } from '../shell/marks';
import { widgetWords as words } from '../words/widgets';
import { RefusalFacts } from './states';
import styles from './toast.module.css';

interface Message {
  readonly text: string;
  readonly error?: unknown;
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** Milliseconds. What was refused stays until somebody closes it. */
const SHOWN = 6_000;

/** Says that something is done, in a region that screen readers read without losing their place. Never a value. */
export function say(text: string): void {
  queue.add({ text }, { timeout: SHOWN });
}

/** Says why something was not done. */
export function sayError(error: unknown): void {
  queue.add({ text: asRefusal(error).message, error });
}

/** Tells the page how much of its lower edge the messages take, so that they lie over nothing. */
function makeRoom(region: HTMLElement | null) {
  if (!region) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--messages', `${region.offsetHeight}px`),
  );
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--messages');
  };
}

/** Where the messages appear, once in the page: a strip at its lower edge, from side to side, in which nothing else is. */
export const Toasts = () => (
  <ToastRegion
    ref={makeRoom}
    queue={queue}
    className={styles.region ?? ''}
    aria-label={words.messages}
  >
    {({ toast }) => (
      <Toast toast={toast} className={`${styles.toast} ${toast.content.error ? styles.bad : ''}`}>
        <ToastContent className={styles.text ?? ''}>
          <Text slot="title">{toast.content.text}</Text>
          {toast.content.error !== undefined && <RefusalFacts error={toast.content.error} />}
        </ToastContent>
        <Button slot="close" className={styles.close ?? ''} aria-label={words.dismiss}>
          <CloseMark />
        </Button>
      </Toast>
    )}
  </ToastRegion>
);
