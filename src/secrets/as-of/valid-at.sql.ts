import { IS_SUPERSEDED } from '../secrets.repository.js';

/**
 * The states that were at a moment, as SQL. `$1` is the project and `$2` the moment: a time, or the number of
 * an event, which is exact: what the transactions of later events began was not yet, and what they ended
 * still was. A number of a transaction counts together with its time: in a database that was restored
 * elsewhere the numbers begin anew.
 */
export type PointInTimeKind = 'time' | 'event';

const LATER = `
  later as materialized (
    select e.xid, e.created_at from project_events e
    where e.project_id = $1 and e.seq > $2::bigint and not exists (
      select from project_events own where own.project_id = $1 and own.seq = $2::bigint
        and own.xid = e.xid and own.created_at = e.created_at)
  ),`;

const wroteLater = (xid: string, at: string) =>
  `exists (select from later where later.xid = ${xid} and later.created_at = ${at})`;

/** What comes first in the `with` clause of a statement that asks for states. */
export const LATER_EVENTS_CTE: Readonly<Record<PointInTimeKind, string>> = {
  time: '',
  event: LATER,
};

/** Whether a state had begun, or had not ended yet. */
export const begunSql = {
  time: (s: string) => `${s}.updated_at <= $2::timestamptz`,
  event: (s: string) => `not ${wroteLater(`${s}.xid`, `${s}.updated_at`)}`,
} as const;

const UNENDED = {
  time: (v: string) => `${v}.ended_at > $2::timestamptz`,
  event: (v: string) => wroteLater(`${v}.ended_xid`, `${v}.ended_at`),
} as const;

/** The past state `v` was the present one at the moment. */
export const validAtSql = (kind: PointInTimeKind, v = 'v'): string =>
  `${begunSql[kind](v)} and ${UNENDED[kind](v)}`;

const COLUMNS = `folder_id, key, version, key_version, salt, value, comment, skip_multiline_encoding,
  metadata, legacy_metadata, reminder_note, reminder_repeat_days, actor_id, actor_name,
  actor_membership_id, created_at, updated_at`;

/** Present and past states that were at the moment, with their tags, of those that the conditions choose. */
export const statesAtSql = (kind: PointInTimeKind, ofPresent: string, ofPast: string): string => `
  select s.id, ${COLUMNS}, ${IS_SUPERSEDED} is_superseded, (select json_agg(tag_id) from secret_tags where secret_id = s.id) tag_ids
  from secrets s where ${ofPresent} and ${begunSql[kind]('s')}
  union all
  select v.secret_id, ${COLUMNS}, false, v.tag_ids
  from secret_versions v where ${ofPast} and ${validAtSql(kind)}`;

/** The secret of the state `s` as it is today. */
export const PRESENT_COLUMNS = `ne.slug "nowEnvironment", nf.path "nowPath", n.key "nowKey",
  (select json_agg(json_build_object('slug', t.slug)) from secret_tags st join tags t on t.id = st.tag_id
    where st.secret_id = n.id) "nowTags"`;

export const PRESENT_JOIN = `
  left join secrets n on n.id = s.id
  left join folders nf on nf.id = n.folder_id
  left join environments ne on ne.id = nf.environment_id`;
