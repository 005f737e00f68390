import { SealBroken } from '../crypto/envelope.js';
import { type KeySeals, type StoredKey } from '../certificates/keys/key-seals.js';
import { type Database, type Statement, statement } from '../database/database.js';
import type { Owner } from '../secrets/secret-vault.js';

const ROWS = 200;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type Row = StoredKey & { readonly id: string };

/** One table of sealed keys. The columns of its statements are those of a `Row`. */
interface KeyTable {
  readonly nameOf: (row: Row) => string;
  readonly older: Statement;
  readonly all: Statement;
  readonly left: Statement;
  /** Compares what the new content was made from. */
  readonly write: string;
}

function keyTable(
  { name, id, columns, write }: Readonly<Record<'name' | 'id' | 'columns' | 'write', string>>,
  nameOf: (row: Row) => string,
): KeyTable {
  const select = `
    select k.${id} id, p.org_id "orgId", k.project_id "projectId", ${columns},
      k.public_key "publicKey", k.key_version "keyVersion", k.salt, k.sealed
    from ${name} k join projects p on p.id = k.project_id`;
  const page = `order by k.${id} limit ${ROWS}`;
  return {
    nameOf,
    older: statement(
      `${select} where k.project_id = $1 and k.key_version < $2 and k.${id} > $3 ${page}`,
    ),
    all: statement(`${select} where k.${id} > $1 ${page}`),
    left: statement(
      `select count(*)::integer "count" from ${name} where project_id = $1 and key_version < $2`,
    ),
    write,
  };
}

const TABLES: readonly KeyTable[] = [
  keyTable(
    {
      ...{ name: 'ca_keys', id: 'id' },
      columns: `'ca-key' purpose, k.authority_id "ownerId", k.number`,
      write: `
        update ca_keys set key_version = $3, salt = $4, sealed = $5 where id = $1 and key_version = $2`,
    },
    ({ number, ownerId }) => `key ${number} of certificate authority ${ownerId}`,
  ),
  keyTable(
    {
      ...{ name: 'certificate_keys', id: 'certificate_id' },
      columns: `'certificate-key' purpose, k.certificate_id "ownerId", 1 number`,
      write: `
        update certificate_keys set key_version = $3, salt = $4, sealed = $5
        where certificate_id = $1 and key_version = $2`,
    },
    ({ ownerId }) => `key of certificate ${ownerId}`,
  ),
];

/** The private keys of certificate authorities and certificates under newer data keys. */
export class CertificateKeyResealing {
  constructor(
    private readonly database: Database,
    private readonly seals: KeySeals,
  ) {}

  /** One pass over the keys of a project under a version older than the given one. `broken` takes those that do not open. */
  async pass(owner: Owner, version: number, broken: Set<string>): Promise<number> {
    let count = 0;
    for (const table of TABLES) count += await this.passOver(table, owner, version, broken);
    return count;
  }

  async left(owner: Owner, version: number): Promise<number> {
    let sum = 0;
    for (const { left } of TABLES) {
      const row = await this.database.row<{ count: number }>(left, [owner.id, version]);
      sum += row!.count; // a count gives one row
    }
    return sum;
  }

  private async passOver(
    table: KeyTable,
    owner: Owner,
    version: number,
    broken: Set<string>,
  ): Promise<number> {
    let count = 0;
    for (let after = NO_ID; ;) {
      const rows = await this.database.rows<Row>(table.older, [owner.id, version, after]);
      const last = rows.at(-1);
      if (!last) return count;
      after = last.id;
      count += await this.reseal(table, owner, rows, broken);
    }
  }

  private reseal(
    table: KeyTable,
    owner: Owner,
    rows: readonly Row[],
    broken: Set<string>,
  ): Promise<number> {
    return this.database.transaction(async (tx) => {
      const write = await this.seals.forWriting(tx, owner.id);
      const sealed = await this.seals.reseal(tx, write, rows);
      let count = 0;
      for (const [index, row] of rows.entries()) {
        const next = sealed[index];
        if (!next) broken.add(table.nameOf(row));
        else {
          const values = [row.id, row.keyVersion, next.keyVersion, next.salt, next.sealed];
          const [, written] = await tx.query<[object[], number]>(table.write, values);
          count += written;
        }
      }
      return count;
    });
  }
}

/** Calls `visit` for each key of every authority and certificate, with whether it opens where it lies. */
export async function eachCertificateKey(
  database: Database,
  seals: KeySeals,
  visit: (opens: boolean, name: string) => void,
): Promise<void> {
  for (const table of TABLES)
    for (let after: string | null = NO_ID; after !== null;) {
      const rows: Row[] = await database.rows<Row>(table.all, [after]);
      for (const row of rows) visit(await opens(seals, row), table.nameOf(row));
      after = rows.at(-1)?.id ?? null;
    }
}

async function opens(seals: KeySeals, row: Row): Promise<boolean> {
  try {
    await seals.open(row);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
