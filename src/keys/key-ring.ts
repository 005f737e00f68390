import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { newSalt, SealBroken, type SealKey } from '../crypto/envelope.js';
import type { RootSealKey } from '../crypto/root-key.js';
import { Database, statement } from '../database/database.js';

/** The key of one write: every value of the transaction is sealed under it. */
export interface WriteKey {
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly key: SealKey;
}

/** The root keys this process holds, by version, and the version that wraps new keys. */
export interface RootKeys {
  readonly current: number;
  readonly byVersion: ReadonlyMap<number, RootSealKey>;
}

interface DataKeyRow {
  readonly version: number;
  readonly orgId: string;
  readonly rootVersion: number;
  readonly wrapped: Buffer;
}

const COLUMNS = 'version, org_id "orgId", root_version "rootVersion", wrapped';
const LATEST = statement(
  `select ${COLUMNS} from data_keys where project_id = $1 order by version desc limit 1`,
);
const BY_VERSION = statement(
  `select ${COLUMNS} from data_keys where project_id = $1 and version = $2`,
);
const INSERT = `
  insert into data_keys (project_id, version, org_id, root_version, wrapped)
  values ($1, 1, $2, $3, $4)`;

export const WRITE_PURPOSE = 'strongroom write';
const CACHED = 10_000;
/** A replica may go on writing under the key before the last for this long after a rotation. */
const LATEST_FOR_MS = 60_000;

/** Data keys by project and version, unwrapped once and kept in memory. */
@Injectable()
export class KeyRing {
  private readonly keys = new LRUCache<string, SealKey>({ max: CACHED });
  private readonly writeKeys = new LRUCache<string, SealKey>({ max: CACHED });
  private readonly latest = new LRUCache<string, number>({ max: CACHED, ttl: LATEST_FOR_MS });

  constructor(
    private readonly database: Database,
    private readonly roots: RootKeys,
  ) {}

  /** Makes the first data key of a new project. */
  async create(tx: EntityManager, orgId: string, projectId: string): Promise<void> {
    const root = this.roots.byVersion.get(this.roots.current);
    if (!root) throw new SealBroken();
    const wrapped = root.newDataKey({ orgId, projectId, version: 1 });
    await tx.query(INSERT, [projectId, orgId, this.roots.current, wrapped]);
  }

  /** A fresh key for one write, derived from the newest data key of the project. */
  async forWriting(projectId: string): Promise<WriteKey> {
    const keyVersion = this.latest.get(projectId) ?? (await this.loadLatest(projectId));
    const dataKey = await this.dataKey(projectId, keyVersion);
    const salt = newSalt();
    return { keyVersion, salt, key: dataKey.derive(salt, WRITE_PURPOSE) };
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
    const nameOf = (row: { keyVersion: number; salt: Buffer }) =>
      `${row.keyVersion}:${row.salt.toString('latin1')}`;
    for (const row of rows) {
      const name = nameOf(row);
      if (derived.has(name)) continue;
      derived.set(name, await this.writeKey(projectId, name, row, tx));
    }
    return (row) => derived.get(nameOf(row))!;
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
    if (cached) return cached;
    const values = [projectId, version];
    const row = tx
      ? (await tx.query<DataKeyRow[]>(BY_VERSION.text, values))[0]
      : await this.database.row<DataKeyRow>(BY_VERSION, values);
    if (!row) throw new SealBroken();
    return this.unwrap(projectId, row);
  }

  private async loadLatest(projectId: string): Promise<number> {
    const row = await this.database.row<DataKeyRow>(LATEST, [projectId]);
    if (!row) throw new SealBroken();
    this.unwrap(projectId, row);
    this.latest.set(projectId, row.version);
    return row.version;
  }

  private unwrap(projectId: string, row: DataKeyRow): SealKey {
    const { version, orgId, rootVersion, wrapped } = row;
    const root = this.roots.byVersion.get(rootVersion);
    if (!root) throw new SealBroken();
    const key = root.unwrap(wrapped, { orgId, projectId, version });
    this.keys.set(`${projectId}:${version}`, key);
    return key;
  }
}
