export const KINDS = ['changes', 'access'] as const;
/** What is asked for. */
export type Kind = (typeof KINDS)[number];
export const isKind = (text: unknown): text is Kind => KINDS.includes(text as Kind);

export const SHOWN = ['mine', 'open', 'ended'] as const;
/** Which requests are shown; `mine`: those that wait for the vote of who looks. */
export type Show = (typeof SHOWN)[number];
export const isShown = (text: unknown): text is Show => SHOWN.includes(text as Show);
