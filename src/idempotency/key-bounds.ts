/** How many keys a caller may have. A test sets others. */
export class KeyBounds {
  /** Live at a time. */
  perCaller = 10_000;
  /** New ones of a caller that a process lets pass between two counts. */
  countEvery = 100;
  /** Milliseconds for which a caller that had no place is not counted again. */
  countPause = 10_000;
}
