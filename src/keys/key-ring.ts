import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { newSalt, SealBroken, type SealKey } from '../crypto/envelope.js';
import { type BoundStatement, Database, statement } from '../database/database.js';
import { orElse, required } from '../database/required.js';
import type { RootKeys, Runner } from './root-keys.js';

/** The key of one write: every value of the transaction is sealed under it. */
export interface WriteKey {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly key: SealKey;
}

/** The key of one write, and the statement with which its transaction must end. */
export interface GuardedWriteKey extends WriteKey {
  /** Holds the data key until the commit. Fails where it is not the newest any more: the write begins again. */
  readonly guard: BoundStatement;
}

/** The project has a newer data key. The transaction begins again, as after a serialization failure. */
class OlderDataKey extends Error {
  readonly code = '40001';
}

/** With the row that it came from. */
interface DataKey {
  readonly key: SealKey;
  readonly wrapped: Buffer;
}

/** What did not open: ids only. */
export type Broken = Readonly<Record<string, string | number>>;

/** The fault of a sealed value: it does not open, or is older than what is kept of its past. */
export type Damage = 'sealed value broken' | 'secret put back to an older state';

interface DataKeyRow {
  readonly version: number;
  readonly orgId: string;
  readonly rootVersion: number;
  readonly wrapped: Buffer;
}

const COLUMNS = 'version, org_id "orgId", root_version "rootVersion", wrapped';
/** A write holds the key it is sealed under: the key is not taken away before the write is committed. */
const LATEST = `
  select ${COLUMNS} from data_keys where project_id = $1 order by version desc limit 1 for key share`;
const HOLD_LATEST = statement(`
  select ${required('count(*) = 1')} from (
    select from data_keys k
    where project_id = $1 and version = $2 and wrapped = $3
      and not exists (select from data_keys n where n.project_id = $1 and n.version > $2)
    for key share of k
  ) held`);
const BY_VERSION = statement(
  `select ${COLUMNS} from data_keys where project_id = $1 and version = $2`,
);
const INSERT = `
  insert into data_keys (project_id, version, org_id, root_version, wrapped)
  values ($1, 1, $2, $3, $4)`;

export const WRITE_PURPOSE = 'strongroom write';
const CACHED = 10_000;

/** Data keys by project and version, unwrapped once and kept in memory. */
@Injectable()
export class KeyRing {
  private readonly keys = new LRUCache<string, DataKey>({ max: CACHED });
  /** The version of each project's newest data key, as its last write found it. */
  private readonly newest = new LRUCache<string, number>({ max: CACHED });
  private readonly writeKeys = new LRUCache<string, SealKey>({ max: CACHED });

  /** `report` is told of what does not open, before the refusal is thrown. */
  constructor(
    private readonly database: Database,
    private readonly roots: RootKeys,
    private readonly report: (broken: Broken, damage: Damage) => void = () => undefined,
  ) {
    database.onHistoryChange(() => this.forget());
  }

  reportBroken(broken: Broken): void {
    this.report(broken, 'sealed value broken');
  }

  /** A row opens, and is not the present state of its secret. */
  reportOlder(broken: Broken): void {
    this.report(broken, 'secret put back to an older state');
  }

  /** Makes the first data key of a new project. */
  async create(tx: EntityManager, orgId: string, projectId: string): Promise<void> {
    const root = await this.roots.newest(tx);
    const wrapped = root.key.newDataKey({ orgId, projectId, version: 1 });
    await tx.query(INSERT, [projectId, orgId, root.version, wrapped]);
  }

  /** A fresh key for one write, derived from the newest data key of the project. */
  async forWriting(tx: EntityManager, projectId: string): Promise<WriteKey> {
    const [row] = await tx.query<DataKeyRow[]>(LATEST, [projectId]);
    if (!row) throw this.broken({ projectId });
    const known = this.keys.get(`${projectId}:${row.version}`);
    const isSame =
      known?.wrapped.length === row.wrapped.length && timingSafeEqual(known.wrapped, row.wrapped);
    // A version that the database lost with a failover may have been made again: nothing else holds the lost key.
    if (known && !isSame) this.writeKeys.clear();
    const dataKey = known && isSame ? known.key : await this.unwrap(tx, projectId, row);
    this.newest.set(projectId, row.version);
    return freshKey(dataKey, row.version);
  }

  /** `forWriting` that asks the database nothing where the data key is known: its guard proves it in the last round trip. */
  async forGuardedWriting(tx: EntityManager, projectId: string): Promise<GuardedWriteKey> {
    const version = this.newest.get(projectId);
    const known = version === undefined ? undefined : this.keys.get(`${projectId}:${version}`);
    const key = known ? freshKey(known.key, version!) : await this.forWriting(tx, projectId);
    const { wrapped } = known ?? this.keys.get(`${projectId}:${key.keyVersion}`)!; // just found
    const onFailure = orElse(() => {
      this.newest.delete(projectId);
      return new OlderDataKey();
    });
    const guard = { ...HOLD_LATEST, values: [projectId, key.keyVersion, wrapped], onFailure };
    return { ...key, guard };
  }

  /**
   * The keys of stored rows. Rows of one write share their key; each is derived once. Inside a
   * transaction, give it: waiting there for a second connection could starve the pool.
   * Throws SealBroken if a data key is gone or is not the project's.
   */
  async forReading(
    projectId: string,
    rows: readonly { readonly keyVersion: number; readonly salt: Buffer }[],
    tx?: EntityManager,
  ): Promise<(row: { readonly keyVersion: number; readonly salt: Buffer }) => SealKey> {
    const derived = new Map<string, SealKey>();
    const nameOf = namesOfWrites();
    for (const row of rows) {
      const name = nameOf(row);
      if (derived.has(name)) continue;
      derived.set(name, await this.writeKey(projectId, name, row, tx));
    }
    return (row) => derived.get(nameOf(row))!;
  }

  /** Whether that data key is there and opens under a root key of this process. */
  async opens(projectId: string, version: number): Promise<boolean> {
    try {
      await this.dataKey(projectId, version);
      return true;
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  }

  /** The key of one write; those of late are remembered, since a secret is read more often than written. */
  private async writeKey(
    projectId: string,
    name: string,
    { keyVersion, salt }: { readonly keyVersion: number; readonly salt: Buffer },
    tx?: EntityManager,
  ): Promise<SealKey> {
    const cached = this.writeKeys.get(`${projectId}:${name}`);
    if (cached) return cached;
    const dataKey = await this.dataKey(projectId, keyVersion, tx);
    const key = dataKey.derive(salt, WRITE_PURPOSE);
    this.writeKeys.set(`${projectId}:${name}`, key);
    return key;
  }

  private async dataKey(projectId: string, version: number, tx?: EntityManager): Promise<SealKey> {
    const cached = this.keys.get(`${projectId}:${version}`);
    if (cached) return cached.key;
    const values = [projectId, version];
    const row = tx
      ? (await tx.query<DataKeyRow[]>(BY_VERSION.text, values))[0]
      : await this.database.row<DataKeyRow>(BY_VERSION, values);
    if (!row) throw this.broken({ projectId, keyVersion: version });
    return this.unwrap(tx ?? this.database.manager, projectId, row);
  }

  private async unwrap(runner: Runner, projectId: string, row: DataKeyRow): Promise<SealKey> {
    const { version, orgId, rootVersion, wrapped } = row;
    try {
      const root = await this.roots.find(runner, rootVersion);
      if (!root) throw new SealBroken();
      const key = root.unwrap(wrapped, { orgId, projectId, version });
      this.keys.set(`${projectId}:${version}`, { key, wrapped });
      return key;
    } catch (error) {
      throw error instanceof SealBroken
        ? this.broken({ projectId, keyVersion: version, rootVersion })
        : error;
    }
  }

  private forget(): void {
    this.keys.clear();
    this.newest.clear();
    this.writeKeys.clear();
  }

  private broken(broken: Broken): SealBroken {
    this.reportBroken(broken);
    return new SealBroken();
  }
}

/** Names the write of each row; rows of one write that follow one another may share their salt. */
function namesOfWrites() {
  let last: { readonly keyVersion: number; readonly salt: Buffer } | undefined;
  let name = '';
  return (row: { readonly keyVersion: number; readonly salt: Buffer }): string => {
    if (row.salt !== last?.salt || row.keyVersion !== last.keyVersion) {
      name = `${row.keyVersion}:${row.salt.toString('latin1')}`;
      last = row;
    }
    return name;
  };
}

function freshKey(dataKey: SealKey, keyVersion: number): WriteKey {
  const salt = newSalt();
  return { keyVersion, salt, key: dataKey.derive(salt, WRITE_PURPOSE) };
}
