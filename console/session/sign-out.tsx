import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { sessionWords as words } from '../words/session';
import { widgetWords } from '../words/widgets';
import { signOut, useSession } from './session';
import { hasUnsaved, setAsked, useUnsaved } from './unsaved';

/** Signs out, and asks before where changes would be lost with it. */
export function askToSignOut(): void {
  if (hasUnsaved()) setAsked(true);
  else void signOut();
}

/** The question before a sign-out that loses changes. For the page, once. */
export function SignOutQuestion() {
  const { count, isAsked } = useUnsaved();
  const { phase } = useSession();
  const close = () => setAsked(false);
  if (!isAsked) return null;
  return (
    <Dialog
      {...{ isOpen: true, isAlert: true, close, title: words.loseTitle }}
      acts={
        <>
          <Button autoFocus onPress={close}>
            {widgetWords.cancel}
          </Button>
          <Button look="danger" onPress={() => void signOut()}>
            {words.lose}
          </Button>
        </>
      }
    >
      <p>{words.loseText(count, phase === 'locked')}</p>
    </Dialog>
  );
}
