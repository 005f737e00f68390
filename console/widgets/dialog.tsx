import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { CloseMark } from '../shell/marks';
import { widgetWords as words } from '../words/widgets';
import { useQuestionBeforeBack } from './back';
import { Button } from './button';
import styles from './dialog.module.css';
import { useEscapeWithoutFocus, useFocusOfLastAct } from './focus';
import { useTypedWork } from './typed-work';
import { useUnsavedForm } from '../session/unsaved';

/** What lies over the page while a dialog is open. */
export const veil = styles.veil ?? '';

interface Props {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

interface DialogProps extends Props {
  /** The buttons, the one that goes on last. */
  readonly acts: ReactNode;
  /** Of a question that stops whoever is about to take something away. */
  readonly isAlert?: boolean;
  /** Whether it holds work that is not saved, where it knows that itself and tells it by `useUnsavedWork`. */
  readonly isUnsaved?: boolean;
  /** Keeps elsewhere what was typed, and closes it: offered beside discarding. Absent where that cannot be done. */
  readonly keepWork?: Keeping | undefined;
}

interface Keeping {
  readonly label: string;
  readonly keep: () => void;
}

/**
 * Asks one thing, over everything else. Escape closes it, and the focus goes back to where it was. What was typed is discarded
 * by a button alone: Escape asks, and a click beside it does nothing.
 */
export function Dialog(props: DialogProps) {
  const { title, isOpen, children, acts, isAlert } = props;
  const { dialog, leave, hasWork, question } = useLeaving(props);
  const row = useFocusOfLastAct(dialog);
  return (
    <ModalOverlay
      className={veil}
      isOpen={isOpen}
      onOpenChange={(open) => open || leave()}
      isDismissable={!isAlert}
      shouldCloseOnInteractOutside={() => !hasWork()}
    >
      <Modal className={styles.box ?? ''}>
        <AriaDialog
          ref={dialog}
          className={styles.dialog ?? ''}
          role={isAlert ? 'alertdialog' : 'dialog'}
        >
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          <div ref={row} className={styles.acts}>
            {acts}
          </div>
          {question}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type Leaving = Pick<DialogProps, 'isOpen' | 'close' | 'isUnsaved' | 'keepWork'>;

/** The ways out of a dialog that are no decision: Escape, its cross, a click beside it, the browser's own Back. */
function useLeaving({ isOpen, close, isUnsaved, keepWork }: Leaving) {
  const [isAsked, setAsked] = useState(false);
  const dialog = useRef<HTMLElement>(null);
  const isTyped = useTypedWork(dialog, isOpen);
  useUnsavedForm(isOpen && isUnsaved !== true ? isTyped : null);
  const hasWork = () => isUnsaved === true || isTyped();
  const leave = () => {
    if (hasWork()) setAsked(true);
    else close();
  };
  useEscapeWithoutFocus(dialog, isOpen, leave);
  useQuestionBeforeBack(isOpen, hasWork, () => setAsked(true));
  const keep = () => setAsked(false);
  const end = (how: () => void) => {
    keep();
    how();
  };
  const question = isAsked && isOpen && (
    <Dialog
      {...{ isOpen: true, isAlert: true, close: keep, title: words.discardTitle }}
      acts={
        <>
          <Button autoFocus onPress={keep}>
            {words.keepTyped}
          </Button>
          {keepWork && <Button onPress={() => end(keepWork.keep)}>{keepWork.label}</Button>}
          <Button look="danger" onPress={() => end(close)}>
            {words.discard}
          </Button>
        </>
      }
    >
      <p>{keepWork ? words.discardOrKeep : words.discardText}</p>
    </Dialog>
  );
  return { dialog, leave, hasWork, question };
}

/** Milliseconds in which a second click belongs to the one that opened the sheet. */
const DOUBLE_CLICK = 400;

/** What is known of one thing, beside the list that it is in. Its address belongs into the search of the route. */
export function Sheet({
  title,
  isOpen,
  close,
  children,
  acts,
}: Props & { readonly acts?: ReactNode }) {
  const { dialog, leave, hasWork, question } = useLeaving({ isOpen, close });
  const openedAt = useRef(0);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return (
    <ModalOverlay
      className={veil}
      isOpen={isOpen}
      onOpenChange={(open) => open || leave()}
      isDismissable
      shouldCloseOnInteractOutside={() =>
        !hasWork() && performance.now() - openedAt.current > DOUBLE_CLICK
      }
    >
      <Modal className={styles.sheet ?? ''}>
        <AriaDialog ref={dialog} className={styles.sheetDialog ?? ''}>
          <div className={styles.sheetHead}>
            <Heading slot="title" level={2} className={styles.sheetTitle ?? ''}>
              {title}
            </Heading>
            <div className={styles.sheetActs}>{acts}</div>
            <Button look="quiet" aria-label={words.close} onPress={leave}>
              <CloseMark />
            </Button>
          </div>
          <div className={styles.sheetBody}>{children}</div>
          {question}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
