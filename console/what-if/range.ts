const RANGE = /^[1-9]\d{0,4}(m|h|d|w)$/;

/** How long a grant is to hold, such as `2h`; null: for good. */
export const rangeOf = (text: unknown): string | null =>
  typeof text === 'string' && RANGE.test(text) ? text : null;
