import type { DataSource } from 'typeorm';
import { RootSealKey } from '../crypto/root-key.js';
import type { RootKeys } from './key-ring.js';

/** The root key does not belong to this database. Nothing has been touched. */
export class WrongRootKey extends Error {
  readonly isExpected = true;

  constructor() {
    super(
      'ENCRYPTION_KEY is not the key this database was made with. Nothing was changed. Start with the right key.',
    );
  }
}

/**
 * Proves the root key against the database's check value; an empty database takes the key as its own.
 * Call under the start-up lock: replicas that start together then agree on one key. Throws WrongRootKey.
 */
export async function claimRootKey(source: DataSource, key: Buffer): Promise<RootKeys> {
  const root = new RootSealKey(key);
  const rows = await source.query<{ version: number; check_value: Buffer }[]>(
    'select version, check_value from root_keys order by version desc',
  );
  if (rows.length === 0) {
    await source.query('insert into root_keys (version, check_value) values (1, $1)', [
      root.checkValue(),
    ]);
    return { current: 1, byVersion: new Map([[1, root]]) };
  }
  const own = rows.find((row) => root.fits(row.check_value));
  if (!own) throw new WrongRootKey();
  return { current: own.version, byVersion: new Map([[own.version, root]]) };
}
