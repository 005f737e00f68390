import { type Database, statement } from '../database/database.js';
import { SealBroken } from '../crypto/envelope.js';
import type { PersonalRow, PersonalVault } from '../secrets/personal/personal-vault.js';
import type { Owner } from '../secrets/secret-vault.js';

/** Rows of a batch: each has little over 1 MiB at most, and few have more than a line. */
const ROWS = 50;
const NO_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS = `
  p.id, p.secret_id "secretId", p.user_id "userId", p.version, p.key_version "keyVersion", p.salt, p.sealed`;

const OLDER = statement(`
  select ${COLUMNS} from personal_secrets p
  where p.project_id = $1 and p.key_version < $2 and p.id > $3 order by p.id limit ${ROWS}`);

const ALL = statement(`
  select ${COLUMNS}, p.project_id "projectId", o.org_id "orgId"
  from personal_secrets p join projects o on o.id = p.project_id
  where p.id > $1 order by p.id limit ${ROWS}`);

const LEFT = statement(`
  select count(*)::integer "count" from personal_secrets where project_id = $1 and key_version < $2`);

/** Compares what the new content was made from; whatever was changed or is locked is left for later. */
const WRITE = `
  with made as (
    select * from unnest($3::uuid[], $4::integer[], $5::integer[], $6::bytea[])
      as made (id, version, key_version, sealed)
  ), held as (
    select p.id from personal_secrets p join made
      on p.id = made.id and p.version = made.version and p.key_version = made.key_version
    for no key update of p skip locked
  )
  update personal_secrets p set key_version = $1, salt = $2, sealed = made.sealed
  from held join made using (id) where p.id = held.id`;

/** What people hold for themselves, under newer data keys. */
export class PersonalResealing {
  constructor(
    private readonly database: Database,
    private readonly vault: PersonalVault,
  ) {}

  /** One pass over what is sealed in a project under a version older than the given one. `broken` takes what does not open. */
  async pass(owner: Owner, version: number, broken: Set<string>): Promise<number> {
    let count = 0;
    for (let after = NO_ID; ;) {
      const rows = await this.database.rows<PersonalRow>(OLDER, [owner.id, version, after]);
      const last = rows.at(-1);
      if (!last) return count;
      after = last.id;
      count += await this.reseal(owner, rows, broken);
    }
  }

  /** How much is still under an older version. */
  async left(owner: Owner, version: number): Promise<number> {
    const row = await this.database.row<{ count: number }>(LEFT, [owner.id, version]);
    return row!.count; // a count gives one row
  }

  private reseal(owner: Owner, rows: readonly PersonalRow[], broken: Set<string>): Promise<number> {
    return this.database.transaction(async (tx) => {
      const key = await this.vault.forResealing(tx, owner);
      const made: { readonly row: PersonalRow; readonly sealed: Buffer }[] = [];
      for (const row of rows) {
        const sealed = await this.vault.reseal(owner, row, key, tx);
        if (sealed) made.push({ row, sealed });
        else broken.add(nameOf(row));
      }
      if (made.length === 0) return 0;
      const [, count] = await tx.query<[object[], number]>(WRITE, [
        key.keyVersion,
        key.salt,
        made.map(({ row }) => row.id),
        made.map(({ row }) => row.version),
        made.map(({ row }) => row.keyVersion),
        made.map(({ sealed }) => sealed),
      ]);
      return count;
    });
  }
}

/** Calls `visit` for each personal secret, with whether it opens where it lies. */
export async function eachPersonal(
  database: Database,
  vault: PersonalVault,
  visit: (opens: boolean, name: string) => void,
): Promise<void> {
  type Row = PersonalRow & { readonly projectId: string; readonly orgId: string };
  for (let after = NO_ID; ;) {
    const rows = await database.rows<Row>(ALL, [after]);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const row of rows) visit(await opens(vault, row), nameOf(row));
  }
}

async function opens(
  vault: PersonalVault,
  row: PersonalRow & { readonly projectId: string; readonly orgId: string },
): Promise<boolean> {
  try {
    await vault.prove({ id: row.projectId, orgId: row.orgId }, row);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

const nameOf = ({ id, version }: PersonalRow): string => `personal secret ${id} ${version}`;
