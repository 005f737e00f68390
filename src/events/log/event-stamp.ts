/**
 * The stamp of an event tells it from every other one that could bear its number: its time in milliseconds, and the low
 * bits of its transaction's number. A log that lost its end, in a failover or a restore, gives numbers out again; the pair
 * of number and stamp names one log up to that event. Below 2^53 until the year 2109.
 */
const stampOf = (createdAt: string, xid: string): string =>
  `(floor(extract(epoch from ${createdAt}) * 1000) * 2048 + (${xid} & 2047))`;

/** SQL: the stamp of a row of `project_events`, by the alias of the row. */
export const eventStamp = (event: string): string =>
  `${stampOf(`${event}.created_at`, `${event}.xid`)}::float8`;

/** SQL: the stamp of the events that the running transaction appends. Their time is rounded like the column's. */
export const OWN_STAMP = `${stampOf('now()::timestamptz(3)', 'txid_current()')}::bigint`;

/**
 * SQL: the stamp of the event with the number `seq`, by the alias of the project's head: from its row, or from the head
 * if the row was thrown out and it was the last event. Null if neither knows it.
 */
export const stampAt = (head: string, seq: string): string => `coalesce(
  (select ${eventStamp('e')} from project_events e
    where e.project_id = ${head}.project_id and e.seq = ${seq}),
  case when ${head}.last_seq = ${seq} then ${head}.last_stamp end)::float8`;
