import { useEffect, useState } from 'react';

/** Milliseconds after the last key. */
const PAUSE = 150;

/** What a text has been for a moment, so that not every key asks. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
