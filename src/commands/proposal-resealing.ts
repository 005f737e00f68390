import type { EntityManager } from 'typeorm';
import type { ProposalVault, SealedItem, SealedRequest } from '../approvals/held/proposal-vault.js';
import type { RequestsRepository } from '../approvals/requests/requests.repository.js';
import { SealBroken } from '../crypto/envelope.js';
import { type Database, statement } from '../database/database.js';
import type { WriteKey } from '../keys/key-ring.js';
import type { Owner } from '../secrets/secret-vault.js';

/** Requests that one look finds: each has up to 16 MiB. */
const ROWS = 20;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type Row = SealedRequest & Pick<WriteKey, 'keyVersion' | 'salt'>;

const COLUMNS = `
  r.id, p.org_id "orgId", r.project_id "projectId", r.key_version "keyVersion", r.salt
  from approval_requests r join projects p on p.id = r.project_id`;
const IS_SEALED = `
  exists (select from approval_items i where i.request_id = r.id and i.sealed is not null)`;

const OLDER = statement(`
  select ${COLUMNS} where r.project_id = $1 and r.key_version < $2 and r.id > $3 and ${IS_SEALED}
  order by r.id limit ${ROWS}`);

const ALL = statement(
  `select ${COLUMNS} where r.id > $1 and ${IS_SEALED} order by r.id limit ${ROWS}`,
);

const LEFT = statement(`
  select count(*)::integer "count" from approval_requests r join approval_items i on i.request_id = r.id
  where r.project_id = $1 and r.key_version < $2 and i.sealed is not null`);

/** One that a merge or a review holds is left for a later pass. */
const LOCK = `
  select ${COLUMNS} where r.id = $1 and r.key_version = $2 for update of r skip locked`;

/** Changes that wait for consent, under newer data keys. */
export class ProposalResealing {
  constructor(
    private readonly database: Database,
    private readonly vault: ProposalVault,
    private readonly requests: RequestsRepository,
  ) {}

  /** One pass over the requests of a project under a version older than the given one. `broken` takes those that do not open. */
  async pass(owner: Owner, version: number, broken: Set<string>): Promise<number> {
    let count = 0;
    for (let after = NO_ID; ;) {
      const rows = await this.database.rows<Row>(OLDER, [owner.id, version, after]);
      const last = rows.at(-1);
      if (!last) return count;
      after = last.id;
      for (const row of rows) {
        const items = await this.reseal(row, version);
        if (items === null) broken.add(nameOf(row));
        else count += items;
      }
    }
  }

  /** How many proposed secrets are still under an older version. */
  async left(owner: Owner, version: number): Promise<number> {
    const row = await this.database.row<{ count: number }>(LEFT, [owner.id, version]);
    return row!.count; // a count gives one row
  }

  /** How many were sealed anew; null where one does not open. */
  private reseal({ id, keyVersion }: Row, version: number): Promise<number | null> {
    return this.database.transaction(async (tx: EntityManager) => {
      const [row] = await tx.query<Row[]>(LOCK, [id, keyVersion]);
      if (!row) return 0;
      const items = await this.requests.listItems(tx, id);
      const opened = await this.vault.open(row, items, () => true, tx).catch(nullIfBroken);
      if (opened === null) return null;
      const key = await this.vault.keyFor(tx, row.projectId);
      if (key.keyVersion < version) return 0;
      const sealed = opened.map((item) => this.vault.seal(key, row, item));
      await this.requests.reseal(tx, id, key, sealed);
      return sealed.filter((item) => item.sealed !== null).length;
    });
  }
}

/** Calls `visit` for each request that has sealed content, with whether all of it opens where it lies. */
export async function eachProposal(
  database: Database,
  vault: ProposalVault,
  requests: RequestsRepository,
  visit: (opens: boolean, name: string) => void,
): Promise<void> {
  for (let after = NO_ID; ;) {
    const rows = await database.rows<Row>(ALL, [after]);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const row of rows) {
      const items: SealedItem[] = await requests.listItems(requests.manager, row.id);
      const opened = await vault.open(row, items).catch(nullIfBroken);
      visit(opened !== null, nameOf(row));
    }
  }
}

const nameOf = ({ id }: Row): string => `change that waits for consent ${id}`;

const nullIfBroken = (error: unknown): null => {
  if (error instanceof SealBroken) return null;
  throw error;
};
