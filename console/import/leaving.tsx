import { useBlocker } from '@tanstack/react-router';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { importWords as words } from '../words/import';

/** Asks before a link leads away from what was typed, which this page alone knows. The browser asks before it goes itself. */
export function AskBeforeLeaving({ names }: { readonly names: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => names > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      {...{ isOpen: true, isAlert: true, close: blocker.reset, title: words.leaveTitle }}
      acts={
        <>
          <Button autoFocus onPress={blocker.reset}>
            {words.stay}
          </Button>
          <Button look="danger" onPress={blocker.proceed}>
            {words.leave}
          </Button>
        </>
      }
    >
      <p>{words.leaveHelp}</p>
    </Dialog>
  );
}
