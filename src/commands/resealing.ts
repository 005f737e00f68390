import type { EntityManager } from 'typeorm';
import type { CertificateKeyResealing } from './certificate-key-resealing.js';
import type { PersonalResealing } from './personal-resealing.js';
import type { ProposalResealing } from './proposal-resealing.js';
import { type Database, type Statement, statement } from '../database/database.js';
import type { Owner, Sealed, SecretVault, State } from '../secrets/secret-vault.js';

/** Rows of a batch, and the bytes they may have together. */
const ROWS = 500;
const BYTES = 8 * 1024 * 1024;

type WrittenTable = 'secrets' | 'secret_versions';

interface KeptStates {
  readonly table: WrittenTable;
  readonly id: string;
  readonly environment: string;
}

/** Where the states of secrets are kept, and the column that names the secret there. */
const TABLES: readonly KeptStates[] = [
  { table: 'secrets', id: 'id', environment: 'f.environment_id' },
  {
    table: 'secret_versions',
    id: 'secret_id',
    environment: 'coalesce(f.environment_id, t.environment_id)',
  },
];

type Row = State & Sealed;

interface Steps {
  /** The next rows under older keys, in the order of the index they are found by. */
  readonly next: Statement;
  /** Compares what the new content was made from; whatever was changed or is locked is left for later. */
  readonly write: string;
  readonly left: Statement;
}

const stepsOf = ({ table, id, environment }: KeptStates): Steps => ({
  next: statement(`
    select id, version, environment_id "environmentId", folder_id "folderId", key, key_version "keyVersion", salt, value, comment, metadata
    from (
      select *, row_number() over states as place, sum(octet_length(value) + coalesce(octet_length(comment), 0)
        + coalesce(pg_column_size(metadata), 0)) over states as bytes
      from (
        select t.${id} as id, t.version, ${environment} as environment_id, t.folder_id, t.key, t.key_version, t.salt,
          t.value, t.comment, t.metadata
        from ${table} t left join folders f on f.id = t.folder_id
        where t.project_id = $1 and t.key_version < $2
          and (t.key_version, t.${id}, t.version) > ($3::integer, $4::uuid, $5::integer)
        order by t.key_version, t.${id}, t.version limit ${ROWS}
      ) found window states as (order by key_version, id, version)
    ) measured where bytes <= ${BYTES} or place = 1
    order by key_version, id, version`),
  write: `
    with made as (
      select * from unnest($3::uuid[], $4::integer[], $5::integer[], $6::bytea[], $7::bytea[], $8::json[])
        as made (id, version, key_version, value, comment, metadata)
    ), held as (
      select t.${id} as id, t.version from ${table} t join made
        on t.${id} = made.id and t.version = made.version and t.key_version = made.key_version
      for no key update of t skip locked
    )
    update ${table} t set key_version = $1, salt = $2, value = made.value, comment = made.comment,
      metadata = made.metadata
    from held join made using (id, version) where t.${id} = held.id and t.version = held.version`,
  left: statement(
    `select count(*)::integer "count" from ${table} where project_id = $1 and key_version < $2`,
  ),
});

const STEPS = TABLES.map(stepsOf);

export interface Resealed {
  readonly count: number;
  /** What does not open and stays as it was, by name. */
  readonly broken: ReadonlySet<string>;
}

/** Brings what is sealed under older data keys of a project under its newest. */
export class Resealing {
  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
    private readonly certificateKeys: CertificateKeyResealing,
    private readonly proposals: ProposalResealing,
    private readonly personal: PersonalResealing,
  ) {}

  /** One pass over all that is sealed under a version older than the given one. */
  async pass(owner: Owner, version: number, progress: (count: number) => void): Promise<Resealed> {
    const broken = new Set<string>();
    let count = 0;
    for (const steps of STEPS) {
      let after: readonly [number, string, number] = [
        -1,
        '00000000-0000-0000-0000-000000000000',
        0,
      ];
      for (;;) {
        const rows = await this.database.rows<Row>(steps.next, [owner.id, version, ...after]);
        const last = rows.at(-1);
        if (!last) break;
        after = [last.keyVersion, last.id, last.version];
        const written = await this.reseal(steps, owner, rows, broken);
        count += written;
        progress(written);
      }
    }
    const keys = await this.certificateKeys.pass(owner, version, broken);
    const proposed = await this.proposals.pass(owner, version, broken);
    const personal = await this.personal.pass(owner, version, broken);
    progress(keys + proposed + personal);
    return { count: count + keys + proposed + personal, broken };
  }

  /** How much is still under an older version. */
  async left(owner: Owner, version: number): Promise<number> {
    let sum = await this.certificateKeys.left(owner, version);
    sum += await this.proposals.left(owner, version);
    sum += await this.personal.left(owner, version);
    for (const { left } of STEPS) {
      const row = await this.database.row<{ count: number }>(left, [owner.id, version]);
      sum += row!.count;
    }
    return sum;
  }

  /** One short transaction: the key is held, the states are made anew, and written where they are as they were. */
  private reseal(
    steps: Steps,
    owner: Owner,
    rows: readonly Row[],
    broken: Set<string>,
  ): Promise<number> {
    return this.database.transaction(async (tx: EntityManager) => {
      const key = await this.vault.forWriting(tx, owner);
      const sealed = await this.vault.reseal(owner, rows, key, tx);
      const made = rows.flatMap((row, index) => {
        const next = sealed[index];
        if (!next) broken.add(`secret ${row.id} ${row.version}`);
        return next ? [{ row, next }] : [];
      });
      if (made.length === 0) return 0;
      const [, count] = await tx.query<[object[], number]>(steps.write, [
        key.keyVersion,
        key.salt,
        made.map(({ row }) => row.id),
        made.map(({ row }) => row.version),
        made.map(({ row }) => row.keyVersion),
        made.map(({ next }) => next.value),
        made.map(({ next }) => next.comment),
        made.map(({ next }) => next.metadata && JSON.stringify(next.metadata)),
      ]);
      return count;
    });
  }
}
