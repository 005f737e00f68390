import { SHARED_COLUMNS } from '../../database/entities/secret-columns.js';
import { IS_SUPERSEDED } from '../secret-columns.sql.js';

/**
 * SQL for the states of secrets that were valid at a point in time. `$1` is the project, `$2` a time or the
 * number of an event. The number is exact: a state that the transaction of a later event began was not valid
 * yet, and one that it ended still was. Transaction ids are compared together with their times, since ids
 * begin anew in a database that was restored elsewhere.
 */
export type PointInTimeKind = 'time' | 'event';

const LATER_EVENTS = `
  later as materialized (
    select e.xid, e.created_at from project_events e
    where e.project_id = $1 and e.seq > $2::bigint and not exists (
      select from project_events own where own.project_id = $1 and own.seq = $2::bigint
        and own.xid = e.xid and own.created_at = e.created_at)
  ),`;

const wroteLater = (xid: string, at: string) =>
  `exists (select from later where later.xid = ${xid} and later.created_at = ${at})`;

/** Has to come first in the `with` clause of a statement that uses the conditions below. */
export const LATER_EVENTS_CTE: Readonly<Record<PointInTimeKind, string>> = {
  time: '',
  event: LATER_EVENTS,
};

/** Condition: the state had begun. */
export const begunSql = {
  time: (s: string) => `${s}.updated_at <= $2::timestamptz`,
  event: (s: string) => `not ${wroteLater(`${s}.xid`, `${s}.updated_at`)}`,
} as const;

/** Condition: the past state had not ended yet. */
const notEndedSql = {
  time: (v: string) => `${v}.ended_at > $2::timestamptz`,
  event: (v: string) => wroteLater(`${v}.ended_xid`, `${v}.ended_at`),
} as const;

/** Condition: the past state `v` was the present one at the point in time. */
export const validAtSql = (kind: PointInTimeKind, v = 'v'): string =>
  `${begunSql[kind](v)} and ${notEndedSql[kind](v)}`;

const COLUMNS = ['folder_id', 'version', ...SHARED_COLUMNS.map(({ column }) => column)].join(', ');

/** Selects the states valid at the point in time, with their tags, among those that the conditions choose. */
export const statesAtSql = (
  kind: PointInTimeKind,
  presentCondition: string,
  pastCondition: string,
): string => `
  select s.id, ${COLUMNS}, ${IS_SUPERSEDED} is_superseded, (select json_agg(tag_id) from secret_tags where secret_id = s.id) tag_ids
  from secrets s where ${presentCondition} and ${begunSql[kind]('s')}
  union all
  select v.secret_id, ${COLUMNS}, false, v.tag_ids
  from secret_versions v where ${pastCondition} and ${validAtSql(kind)}`;

/** Where the secret of the state `s` is today, with its name and tags. Goes with `PRESENT_JOIN`. */
export const PRESENT_COLUMNS = `ne.slug "nowEnvironment", nf.path "nowPath", n.key "nowKey",
  (select json_agg(json_build_object('slug', t.slug)) from secret_tags st join tags t on t.id = st.tag_id
    where st.secret_id = n.id) "nowTags"`;

export const PRESENT_JOIN = `
  left join secrets n on n.id = s.id
  left join folders nf on nf.id = n.folder_id
  left join environments ne on ne.id = nf.environment_id`;
