import { useSyncExternalStore } from 'react';

/** Where a grid of several columns has no room: telephones, and 400 % zoom. */
const query = matchMedia('(width < 40rem)');

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the page shows a list in place of a grid. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
