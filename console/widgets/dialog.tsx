import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { CloseMark } from '../shell/marks';
import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import styles from './dialog.module.css';
import { useEscapeWithoutFocus } from './focus';

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
}

/** Asks one thing, over everything else. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, isOpen, close, children, acts, isAlert }: DialogProps) {
  const dialog = useEscapeWithoutFocus(isOpen, close);
  return (
    <ModalOverlay
      className={veil}
      isOpen={isOpen}
      onOpenChange={(open) => open || close()}
      isDismissable={!isAlert}
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
          <div className={styles.acts}>{acts}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
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
  const dialog = useEscapeWithoutFocus(isOpen, close);
  const openedAt = useRef(0);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return (
    <ModalOverlay
      className={veil}
      isOpen={isOpen}
      onOpenChange={(open) => open || close()}
      isDismissable
      shouldCloseOnInteractOutside={() => performance.now() - openedAt.current > DOUBLE_CLICK}
    >
      <Modal className={styles.sheet ?? ''}>
        <AriaDialog ref={dialog} className={styles.sheetDialog ?? ''}>
          <div className={styles.sheetHead}>
            <Heading slot="title" level={2} className={styles.sheetTitle ?? ''}>
              {title}
            </Heading>
            <div className={styles.sheetActs}>{acts}</div>
            <Button look="quiet" aria-label={words.close} onPress={close}>
              <CloseMark />
            </Button>
          </div>
          <div className={styles.sheetBody}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
