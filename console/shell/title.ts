import { useEffect } from 'react';
import { shellWords as words } from '../words/shell';

/** Names the page in the browser's tab and history: the screen and what it is about, never a value. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, words.product].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = words.product;
    };
  }, [title]);
}
