import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Holds the browser's own Back and Forward while a dialog has work that would be lost or covered, and asks instead. */
export function useQuestionBeforeBack(
  isOpen: boolean,
  hasWork: () => boolean,
  ask: () => void,
): void {
  // Dialogs about the session lie outside of the pages.
  const router = useRouter({ warn: false }) as { readonly history: RouterHistory } | undefined;
  useEffect(() => {
    if (!isOpen || !router) return undefined;
    return router.history.block({
      // Closing the tab is asked about elsewhere.
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isOurs = action === 'PUSH' || action === 'REPLACE';
        if (isOurs || !hasWork()) return false;
        ask();
        return true;
      },
    });
  });
}
