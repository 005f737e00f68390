import type { DataSource, EntityManager } from 'typeorm';
import { SealBroken } from '../crypto/envelope.js';
import { RootSealKey } from '../crypto/root-key.js';

/** The root key does not belong to this database. Nothing has been touched. */
export class WrongRootKey extends Error {
  readonly isExpected = true;

  constructor() {
    super(
      'ENCRYPTION_KEY is not the key this database was made with. Nothing was changed. Start with the right key.',
    );
  }
}

/** The database has gone on to a root key that was not given. Nothing has been touched. */
export class MissingRootKey extends Error {
  readonly isExpected = true;

  constructor(versions: readonly number[]) {
    super(
      `This database needs root key version ${versions.join(' and ')}, and none of the keys given is that one. ` +
        'Nothing was changed. While the root key is rotated, give both: the old one as ENCRYPTION_KEY, ' +
        'the new one as ENCRYPTION_KEY_NEXT (docs/keys.md).',
    );
  }
}

/** Anything that runs a statement: a transaction, or the pool. */
export type Runner = Pick<DataSource | EntityManager, 'query'>;

interface RootKeyRow {
  readonly version: number;
  readonly checkValue: Buffer;
}

const ROWS = 'select version, check_value "checkValue" from root_keys';

/** The root keys this process holds. Which version each of them is, the database says. */
export class RootKeys {
  private readonly versions = new Map<number, RootSealKey>();
  private held: readonly RootSealKey[];

  /** `findLaterKeys` finds keys that were made after this process began. */
  constructor(
    keys: readonly Buffer[],
    private readonly findLaterKeys?: () => Promise<readonly Buffer[]>,
  ) {
    this.held = keys.map((key) => new RootSealKey(key));
  }

  /** The latest version met so far. */
  get current(): number {
    return Math.max(...this.versions.keys());
  }

  /** The root key of that version; null if this process does not hold it. */
  async find(runner: Runner, version: number): Promise<RootSealKey | null> {
    const known = this.versions.get(version);
    if (known) return known;
    const [row] = await runner.query<RootKeyRow[]>(`${ROWS} where version = $1`, [version]);
    return row ? this.match(row) : null;
  }

  /** The latest version of those held, which wraps what is new. Throws SealBroken if there is none. */
  async newest(runner: Runner): Promise<{ readonly version: number; readonly key: RootSealKey }> {
    const rows = await runner.query<RootKeyRow[]>(`${ROWS} order by version desc`);
    for (const row of rows) {
      const known = this.versions.get(row.version);
      // By its check value: a rotation that the database lost may have given the number to another key.
      const key = known?.fits(row.checkValue) ? known : await this.match(row);
      if (key) return { version: row.version, key };
    }
    throw new SealBroken();
  }

  /** Finds the key that made the check value. */
  async match({ version, checkValue }: RootKeyRow): Promise<RootSealKey | null> {
    const fits = (key: RootSealKey) => key.fits(checkValue);
    let key = this.held.find(fits);
    if (!key && this.findLaterKeys) {
      this.held = (await this.findLaterKeys()).map((each) => new RootSealKey(each));
      key = this.held.find(fits);
    }
    if (key) this.versions.set(version, key);
    return key ?? null;
  }
}

const CLAIMED = `
  select version, check_value "checkValue",
    exists (select from data_keys d where d.root_version = r.version) "isUsed"
  from root_keys r order by version desc`;

/**
 * Proves the root keys against the database's check values; an empty database takes the first for its own.
 * Call under the start-up lock: replicas that start together then agree on one key. Throws WrongRootKey,
 * or MissingRootKey if some data key, or the next new one, would be under a root key that was not given.
 */
export async function claimRootKey(
  source: DataSource,
  keys: readonly Buffer[],
  findLaterKeys?: () => Promise<readonly Buffer[]>,
): Promise<RootKeys> {
  const roots = new RootKeys(keys, findLaterKeys);
  const rows = await source.query<(RootKeyRow & { readonly isUsed: boolean })[]>(CLAIMED);
  if (rows.length === 0) {
    const checkValue = new RootSealKey(keys[0]!).checkValue();
    await source.query('insert into root_keys (version, check_value) values (1, $1)', [checkValue]);
    await roots.match({ version: 1, checkValue });
    return roots;
  }
  const missing = [];
  for (const row of rows) if (!(await roots.match(row))) missing.push(row);
  if (missing.length === rows.length) throw new WrongRootKey();
  const needed = missing.filter((row) => row.isUsed || row === rows[0]);
  if (needed.length > 0) throw new MissingRootKey(needed.map((row) => row.version));
  return roots;
}
