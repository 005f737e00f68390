import type { Response } from 'express';

/** What a good answer may not have been meant to be. Existing clients do not read it; people with a terminal do. */
export const HINT_HEADER = 'X-Hint';

/** Adds a sentence to the hints of an answer. Names of a caller come in as `shownName` shows them; ASCII goes out. */
export function addHint(res: Response, sentence: string): void {
  const former = res.get(HINT_HEADER);
  const text = sentence.toWellFormed().replaceAll(/[^ -~]/gu, encodeURIComponent);
  res.set(HINT_HEADER, former === undefined ? text : `${former} ${text}`);
}
