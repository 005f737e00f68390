import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement, statement } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { conflict } from '../../errors/api-error.js';
import { folderNotFound } from '../../errors/missing.js';
import type { SecretLocation, SealedSecret } from '../secret.js';
import { nameKey, type NamedItem } from './secret-batch-steps.js';
import { BOUNDED_COLUMNS, SECRET_COLUMNS } from '../secret-columns.sql.js';
import { type SecretAddress } from '../secrets.repository.js';

/** A secret of a batch; without its sealed parts where all of them together are too large. */
export interface BatchRow extends SealedSecret {
  readonly isTooLarge: boolean | null;
}

export interface FolderOfBatch {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
  readonly autoCapitalization: boolean;
}

/** An item of a batch, and where it is. */
export interface Located<T> {
  readonly item: T;
  readonly index: number;
  readonly place: SecretLocation;
  readonly folder: FolderOfBatch;
}

export interface Loaded<T> extends Located<T> {
  readonly row: BatchRow | null;
}

const WANTED = `
  from unnest($2::text[], $3::text[], $4::text[]) as wanted (environment, path, key)
  join environments e on e.project_id = $1 and e.slug = wanted.environment
  join folders f on f.environment_id = e.id and f.path = wanted.path
  join secrets s on s.folder_id = f.id and s.key = wanted.key`;

/** In the order of ids, so that two batches cannot deadlock here. */
const LOCK = statement(`select s.id ${WANTED} order by s.id for update of s`);

const FIND = statement(`select ${SECRET_COLUMNS}, ${BOUNDED_COLUMNS} ${WANTED}`);

const NAMES = `select s.id, f.path "secretPath", s.key ${WANTED}`;

const IN_FOLDER = `
  from environments e join folders f on f.environment_id = e.id and f.path = $3
  join secrets s on s.folder_id = f.id and s.id = any($4::uuid[])
  where e.project_id = $1 and e.slug = $2`;

const LOCK_IDS = statement(`select s.id ${IN_FOLDER} order by s.id for update of s`);
const FIND_IDS = statement(`select ${SECRET_COLUMNS}, ${BOUNDED_COLUMNS} ${IN_FOLDER}`);

const FOLDERS = `
  select f.id, e.id "environmentId", f.path, p.auto_capitalization "autoCapitalization"
  from environments e join projects p on p.id = e.project_id
  join folders f on f.environment_id = e.id and f.path = any($3::text[])
  where e.project_id = $1 and e.slug = $2`;

const ATTEMPTS = 3;

/** Reads of batches, with or without locks. Every method works inside the transaction it is given. */
@Injectable()
export class SecretBatchesRepository {
  constructor(private readonly database: Database) {}

  /** The folders of an environment by path. Throws 404 if one of them is not there. */
  private async getFolders(
    tx: EntityManager,
    projectId: string,
    environment: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, FolderOfBatch>> {
    if (paths.length === 0) return new Map();
    const rows = await tx.query<FolderOfBatch[]>(FOLDERS, [projectId, environment, paths]);
    const found = new Map(rows.map((row) => [row.path, row]));
    const missing = paths.find((path) => !found.has(path));
    if (missing !== undefined)
      throw folderNotFound(projectId, { environment, secretPath: missing });
    return found;
  }

  /** Each item with its folder. `known` is that of the batch, if it was found before. Throws 404 for an unknown one. */
  async locate<T extends NamedItem>(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath }: SecretLocation,
    items: readonly T[],
    known?: Omit<FolderOfBatch, 'path'>,
  ): Promise<Located<T>[]> {
    const places = items.map((item) => ({
      environment,
      secretPath: item.secretPath ?? secretPath,
    }));
    const paths = new Set([secretPath, ...places.map((place) => place.secretPath)]);
    const own: [string, FolderOfBatch][] = known
      ? [[secretPath, { ...known, path: secretPath }]]
      : [];
    for (const [path] of own) paths.delete(path);
    const others = await this.getFolders(tx, projectId, environment, [...paths]);
    const folders = new Map([...own, ...others]);
    return items.map((item, index) => {
      const place = places[index]!;
      return { item, index, place, folder: folders.get(place.secretPath)! };
    });
  }

  /** Each item with its secret, which is locked if wanted. */
  async load<T extends NamedItem>(
    tx: EntityManager,
    projectId: string,
    located: readonly Located<T>[],
    isLocking: boolean,
  ): Promise<Loaded<T>[]> {
    const nameOf = ({ place, item }: Located<T>) => nameKey(place.secretPath, item.secretKey);
    const once = new Map(located.map((each) => [nameOf(each), each]));
    const addresses = [...once.values()].map(({ place, item }) => ({
      ...place,
      key: item.secretKey,
    }));
    const values = valuesOf(projectId, addresses);
    const rows = isLocking
      ? await this.locked(tx, [LOCK, FIND], values)
      : await tx.query<BatchRow[]>(FIND.text, values);
    const found = new Map(rows.map((row) => [nameKey(row.secretPath, row.key), row]));
    return located.map((each) => ({ ...each, row: found.get(nameOf(each)) ?? null }));
  }

  /** Which of these names are there, by `nameKey`, and whose they are. */
  async takenNames(
    tx: EntityManager,
    projectId: string,
    addresses: readonly SecretAddress[],
  ): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map();
    type Name = { readonly id: string; readonly secretPath: string; readonly key: string };
    const rows = await tx.query<Name[]>(NAMES, valuesOf(projectId, addresses));
    return new Map(rows.map((row) => [nameKey(row.secretPath, row.key), row.id]));
  }

  /** Locks and returns the secrets that exist at the addresses. */
  findLocked(
    tx: EntityManager,
    projectId: string,
    addresses: readonly SecretAddress[],
  ): Promise<BatchRow[]> {
    return this.locked(tx, [LOCK, FIND], valuesOf(projectId, addresses));
  }

  /** Locks and returns the secrets with these ids that lie in the folder. */
  findInFolder(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath }: SecretLocation,
    ids: readonly string[],
  ): Promise<BatchRow[]> {
    const values = [projectId, environment, secretPath, ids.filter(isUuid)];
    return this.locked(tx, [LOCK_IDS, FIND_IDS], values);
  }

  /**
   * By themselves, in one round trip: what is read after the wait for the locks is as of after it. A secret that came to
   * its name during the wait is not locked yet, so the locks are asked for once more.
   */
  private async locked(
    tx: EntityManager,
    lockAndFind: readonly [Statement, Statement],
    values: readonly unknown[],
  ): Promise<BatchRow[]> {
    const both = lockAndFind.map((each) => ({ ...each, values }));
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const [held, rows] = (await this.database.together(tx, both)) as [
        readonly { readonly id: string }[],
        BatchRow[],
      ];
      const ids = new Set(held.map((row) => row.id));
      if (rows.every((row) => ids.has(row.id))) return rows;
    }
    throw conflict('concurrent-change', 'The secrets are being renamed by others. Try again.');
  }
}

const valuesOf = (projectId: string, addresses: readonly SecretAddress[]): unknown[] => [
  projectId,
  addresses.map((address) => address.environment),
  addresses.map((address) => address.secretPath),
  addresses.map((address) => address.key),
];
