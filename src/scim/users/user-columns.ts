import { caseless } from '../protocol/attribute-values.js';
import { foldAscii, type FilterColumns, type TextColumn } from '../protocol/filter-sql.js';

/** SQL, for `m` of organization_memberships and `u` of users: members who came otherwise have their e-mail as name. */
export const USER_NAME_KEY = `coalesce(m.scim_user_name_key, u.email)`;

/** SQL: the addresses of `m` as rows of `e`; the account's e-mail where SCIM sent none. */
export const EMAIL_ROWS = `(
  select position, value, value_key, type, is_primary from scim_emails where membership_id = m.id
  union all
  select 0, u.email, u.email, 'work', true
  where not exists (select from scim_emails where membership_id = m.id)) e`;

/** SQL: the provisioned groups of `m` as rows of `g`. Groups made by hand are not SCIM's to see. */
export const GROUP_ROWS = `(
  select gr.id, gr.name from group_members gm join groups gr on gr.id = gm.group_id
  where gm.user_id = m.user_id and gr.org_id = m.org_id and gr.scim_managed) g`;

/** Names are folded in ASCII alone: what the collation of a database folds beyond it differs from one to another. */
const name = (column: string): TextColumn => ({
  kind: 'text',
  sql: `lower(m.${column} collate "C")`,
  fold: foldAscii,
  isSearchable: true,
});

const exact = (text: string) => text;

/** The attributes that filters of users know. `$1` is the organization. */
export const USER_COLUMNS: FilterColumns = {
  id: { kind: 'id', sql: 'm.id' },
  externalid: {
    kind: 'text',
    sql: 'm.external_id',
    fold: exact,
    idsWith: (value) =>
      `select id from organization_memberships where org_id = $1 and external_id = ${value}`,
  },
  username: {
    kind: 'text',
    sql: USER_NAME_KEY,
    fold: caseless,
    isSearchable: true,
    idsWith: (value) => `
      select id from organization_memberships where org_id = $1 and scim_user_name_key = ${value}
      union all
      select om.id from users ou join organization_memberships om on om.user_id = ou.id
      where om.org_id = $1 and om.scim_user_name_key is null and ou.email = ${value}`,
  },
  name: { kind: 'complex', sql: 'coalesce(m.given_name, m.family_name)' },
  'name.givenname': name('given_name'),
  'name.familyname': name('family_name'),
  'name.formatted': {
    kind: 'text',
    sql: `lower(nullif(concat_ws(' ', m.given_name, m.family_name), '') collate "C")`,
    fold: foldAscii,
    isSearchable: true,
  },
  displayname: name('display_name'),
  active: { kind: 'boolean', sql: 'm.is_active' },
  emails: {
    kind: 'list',
    exists: (condition) => `exists (select from ${EMAIL_ROWS} where ${condition})`,
    columns: {
      value: {
        kind: 'text',
        sql: 'e.value_key',
        fold: caseless,
        isSearchable: true,
        idsWith: (value) => `
          select se.membership_id from scim_emails se
          join organization_memberships om on om.id = se.membership_id
          where om.org_id = $1 and se.value_key = ${value}
          union all
          select om.id from users ou join organization_memberships om on om.user_id = ou.id
          where om.org_id = $1 and ou.email = ${value}`,
      },
      type: { kind: 'text', sql: `lower(e.type collate "C")`, fold: foldAscii },
      primary: { kind: 'boolean', sql: 'e.is_primary' },
    },
  },
  groups: {
    kind: 'list',
    exists: (condition) => `exists (select from ${GROUP_ROWS} where ${condition})`,
    columns: {
      value: { kind: 'id', sql: 'g.id' },
      display: { kind: 'text', sql: `lower(g.name collate "C")`, fold: foldAscii },
    },
  },
  meta: { kind: 'complex', sql: 'm.id' },
  'meta.created': { kind: 'time', sql: 'm.created_at' },
  'meta.lastmodified': { kind: 'time', sql: 'm.updated_at' },
  'meta.resourcetype': { kind: 'text', sql: `'User'`, fold: exact },
};
