import type { EntityManager } from 'typeorm';
import { SealBroken } from '../crypto/envelope.js';
import { RootSealKey } from '../crypto/root-key.js';
import { type Database, statement } from '../database/database.js';
import type { RootKeys } from './root-keys.js';

/** Any constant of our own: two rotations at once would make two versions of one key. */
const LOCK = 7_350_174_227;
const BATCH = 500;

interface WrappedKey {
  readonly projectId: string;
  readonly version: number;
  readonly orgId: string;
  readonly rootVersion: number;
  readonly wrapped: Buffer;
}

const ROOTS = 'select version, check_value "checkValue" from root_keys order by version desc';

const HOLD = 'select from root_keys where version < $1 for update';

const OLDER = statement(`
  select project_id "projectId", version, org_id "orgId", root_version "rootVersion", wrapped
  from data_keys where root_version < $1 and (project_id, version) > ($2::uuid, $3::integer)
  order by project_id, version limit ${BATCH}`);

/** Whatever was changed or locked meanwhile is left for the next pass. */
const REWRAP = `
  with held as (
    select d.project_id, d.version, r.wrapped
    from data_keys d
    join unnest($2::uuid[], $3::integer[], $4::integer[], $5::bytea[], $6::bytea[])
      as r (project_id, version, old_root, old_wrapped, wrapped)
      on d.project_id = r.project_id and d.version = r.version
        and d.root_version = r.old_root and d.wrapped = r.old_wrapped
    for no key update of d skip locked
  )
  update data_keys d set root_version = $1, wrapped = held.wrapped
  from held where d.project_id = held.project_id and d.version = held.version`;

const COUNT = statement('select count(*)::integer "count" from data_keys where root_version < $1');

const RETIRE = `
  delete from root_keys r
  where version < (select max(version) from root_keys)
    and not exists (select from data_keys d where d.root_version = r.version)
  returning version`;

const LEFT = `
  select count(*)::integer "count" from data_keys
  where root_version < (select max(version) from root_keys)`;

/** The key given cannot become the next root key. Nothing has been touched. */
export class RotationRefused extends Error {
  readonly isExpected = true;
}

const OLDER_KEY = 'The next root key is an older one of this database. Make a new one.';
const NOT_HELD = 'The present root key is not among the keys given: it has to be ENCRYPTION_KEY.';

export interface Rewrapped {
  readonly count: number;
  /** Projects of which some data key could not be opened, and stays as it was. */
  readonly broken: readonly string[];
  readonly left: number;
}

/** Brings every data key under another root key. Each step finds by itself what is left to do. */
export class RootRotation {
  constructor(
    private readonly database: Database,
    private readonly roots: RootKeys,
  ) {}

  /**
   * Makes the key the latest root key, if it is not that already; does the work in the same transaction if
   * so. Throws RotationRefused.
   */
  introduce(
    key: Buffer,
    work: (tx: EntityManager, version: number) => Promise<void>,
  ): Promise<{ readonly version: number; readonly isNew: boolean }> {
    return this.database.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
      const root = new RootSealKey(key);
      const rows = await tx.query<{ version: number; checkValue: Buffer }[]>(ROOTS);
      const latest = rows[0]!;
      if (root.fits(latest.checkValue)) return { version: latest.version, isNew: false };
      if (rows.some((row) => root.fits(row.checkValue))) throw new RotationRefused(OLDER_KEY);
      if (!(await this.roots.find(tx, latest.version))) throw new RotationRefused(NOT_HELD);
      const version = latest.version + 1;
      const values = [version, root.checkValue()];
      await tx.query('insert into root_keys (version, check_value) values ($1, $2)', values);
      await work(tx, version);
      return { version, isNew: true };
    });
  }

  /** Wraps what is under an older root key anew, batch by batch, until a pass finds nothing to do. */
  async rewrapAll(version: number, progress: (count: number) => void): Promise<Rewrapped> {
    // A project that is just being made under an older one; who cannot be waited for is met again.
    await this.database.transaction((tx) => tx.query(HOLD, [version])).catch(() => undefined);
    const broken = new Set<string>();
    let count = 0;
    for (let found = 1; found > 0;) {
      found = await this.rewrapPass(version, broken, (more) => progress(count + more));
      count += found;
    }
    const row = await this.database.row<{ count: number }>(COUNT, [version]);
    return { count, broken: [...broken], left: row!.count };
  }

  /** Removes older root keys that nothing is under; does the work in the same transaction if there were any. */
  retire(
    work: (tx: EntityManager, versions: readonly number[]) => Promise<void>,
  ): Promise<{ readonly versions: readonly number[]; readonly left: number }> {
    return this.database.transaction(async (tx) => {
      const [rows] = await tx.query<[{ version: number }[], number]>(RETIRE);
      const versions = rows.map((row) => row.version);
      if (versions.length > 0) await work(tx, versions);
      const [left] = await tx.query<{ count: number }[]>(LEFT);
      return { versions, left: left!.count };
    });
  }

  /** Whether the key is the latest root key. */
  async isLatest(key: Buffer): Promise<boolean> {
    const [latest] = await this.database.manager.query<{ checkValue: Buffer }[]>(ROOTS);
    return latest !== undefined && new RootSealKey(key).fits(latest.checkValue);
  }

  private async rewrapPass(
    version: number,
    broken: Set<string>,
    progress: (count: number) => void,
  ): Promise<number> {
    const root = (await this.roots.find(this.database.manager, version))!;
    let after: readonly [string, number] = ['00000000-0000-0000-0000-000000000000', 0];
    let count = 0;
    for (;;) {
      const rows = await this.database.rows<WrappedKey>(OLDER, [version, ...after]);
      const last = rows.at(-1);
      if (!last) return count;
      after = [last.projectId, last.version];
      const rewrapped = await this.rewrap(root, rows, broken);
      if (rewrapped.length > 0) count += await this.write(version, rewrapped);
      progress(count);
    }
  }

  private async rewrap(root: RootSealKey, rows: readonly WrappedKey[], broken: Set<string>) {
    const rewrapped: { readonly row: WrappedKey; readonly wrapped: Buffer }[] = [];
    for (const row of rows) {
      try {
        const old = await this.roots.find(this.database.manager, row.rootVersion);
        if (!old) throw new SealBroken();
        rewrapped.push({ row, wrapped: root.rewrap(old, row.wrapped, row) });
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        broken.add(row.projectId);
      }
    }
    return rewrapped;
  }

  private write(
    version: number,
    rewrapped: readonly { readonly row: WrappedKey; readonly wrapped: Buffer }[],
  ): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [, count] = await tx.query<[object[], number]>(REWRAP, [
        version,
        rewrapped.map(({ row }) => row.projectId),
        rewrapped.map(({ row }) => row.version),
        rewrapped.map(({ row }) => row.rootVersion),
        rewrapped.map(({ row }) => row.wrapped),
        rewrapped.map(({ wrapped }) => wrapped),
      ]);
      return count;
    });
  }
}
