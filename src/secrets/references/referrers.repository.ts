import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type BoundStatement,
  Database,
  type Statement,
  statement,
} from '../../database/database.js';
import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOfSecret, type SecretLocation, type TagRef } from '../secret.js';
import { TAGS_COLUMN } from '../secret-columns.sql.js';
import { type SecretAddress } from '../secrets.repository.js';

/** A secret whose value refers to another. */
export interface ReferrerRow extends SecretLocation {
  readonly id: string;
  readonly key: string;
  readonly tags: readonly TagRef[] | null;
  readonly target: SecretAddress;
}

/** What refers to a secret. */
export interface Referrers {
  readonly rows: readonly ReferrerRow[];
  /** False where there may be more: the index does not know all values yet, or they are too many. */
  readonly isComplete: boolean;
}

/** References of one name, seen from any folder, that are gone through to find those of one folder. */
const MAX_NEAR = 100_000;

const NEAR = `
  select r.source_id, wanted.* from wanted
  join secret_references r on r.project_id = $1
    and r.environment = '' and r.path = '' and r.key = wanted.key
  limit ${MAX_NEAR} + 1`;

/** Finds nobody near: for folders that are gone. */
const NOBODY = 'select null::uuid source_id, wanted.* from wanted limit 0';

/**
 * A reference names its target from anywhere, or from the target's own folder. Those of the folder are looked
 * up by key first: a folder may hold very many secrets. There is always a row; one without an id tells that
 * nothing was found.
 */
const referrers = (near: string) =>
  statement(`
  with wanted as (
    select environment, "secretPath" path, key
    from json_to_recordset($2) as w (environment text, "secretPath" text, key text)
  ), near as materialized (
    ${near}
  ), found as (
    (select r.source_id, wanted.* from wanted
    join secret_references r on r.project_id = $1
      and r.environment = wanted.environment and r.path = wanted.path and r.key = wanted.key
    limit $3)
    union
    (select near.* from near
    join secrets s on s.id = near.source_id
    join folders f on f.id = s.folder_id and f.path = near.path
    join environments e on e.id = f.environment_id and e.slug = near.environment
    limit $3)
  ), referrers as (
    select s.id, s.key, e.slug environment, f.path "secretPath", ${TAGS_COLUMN},
      json_build_object('environment', found.environment, 'secretPath', found.path, 'key', found.key) target
    from found join secrets s on s.id = found.source_id
    join folders f on f.id = s.folder_id
    join environments e on e.id = f.environment_id
    order by e.slug, f.path, s.key, found.environment, found.path, found.key
    limit $3
  )
  select known."isComplete", referrers.*
  from (select (select count(*) from near) <= ${MAX_NEAR}
      and not exists (select from secret_references
        where project_id = $1 and environment = '' and path = '' and key = '') "isComplete") known
  left join referrers on true`);

const REFERRERS = referrers(NEAR);
const REFERRERS_FROM_AFAR = referrers(NOBODY);

interface Asked {
  readonly projectId: string;
  readonly targets: readonly SecretAddress[];
  readonly limit: number;
  readonly tx: EntityManager | undefined;
}

@Injectable()
export class ReferrersRepository {
  constructor(private readonly database: Database) {}

  /** The first `limit` secrets that refer to those of the addresses, whether or not these exist. */
  find(
    projectId: string,
    targets: readonly SecretAddress[],
    limit: number,
    tx?: EntityManager,
  ): Promise<Referrers> {
    return this.ask(REFERRERS, { projectId, targets, limit, tx });
  }

  /** `find` as a statement of a transaction; `take` is given what it finds. */
  statementOf(
    projectId: string,
    targets: readonly SecretAddress[],
    limit: number,
    take: (found: Referrers) => void,
  ): BoundStatement {
    const values = valuesOf({ projectId, targets, limit });
    return { ...REFERRERS, values, onRows: (rows) => take(toReferrers(rows as Row[], limit)) };
  }

  /** Finds referrers where the folders of the addresses are gone, and all that was in them. */
  findOutside(
    projectId: string,
    targets: readonly SecretAddress[],
    limit: number,
    tx: EntityManager,
  ): Promise<Referrers> {
    return this.ask(REFERRERS_FROM_AFAR, { projectId, targets, limit, tx });
  }

  private async ask(query: Statement, { tx, ...asked }: Asked): Promise<Referrers> {
    const values = valuesOf(asked);
    const rows = tx
      ? await tx.query<Row[]>(query.text, values)
      : await this.database.rows<Row>(query, values);
    return toReferrers(rows, asked.limit);
  }
}

type Row = ReferrerRow & { readonly isComplete: boolean };

/** As JSON: to encode arrays of as many would take ten times as long. */
const valuesOf = ({ projectId, targets, limit }: Omit<Asked, 'tx'>): unknown[] => [
  projectId,
  JSON.stringify(targets),
  limit + 1,
];

/** Makes a report of rows, of which there is one more than asked for where there are more. */
function toReferrers(rows: readonly Row[], limit: number): Referrers {
  const found = rows.filter(({ id }) => id !== null);
  const isComplete = rows[0]!.isComplete && found.length <= limit;
  return { rows: found.slice(0, limit), isComplete };
}

/** Only what the caller may know of. */
export const visibleReferrers = (
  project: ProjectAccess,
  { rows, isComplete }: Referrers,
): Referrers => ({
  isComplete,
  rows: rows.filter((row) =>
    project.ability.allows('describeSecret', 'secrets', attributesOfSecret(row)),
  ),
});
