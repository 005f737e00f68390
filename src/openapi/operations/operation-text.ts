/** What the document says of a handler, whatever the number of its paths. */
export interface OperationText {
  /** Verb and noun; the same in every release. Paths of an older generation get a suffix. */
  readonly id: string;
  /** Markdown: who may do it, and what a caller would not guess. */
  readonly description: string;
}

/** The key is `Controller.method`. */
export type OperationTexts = Readonly<Record<string, OperationText>>;

/** Builds a table from pairs, which keeps each entry to a line or two. */
export const texts = (table: Readonly<Record<string, readonly [string, string]>>): OperationTexts =>
  Object.fromEntries(
    Object.entries(table).map(([handler, [id, description]]) => [handler, { id, description }]),
  );
