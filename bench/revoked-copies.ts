import type { Client } from 'pg';

/** Writes a certificate down again, revoked, with serial numbers of their own. */
const COPIES = `
  insert into certificates
  select r.* from certificates c cross join generate_series($2::integer, $3::integer) n
  cross join lateral jsonb_populate_record(c, jsonb_build_object(
    'id', gen_random_uuid(), 'serial_number', '42' || substr(md5(n::text), 3), 'sha256', md5(n::text),
    'revoked_at', now(), 'revocation_reason', 'SUPERSEDED')) r
  where c.id = $1`;

const PAGE = 2_000;

/** Makes so many revoked certificates, past the API; returns the id of the list that they are on. */
export async function revokedCopies(
  client: Client,
  certificateId: string,
  count: number,
): Promise<string> {
  for (let made = 0; made < count; made += PAGE)
    await client.query(COPIES, [certificateId, made + 1, Math.min(made + PAGE, count)]);
  const { rows } = await client.query<{ id: string }>(
    `select l.id from crls l join certificates c on c.authority_id = l.authority_id
     where c.id = $1 order by l.key_number desc limit 1`,
    [certificateId],
  );
  return rows[0]!.id;
}
