import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WhyNot } from '../api/rights-answers';
import { widgetWords as words } from '../words/widgets';
import { ActButton } from './act-button';
import { Button } from './button';
import styles from './confirm.module.css';
import { Dialog } from './dialog';
import { Field } from './field';
import { Problem } from './problem';
import { say } from './toast';
import { NO_WORK } from './typed-work';

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
  /** Why it may not be done, where it is known before: shown beside the button. */
  readonly reason?: string;
  /** Why the caller may not do it: said by the button. */
  readonly whyNot?: WhyNot;
}

/** A button that takes something away, once it was told what. What the server refuses is said in its place. */
export function Confirm({ label, spoken, isSmall, reason, whyNot = null, ...asked }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.whole}>
      <ActButton
        look="danger"
        whyNot={whyNot}
        isSmall={isSmall === true}
        isDisabled={reason !== undefined}
        onPress={() => setOpen(true)}
        {...(spoken === undefined ? {} : { 'aria-label': spoken })}
      >
        {label}
      </ActButton>
      {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      {isOpen && <Asked {...asked} close={() => setOpen(false)} />}
    </span>
  );
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
          {...NO_WORK}
          {...{ label: typed.label, value: text, onChange: setText }}
          {...{ autoComplete: 'off', spellCheck: 'false' }}
        />
      )}
      <Problem of={doing.error} />
    </Dialog>
  );
}
