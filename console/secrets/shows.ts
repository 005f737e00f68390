export const SHOWS = ['all', 'gaps', 'differ', 'recent'] as const;
/** Which rows of a folder are shown. */
export type Show = (typeof SHOWS)[number];
export const isShow = (text: unknown): text is Show => SHOWS.includes(text as Show);
