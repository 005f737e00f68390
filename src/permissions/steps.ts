/** Work that stops every few milliseconds, so that whoever drives it may let others have their turn. */
export type Steps<T> = Generator<void, T>;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
