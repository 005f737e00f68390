import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { sessionWords as words } from '../words/session';
import { widgetWords } from '../words/widgets';
import { answerLock, useLockAsked } from './lost-at-lock';

/** The question before a lock that loses what is shown once. For the page, once. */
export function LockQuestion() {
  const isAsked = useLockAsked();
  const close = () => answerLock(false);
  if (!isAsked) return null;
  return (
    <Dialog
      {...{ isOpen: true, isAlert: true, close, title: words.lockLosesTitle }}
      acts={
        <>
          <Button autoFocus onPress={close}>
            {widgetWords.cancel}
          </Button>
          <Button look="danger" onPress={() => answerLock(true)}>
            {words.lockAnyway}
          </Button>
        </>
      }
    >
      <p>{words.lockLoses}</p>
    </Dialog>
  );
}
