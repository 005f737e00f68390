const TRIES = 5;

/** Does what has to be done while something lasts. Null: it was over too soon, and lasts twice as long at the next try. */
export async function whileItLasts<T>(
  milliseconds: number,
  attempt: (milliseconds: number) => Promise<T | null>,
): Promise<T> {
  for (let tried = 0; tried < TRIES; tried++) {
    const done = await attempt(milliseconds * 2 ** tried);
    if (done !== null) return done;
  }
  throw new Error(`It was over too soon ${TRIES} times.`);
}
