import { foldAscii, type FilterColumns } from '../protocol/filter-sql.js';

const exact = (text: string) => text;

/** SQL: the members of the group `g` as rows of `p`, under the ids that SCIM knows them by. */
const MEMBER_ROWS = `(
  select m.id from group_members gm
  join organization_memberships m on m.user_id = gm.user_id and m.org_id = g.org_id
  where gm.group_id = g.id) p`;

/** The attributes that filters of groups know. `$1` is the organization. */
export const GROUP_COLUMNS: FilterColumns = {
  id: { kind: 'id', sql: 'g.id' },
  externalid: {
    kind: 'text',
    sql: 'g.external_id',
    fold: exact,
    idsWith: (value) => `select id from groups where org_id = $1 and external_id = ${value}`,
  },
  displayname: {
    kind: 'text',
    sql: `lower(g.name collate "C")`,
    fold: foldAscii,
    isSearchable: true,
  },
  members: {
    kind: 'list',
    exists: (condition) => `exists (select from ${MEMBER_ROWS} where ${condition})`,
    columns: {
      value: { kind: 'id', sql: 'p.id' },
      type: { kind: 'text', sql: `'user'`, fold: foldAscii },
    },
  },
  meta: { kind: 'complex', sql: 'g.id' },
  'meta.created': { kind: 'time', sql: 'g.created_at' },
  'meta.lastmodified': { kind: 'time', sql: 'g.updated_at' },
  'meta.resourcetype': { kind: 'text', sql: `'Group'`, fold: exact },
};
