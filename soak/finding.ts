/** What one goal of the fault suite came to (`reliability-and-security.md` 5). */
export interface Finding {
  /** The goal's number, such as `G1`. */
  readonly goal: string;
  readonly what: string;
  /** What was measured, beside what it may be. */
  readonly figure: string;
  readonly threshold: string;
  /** Null: it could not be tried here. */
  readonly isMet: boolean | null;
}
