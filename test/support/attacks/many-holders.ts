import { randomUUID } from 'node:crypto';
import type { TestApp } from '../harness.js';
import type { Stage } from './access-stage.js';

export interface Holders {
  readonly count: number;
  readonly roleId: string;
  /** A predefined role that each holds beside it. */
  readonly beside: string;
  /** Each loses that role at a moment of its own, a year from now. */
  readonly areDistinct: boolean;
}

/** Members who hold a role and another beside it, written past the API: there are many. Returns the id of one. */
export async function manyHolders(
  server: TestApp,
  { orgId, project }: Stage,
  { count, roleId, beside, areDistinct }: Holders,
): Promise<string> {
  const { source } = server.database;
  const name = `many-${randomUUID()}`;
  await source.query(
    `insert into identities (id, org_id, membership_id, name, role)
     select gen_random_uuid(), $1, gen_random_uuid(), $2, 'no-access' from generate_series(1, $3)`,
    [orgId, name, count],
  );
  await source.query(
    `insert into project_memberships (id, project_id, identity_id)
     select gen_random_uuid(), $1, id from identities where org_id = $2 and name = $3`,
    [project.id, orgId, name],
  );
  await source.query(
    `insert into membership_roles (id, membership_id, role, custom_role_id)
     select gen_random_uuid(), m.id, 'custom', $1
     from project_memberships m join identities i on i.id = m.identity_id where i.name = $2`,
    [roleId, name],
  );
  await source.query(
    `insert into membership_roles (id, membership_id, role, is_temporary, temporary_mode, temporary_range,
       temporary_access_start_time, temporary_access_end_time)
     select gen_random_uuid(), m.id, $1, $3, 'relative', '1y', now(),
       case when $3 then now() + interval '1 year' + row_number() over () * interval '1 second' end
     from project_memberships m join identities i on i.id = m.identity_id where i.name = $2`,
    [beside, name, areDistinct],
  );
  const [one] = await source.query<{ id: string }[]>(
    'select id from identities where name = $1 limit 1',
    [name],
  );
  return one!.id;
}
