import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import styles from './confirm.module.css';
import { Dialog } from './dialog';
import { Field } from './field';
import { Problem } from './problem';
import { say } from './toast';

interface AskedProps {
  readonly title: string;
  /** What it will do. */
  readonly children: ReactNode;
  /** The button of the dialog. */
  readonly act: string;
  /** What is to be typed before, for what cannot be taken back. */
  readonly typed?: { readonly text: string; readonly label: string };
  readonly work: () => Promise<unknown>;
  readonly done: string;
}

interface Props extends AskedProps {
  /** What the button shows, and what it is called where that is not the same. */
  readonly label: string;
  readonly spoken?: string;
  readonly isSmall?: boolean;
  /** Why it may not be done, where it is known before. */
  readonly reason?: string;
}

/** A button that takes something away, once it was told what. What the server refuses is said in its place. */
export function Confirm({ label, spoken, isSmall, reason, ...asked }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { whole, begin } = useFocusKept();
  const work = () => {
    begin();
    return asked.work();
  };
  return (
    <span ref={whole} className={styles.whole}>
      <Button
        look="danger"
        isSmall={isSmall === true}
        isDisabled={reason !== undefined}
        onPress={() => setOpen(true)}
        {...(spoken === undefined ? {} : { 'aria-label': spoken })}
      >
        {label}
      </Button>
      {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      {isOpen && <Asked {...{ ...asked, work }} close={() => setOpen(false)} />}
    </span>
  );
}

/** Milliseconds until whatever else moves the focus has done so. */
const SETTLED = 100;

/** Where the act takes the button itself away, the focus stays in the sheet or the screen that had it. */
function useFocusKept() {
  const whole = useRef<HTMLSpanElement>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    const home = whole.current?.closest<HTMLElement>('[role=dialog], main');
    return () => {
      if (!hasBegun.current || !home) return;
      setTimeout(() => {
        if (home.isConnected && document.activeElement === document.body) home.focus();
      }, SETTLED);
    };
  }, []);
  const begin = () => {
    hasBegun.current = true;
  };
  return { whole, begin };
}

function Asked({
  typed,
  work,
  done,
  close,
  ...asked
}: AskedProps & { readonly close: () => void }) {
  const [text, setText] = useState('');
  const doing = useMutation({
    mutationFn: work,
    onSuccess: () => {
      close();
      say(done);
    },
  });
  return (
    <Dialog
      {...{ isOpen: true, close, isAlert: true, title: asked.title }}
      acts={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            look="danger"
            isDisabled={typed !== undefined && text !== typed.text}
            isPending={doing.isPending}
            onPress={() => doing.mutate()}
          >
            {asked.act}
          </Button>
        </>
      }
    >
      <div className={styles.body}>{asked.children}</div>
      {typed && (
        <Field
          {...{ label: typed.label, value: text, onChange: setText }}
          {...{ autoComplete: 'off', spellCheck: 'false' }}
        />
      )}
      <Problem of={doing.error} />
    </Dialog>
  );
}
