import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asRefusal, idempotencyKey } from '../api/client';
import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import { Dialog } from './dialog';
import styles from './form.module.css';
import { ErrorState } from './states';

/** The header that makes one act happen once. */
export type OneActHeader = ReturnType<typeof idempotencyKey>;

interface Props {
  readonly title: ReactNode;
  /** What the button that does it says. */
  readonly act: string;
  readonly isDanger?: boolean;
  /** Whether everything is there that the act needs. */
  readonly isReady?: boolean;
  /** Does it; sent again with the same header after a lost answer, it happens once. */
  readonly work: (header: OneActHeader) => Promise<unknown>;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Shows what would become of an act, and does it. What is refused stays where it was asked. */
export function ConfirmForm({
  title,
  act,
  isDanger,
  isReady = true,
  work,
  close,
  children,
}: Props) {
  const [header, setHeader] = useState(idempotencyKey);
  const doing = useMutation({
    mutationFn: () => work(header),
    onSuccess: close,
    // What the server refused may be asked for again with other fields: that is another act.
    onError: (error) => asRefusal(error).status > 0 && setHeader(idempotencyKey()),
  });
  const go = () => {
    if (isReady && !doing.isPending) doing.mutate();
  };
  return (
    <Dialog
      isOpen
      {...{ title, close }}
      isAlert={isDanger === true}
      acts={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            type="submit"
            form="confirm"
            look={isDanger ? 'danger' : 'first'}
            isDisabled={!isReady}
            isPending={doing.isPending}
          >
            {act}
          </Button>
        </>
      }
    >
      <form
        id="confirm"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        {children}
        {doing.error && <ErrorState error={doing.error} />}
      </form>
    </Dialog>
  );
}
