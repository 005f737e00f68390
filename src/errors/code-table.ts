import type { ErrorName } from './error-names.js';

/** The error name, what the code means, and the next step of whoever meets it. */
export type CodeEntry = readonly [error: ErrorName, meaning: string, next: string];

export type CodeTable = Readonly<Record<string, CodeEntry>>;
