export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** What the address says: a folder, a period, and the moment that is shown; null for now. */
export interface TimeSearch {
  readonly environment?: string;
  readonly path?: string;
  readonly period?: Period;
  /** ISO 8601. */
  readonly at?: string;
  /** The event after which everything was as it is shown: exact where moments lie close. */
  readonly event?: string;
  /** The secret that somebody came for: its changes are marked. */
  readonly name?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Takes what an address says, and leaves out what it cannot mean. */
export function timeSearch(search: Readonly<Record<string, unknown>>): TimeSearch {
  const at = text(search['at']);
  const period = PERIODS.find((each) => each === search['period']);
  const isTime = at !== undefined && !Number.isNaN(Date.parse(at));
  const environment = text(search['environment']);
  const path = text(search['path']);
  const event = text(search['event']);
  const name = text(search['name']);
  return {
    ...(environment ? { environment } : {}),
    ...(path ? { path } : {}),
    ...(period ? { period } : {}),
    ...(isTime ? { at } : {}),
    ...(isTime && event ? { event } : {}),
    ...(name ? { name } : {}),
  };
}
