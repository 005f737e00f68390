/** Lets others have their turn once a slice of work is used up. */
export interface Turn {
  (): Promise<void>;
  readonly isDue: () => boolean;
}
