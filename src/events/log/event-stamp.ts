/**
 * What tells an event from every other one that could bear its number: when it was written, in milliseconds, and the
 * low bits of its transaction's number. A log that lost its end, in a failover or a restore, gives the numbers out
 * again, and the pair of number and stamp names one log up to that event. Below 2^53 until the year 2109. // Decision 441
 */
const stampOf = (createdAt: string, xid: string): string =>
  `(floor(extract(epoch from ${createdAt}) * 1000) * 2048 + (${xid} & 2047))`;

/** Of a row of `project_events`, by its alias. */
export const eventStamp = (event: string): string =>
  `${stampOf(`${event}.created_at`, `${event}.xid`)}::float8`;

/** Of the events that the running transaction appends; their time is rounded like the column's. */
export const OWN_STAMP = `${stampOf('now()::timestamptz(3)', 'txid_current()')}::bigint`;

/**
 * The stamp of the event of that number: of its row, or where the row was thrown out and it was the last one, of
 * the head. Null where neither is known.
 */
export const stampAt = (head: string, seq: string): string => `coalesce(
  (select ${eventStamp('e')} from project_events e
    where e.project_id = ${head}.project_id and e.seq = ${seq}),
  case when ${head}.last_seq = ${seq} then ${head}.last_stamp end)::float8`;
